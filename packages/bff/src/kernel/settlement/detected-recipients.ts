import { parseLightningAddress } from '@leyden/lightning'
import { badField } from '../http/bad-field.js'

/** Whether this server detects payments to a recipient, by its folded address. */
export type DetectsPayments = (lnaddress: string) => boolean

/**
 * Reads the option `settlement.recipients`.
 *
 * @throws LeydenError `BAD_REQUEST` for an entry that is not a Lightning Address.
 */
export function createDetectsPayments(recipients: boolean | readonly string[]): DetectsPayments {
  if (typeof recipients === 'boolean') return () => recipients
  const addresses = new Set(
    recipients.map((text) => {
      const parsed = parseLightningAddress(text)
      if (parsed.ok) return parsed.address
      throw badField('settlement.recipients', `contains "${text}", which is not a Lightning Address`)
    }),
  )
  return (lnaddress) => addresses.has(lnaddress)
}
