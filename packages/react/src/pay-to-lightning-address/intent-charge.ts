import type { IntentReading, Network } from '@leyden/core'
import { checkCharge, type Recipient, type ShownCharge } from '../pay-flow/index.js'

/** The charge of a signed order, checked as if it had just come; null without one, or for one that fails. */
export function chargeOfIntent(
  { lnaddress, amount, description, charge }: IntentReading,
  recipient: Recipient | null,
  network: Network | undefined,
  now: Date,
): ShownCharge | null {
  if (!charge) return null
  const amountMsat = BigInt(amount)
  const checked = checkCharge(charge, {
    address: lnaddress,
    order: { amountMsat, note: description },
    network,
    now: new Date(charge.created_at),
  })
  if (!checked.ok) return null
  const sats = amountMsat / 1_000n
  return {
    charge: checked.charge,
    isOver: checked.charge.expiresAt <= now || undefined,
    // The address may be unreachable at the moment; the signed order is still valid.
    recipient: recipient ?? {
      address: lnaddress,
      domain: lnaddress.slice(lnaddress.indexOf('@') + 1),
      minSats: sats,
      maxSats: sats,
      commentAllowed: 0,
      description: '',
    },
  }
}
