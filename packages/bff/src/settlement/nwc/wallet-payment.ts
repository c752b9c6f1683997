import { fieldsOf, isEmpty } from '@leyden/core/internal'
import type { Settlement } from '../../kernel/settlement/settlement-source.js'

const HASH = /^[0-9a-f]{64}$/i

/**
 * The payment in a transaction of a wallet (NIP-47: `lookup_invoice`, `payment_received`), or null if it is not settled.
 * Wallets leave fields out, or set them to null, '' or zeros.
 */
export function walletPayment(transaction: unknown): Settlement | null {
  const { type, state, payment_hash, preimage, settled_at } = fieldsOf(transaction)
  const paidAt = timeOf(settled_at)
  if (!isEmpty(type) && type !== 'incoming') return null
  const isSettled = isEmpty(state) ? paidAt !== undefined : String(state).toLowerCase() === 'settled'
  if (!isSettled || typeof payment_hash !== 'string' || !HASH.test(payment_hash)) return null
  return {
    paymentHash: payment_hash.toLowerCase(),
    preimage:
      typeof preimage === 'string' && HASH.test(preimage) && !/^0+$/.test(preimage) ? preimage : undefined,
    paidAt,
  }
}

/** Later than any date in seconds, so the number is of milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000

/**
 * A time as wallets write it: Unix seconds or milliseconds, also as a text, or ISO 8601. Some wallets write 0, or the
 * year 1, for "not yet".
 */
function timeOf(value: unknown): Date | undefined {
  if (isEmpty(value) || !['number', 'string'].includes(typeof value)) return undefined
  const number = Number(value)
  const ms = number >= MILLISECONDS_FROM ? number : number * 1_000
  const date = new Date(Number.isNaN(number) ? Date.parse(String(value)) : ms)
  return date.getTime() > 0 ? date : undefined
}
