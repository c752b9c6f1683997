import { isLeydenError, type Log } from '@leyden/core'
import { createSemaphore, withDeadline } from '@leyden/core/internal'
import type { PaymentStatus, PayProvider } from '@leyden/core/provider'
import { reasonOf } from '../foundation/log.js'
import type { Consume } from '../limits/limits.js'
import type { ChargeSubject } from '../store/subject.js'
import type { SettleCharge } from './settle-charge.js'
import { budgetAt, type SettlementWatch } from './settlement-watch.js'

const FIRST_LOOK_MS = 1_800
const LAST_LOOK_BEFORE_MS = 4_000
/** After a day nobody waits in front of a screen any more, but an invoice may be valid for a month. */
const MAX_FOLLOW_MS = 86_400_000
const VERIFY_TIMEOUT_MS = 5_000
/**
 * Limits of concurrent requests per client, per host, and for all charges without an intent: the outbox asks 32 at once,
 * so that neither a hanging provider nor strangers delay the payments of signed orders.
 */
const CONCURRENT = { perClient: 4, perHost: 8, unsigned: 24 }

/**
 * The polling interval by the maximum age of the charge, because people pay soon or not at all. In the first minute a payment
 * is reported within 2.5 seconds, including 10 % jitter and the half second until the outbox looks for work.
 */
const PACE: readonly (readonly [maxAgeMs: number, waitMs: number])[] = [
  [60_000, 1_800],
  [180_000, 4_000],
  [600_000, 10_000],
  [3_600_000, 30_000],
]
const LONGEST_WAIT_MS = 120_000

/** The shop's own source is polled more often than a recipient's server by this factor. */
const OWN_PACE = 2

/** When the outbox first polls for a charge. */
export function firstPollAt(charge: ChargeSubject, { follows }: SettlementWatch): Date {
  const endMs = Date.parse(charge.watchUntil)
  const isOwn = follows(charge)
  if (charge.verifyUrl === undefined && !isOwn) return new Date(endMs)
  const waitMs = isOwn ? FIRST_LOOK_MS / OWN_PACE : FIRST_LOOK_MS
  return new Date(Math.min(Date.parse(charge.createdAt) + waitMs, endMs))
}

/** Polls the settlement source and the recipient's provider about an open charge. @returns when to poll again, or null to stop. */
export type FollowPayment = (charge: ChargeSubject) => Promise<Date | null>

interface FollowOptions {
  pay: Pick<PayProvider, 'verify'>
  settlementWatch: SettlementWatch
  settleBy: SettleCharge
  consume: Consume
  log: Log
  now: () => Date
}

/**
 * Polls the settlement source and LUD-21 about open charges, whether a page watches them or not, until their watch ends:
 * "paid" settles the charge, with the preimage if there is one; every other reply changes nothing.
 */
export function createFollowPayment(options: FollowOptions): FollowPayment {
  const { pay, settlementWatch, settleBy, consume, log, now } = options
  const semaphore = createSemaphore()

  async function checkPayment(charge: ChargeSubject, verifyUrl: string): Promise<PaymentStatus> {
    const { id: paymentHash, invoice, client } = charge
    const host = new URL(verifyUrl).hostname
    const release = semaphore.acquire(
      [charge.intent ? null : 'unsigned', CONCURRENT.unsigned],
      [`host ${host}`, CONCURRENT.perHost],
      [client === undefined ? null : `client ${client}`, CONCURRENT.perClient],
    )
    if (!release) return UNKNOWN
    try {
      await consume('verifiesPerMinute', budgetAt(host, charge))
      const payment = { verifyUrl, paymentHash, invoice }
      const verify = async (signal: AbortSignal) => pay.verify?.(payment, { signal })
      return (await withDeadline(VERIFY_TIMEOUT_MS, undefined, verify)) ?? UNKNOWN
    } catch (error) {
      const errorCode = isLeydenError(error) ? error.code : reasonOf(error)
      log.info(
        { code: 'PAYMENT_VERIFICATION_UNANSWERED', charge: paymentHash, errorCode },
        "The recipient's provider did not report whether a payment has arrived",
      )
      return UNKNOWN
    } finally {
      release()
    }
  }

  return async (charge) => {
    const endMs = Date.parse(charge.watchUntil)
    const ageMs = now().getTime() - Date.parse(charge.createdAt)
    const { verifyUrl } = charge
    const isYoung = ageMs <= MAX_FOLLOW_MS
    const isLookedUp = isYoung && settlementWatch.follows(charge)
    if (isLookedUp && (await settlementWatch.lookUp(charge))) return null
    const payment = isYoung && verifyUrl !== undefined ? await checkPayment(charge, verifyUrl) : UNKNOWN
    if (payment.status === 'paid') {
      await settleBy({ paymentHash: charge.id, preimage: payment.preimage }, 'verify')
      return null
    }
    const nowMs = now().getTime()
    if (nowMs >= endMs) return null
    const isFollowed = isLookedUp || (isYoung && verifyUrl !== undefined)
    const paceMs = PACE.find(([maxAgeMs]) => ageMs < maxAgeMs)?.[1] ?? LONGEST_WAIT_MS
    const ownPaceMs = paceMs / (isLookedUp ? OWN_PACE : 1)
    const waitMs = isFollowed ? ownPaceMs * (0.9 + Math.random() * 0.2) : endMs - nowMs
    // Poll once more shortly before the end, so that a watching page does not see "expired" too early.
    const lastLookMs = nowMs < endMs - LAST_LOOK_BEFORE_MS ? endMs - LAST_LOOK_BEFORE_MS : endMs
    return new Date(Math.min(nowMs + waitMs, lastLookMs))
  }
}

const UNKNOWN: PaymentStatus = { status: 'unknown' }
