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

export type LimitsResult =
  | { ok: true; limits: PayLimits; warnings: LimitsWarning[] }
  | LnurlRefusal<LimitsProblem>

const MAX_MSAT = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Reads `minSendable` and `maxSendable` (LUD-06): millisatoshis, 1 <= min <= max. Accepts only numbers and strings of
 * digits. Rounds fractions inwards, and cuts a maximum over 2^53 - 1, which JSON readers have already rounded. People
 * may choose whole sats between the limits, because services round amounts.
 */
export function readPayLimits(minSendable: unknown, maxSendable: unknown): LimitsResult {
  const warnings = new Set<LimitsWarning>()
  const minMsat = readAmount(minSendable, Math.ceil, warnings)
  let maxMsat = readAmount(maxSendable, Math.floor, warnings)
  if (maxMsat > MAX_MSAT) {
    warnings.add('max_clamped')
    maxMsat = MAX_MSAT
  }
  if (minMsat < 1n || minMsat > maxMsat) return refuse('bad_amount_range')

  const minSats = msatToSats(minMsat, 'ceil')
  const maxSats = msatToSats(maxMsat, 'floor')
  if (minSats > maxSats) return refuse('no_whole_sat_amount')
  return { ok: true, limits: { minMsat, maxMsat, minSats, maxSats }, warnings: [...warnings] }
}

/** Returns 0, which is never a valid amount, for an invalid value. */
function readAmount(value: unknown, round: (value: number) => number, warnings: Set<LimitsWarning>): bigint {
  // 20 digits hold any 64-bit number.
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
    warnings.add('amount_as_text')
    return BigInt(value)
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 0n
  if (!Number.isInteger(value)) warnings.add('amount_not_integer')
  return BigInt(round(value))
}
