import type { Charge, Network } from '@leyden/core'
import { type CheckedCharge, checkCharge, type Recipient } from '@leyden/core/pay'

/**
 * The open charge of a widget outlives the page in `sessionStorage`: a phone throws the tab away while the
 * wallet is open, and nobody shall pay twice. Storage may be missing, full or forbidden; then this does nothing.
 */
export interface OpenCharge {
  recipient: Recipient
  charge: CheckedCharge
}

interface Stored {
  recipient: Omit<Recipient, 'minSats' | 'maxSats'> & { minSats: string; maxSats: string }
  note?: string
  createdAt: string
  reply: Charge
}

const taken = new Map<string, Set<number>>()

/** A key for one widget: widgets that are alike are told apart by the order in which they mount. */
export function takeSlot(key: string): { slot: string; release: () => void } {
  const numbers = taken.get(key) ?? new Set()
  taken.set(key, numbers)
  let number = 0
  while (numbers.has(number)) number++
  numbers.add(number)
  return { slot: `leyden:charge:${key}:${number}`, release: () => numbers.delete(number) }
}

export function keepOpenCharge(slot: string, { recipient, charge }: OpenCharge): void {
  const stored: Stored = {
    recipient: { ...recipient, minSats: String(recipient.minSats), maxSats: String(recipient.maxSats) },
    ...(charge.note !== undefined && { note: charge.note }),
    createdAt: charge.createdAt.toISOString(),
    reply: {
      lnaddress: charge.address,
      amount: String(charge.amountMsat),
      invoice: { request: charge.invoice, uri: `lightning:${charge.invoice}` },
      watch_until: charge.watchUntil.toISOString(),
      ...(charge.watchUrl !== undefined && { watch_url: charge.watchUrl }),
      detects: [...charge.detects],
      mode: charge.mode,
      network: charge.network,
    },
  }
  try {
    sessionStorage.setItem(slot, JSON.stringify(stored))
  } catch {
    // Without it, a discarded tab comes back to the form.
  }
}

/** The charge that was kept, if a payment of it can still be seen; checked as if it had just come. */
export function openChargeOf(slot: string, network: Network | undefined, now: Date): OpenCharge | null {
  try {
    const text = sessionStorage.getItem(slot)
    if (text === null) return null
    const { recipient, note, createdAt, reply } = JSON.parse(text) as Stored
    const verdict = checkCharge(reply, {
      address: recipient.address,
      order: { amountMsat: BigInt(reply.amount), ...(note !== undefined && { note }) },
      network,
      // One that has expired since is still watched for its grace time.
      now: new Date(createdAt),
    })
    if (!verdict.ok || verdict.charge.watchUntil <= now) return null
    const limits = { minSats: BigInt(recipient.minSats), maxSats: BigInt(recipient.maxSats) }
    return { recipient: { ...recipient, ...limits }, charge: verdict.charge }
  } catch {
    return null
  }
}

export function forgetOpenCharge(slot: string): void {
  try {
    sessionStorage.removeItem(slot)
  } catch {
    // Then there was nothing to forget.
  }
}

const told = new Set<string>()

/** Whether this is the first time that a charge is reported as paid, in this page and, with storage, in this tab. */
export function isFirstReport(chargeId: string): boolean {
  const key = `leyden:paid:${chargeId}`
  try {
    if (sessionStorage.getItem(key) !== null) told.add(chargeId)
    sessionStorage.setItem(key, '1')
  } catch {
    // The page's own memory is left.
  }
  if (told.has(chargeId)) return false
  told.add(chargeId)
  return true
}
