import { fieldsOf } from '@leyden/core/internal'
import type { Settlement } from '../../kernel/settlement/settlement-source.js'

const HASH = /^[0-9a-f]{64}$/i

/**
 * The payment in a transaction of a wallet (NIP-47: `lookup_invoice`, `payment_received`), or null if it is not settled.
 * Wallets leave fields out, or set them to null, '' or zeros.
 */
export function walletPayment(transaction: unknown): Settlement | null {
  const { type, state, payment_hash, preimage, settled_at } = fieldsOf(transaction)
  if (type !== undefined && type !== 'incoming') return null
  const isSettled = typeof state === 'string' ? state.toLowerCase() === 'settled' : isTime(settled_at)
  if (!isSettled || typeof payment_hash !== 'string' || !HASH.test(payment_hash)) return null
  return {
    paymentHash: payment_hash.toLowerCase(),
    preimage:
      typeof preimage === 'string' && HASH.test(preimage) && !/^0+$/.test(preimage) ? preimage : undefined,
    paidAt: isTime(settled_at) ? new Date(settled_at * 1_000) : undefined,
  }
}

/** Unix seconds within the range of `Date`; some wallets use 0 for "not yet". */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 8_640_000_000_000
}
