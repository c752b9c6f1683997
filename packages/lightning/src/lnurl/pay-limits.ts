import type { Json } from '@leyden/core/internal'
import { msatToSats } from '@leyden/core/money'
import { type LnurlRefusal, refuse } from './lnurl-body.js'

export type LimitsProblem = 'bad_amount_range' | 'no_whole_sat_amount'
export type LimitsWarning = 'amount_not_integer' | 'amount_as_text' | 'max_clamped'

export interface PayLimits {
  /** The smallest amount, in millisatoshis. */
  minMsat: bigint
  /** The largest amount, in millisatoshis. */
  maxMsat: bigint
  /** The smallest amount in whole sats. */
  minSats: bigint
  /** The largest amount in whole sats. */
  maxSats: bigint
}

const MAX_MSAT = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Reads `minSendable` and `maxSendable` (LUD-06): millisatoshis, 1 <= min <= max. Accepts only numbers and strings of
 * digits. Rounds fractions inwards, and cuts a maximum over 2^53 - 1, which JSON readers have already rounded. People
 * may choose whole sats between the limits, because services round amounts. Reports warnings by `warn`.
 */
export function readPayLimits(
  { minSendable, maxSendable }: Json,
  warn: (warning: LimitsWarning) => void,
): PayLimits | LnurlRefusal<LimitsProblem> {
  const minMsat = readAmount(minSendable, Math.ceil, warn)
  let maxMsat = readAmount(maxSendable, Math.floor, warn)
  if (maxMsat > MAX_MSAT) {
    warn('max_clamped')
    maxMsat = MAX_MSAT
  }
  if (minMsat < 1n || minMsat > maxMsat) return refuse('bad_amount_range')

  const minSats = msatToSats(minMsat, 'ceil')
  const maxSats = msatToSats(maxMsat, 'floor')
  if (minSats > maxSats) return refuse('no_whole_sat_amount')
  return { minMsat, maxMsat, minSats, maxSats }
}

/** Returns 0, which is never a valid amount, for an invalid value. */
function readAmount(
  value: unknown,
  round: (value: number) => number,
  warn: (warning: LimitsWarning) => void,
): bigint {
  // 20 digits hold any 64-bit number.
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
    warn('amount_as_text')
    return BigInt(value)
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 0n
  if (!Number.isInteger(value)) warn('amount_not_integer')
  return BigInt(round(value))
}
