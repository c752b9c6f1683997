import type { Json } from '@leyden/core/internal'
import { asMsat, type Msat, msatToSats, type Sats } from '@leyden/core/money'
import { type LnurlRefusal, refuse } from './lnurl-body.js'
import { readNumber } from './lnurl-values.js'

export type LimitsProblem = 'bad_amount_range' | 'no_whole_sat_amount'
export type LimitsWarning = 'amount_not_integer' | 'amount_as_text' | 'min_raised' | 'max_clamped'

export interface PayLimits {
  /** The smallest amount, in millisatoshis. */
  minMsat: Msat
  /** The largest amount, in millisatoshis. */
  maxMsat: Msat
  /** The smallest amount in whole sats. */
  minSats: Sats
  /** The largest amount in whole sats. */
  maxSats: Sats
}

const MAX_MSAT = asMsat(BigInt(Number.MAX_SAFE_INTEGER))

/**
 * Reads `minSendable` and `maxSendable` (LUD-06): millisatoshis, 1 <= min <= max. Rounds fractions inwards, reads a
 * minimum of 0 as 1, and cuts a maximum over 2^53 - 1, which JSON readers have already rounded. People may choose whole
 * sats between the limits, because services round amounts. Reports warnings by `warn`.
 */
export function readPayLimits(
  { minSendable, maxSendable }: Json,
  warn: (warning: LimitsWarning) => void,
): PayLimits | LnurlRefusal<LimitsProblem> {
  let minMsat = readAmount(minSendable, 'ceil', warn)
  let maxMsat = readAmount(maxSendable, 'floor', warn)
  if (minMsat === 0n) {
    warn('min_raised')
    minMsat = asMsat(1n)
  }
  if (maxMsat !== undefined && maxMsat > MAX_MSAT) {
    warn('max_clamped')
    maxMsat = MAX_MSAT
  }
  if (minMsat === undefined || maxMsat === undefined || minMsat < 1n || minMsat > maxMsat)
    return refuse('bad_amount_range')

  const minSats = msatToSats(minMsat, 'ceil')
  const maxSats = msatToSats(maxMsat, 'floor')
  if (minSats > maxSats) return refuse('no_whole_sat_amount')
  return { minMsat, maxMsat, minSats, maxSats }
}

function readAmount(
  value: unknown,
  round: 'floor' | 'ceil',
  warn: (warning: LimitsWarning) => void,
): Msat | undefined {
  const amount = readNumber(value)
  if (amount === undefined) return undefined
  if (amount.isText) warn('amount_as_text')
  if (amount.floor !== amount.ceil) warn('amount_not_integer')
  return asMsat(amount[round])
}
