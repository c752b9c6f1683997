import { isLeydenError } from '@leyden/core'
import type { Context } from '../context.js'
import { withDeadline } from '../deadline.js'
import type { PaymentWord } from '../provider/provider.js'
import type { ChargeSubject } from '../store/subject.js'
import { settleCharge } from './settle-charge.js'

const FIRST_LOOK_MS = 2_000
const LAST_LOOK_BEFORE_MS = 4_000
/** Whoever has not paid within a day is not waiting at a screen; an expiry may be a month away. */
const LONGEST_FOLLOW_MS = 86_400_000
const VERIFY_TIMEOUT_MS = 5_000
/** Slow providers must not keep the outbox from delivering events. */
const MOST_AT_ONCE = 16

/** How long to wait for the next question, by the age of the charge: people pay soon or not at all. */
const PACE: readonly (readonly [ageMs: number, waitMs: number])[] = [
  [60_000, 2_000],
  [180_000, 4_000],
  [600_000, 10_000],
  [3_600_000, 30_000],
  [Number.POSITIVE_INFINITY, 120_000],
]

/** When the outbox first has something to do for a charge. */
export function firstLook(
  { settlementWatch }: Pick<Context, 'settlementWatch'>,
  charge: ChargeSubject,
): Date {
  const endMs = Date.parse(charge.watchUntil)
  if (charge.verifyUrl === undefined && !settlementWatch.follows(charge)) return new Date(endMs)
  return new Date(Math.min(Date.parse(charge.createdAt) + FIRST_LOOK_MS, endMs))
}

/** Asks the settlement source and the recipient's provider about an open charge; tells when to come back, or null when there is no need. */
export type FollowPayment = (charge: ChargeSubject) => Promise<Date | null>

/**
 * Follows open charges by the settlement source and by LUD-21, whether anybody watches them or not, until their watch
 * ends: "paid" settles the charge on the word of the source or the provider, or on the preimage that came along;
 * anything else changes nothing.
 */
export function createFollowPayment(context: Context): FollowPayment {
  const { settlementWatch } = context
  let underWay = 0

  async function ask(charge: ChargeSubject, verifyUrl: string): Promise<PaymentWord> {
    const { pay } = context.options
    if (!pay.verify || underWay >= MOST_AT_ONCE) return { status: 'unknown' }
    underWay++
    try {
      await context.spend('verifiesPerMinute', new URL(verifyUrl).hostname)
      const question = { verifyUrl, paymentHash: charge.id, invoice: charge.invoice }
      return await withDeadline(
        VERIFY_TIMEOUT_MS,
        async (signal) => pay.verify?.(question, { signal }) ?? NOTHING,
      )
    } catch (error) {
      const code = isLeydenError(error) ? error.code : String(error)
      context.log.info({ charge: charge.id, code }, 'The provider could not be asked about a payment')
      return NOTHING
    } finally {
      underWay--
    }
  }

  return async (charge) => {
    const endMs = Date.parse(charge.watchUntil)
    const ageMs = context.now().getTime() - Date.parse(charge.createdAt)
    const { verifyUrl } = charge
    const isFollowed =
      ageMs <= LONGEST_FOLLOW_MS && (verifyUrl !== undefined || settlementWatch.follows(charge))
    if (isFollowed && settlementWatch.follows(charge) && (await settlementWatch.lookUp(charge))) return null
    const word = isFollowed && verifyUrl !== undefined ? await ask(charge, verifyUrl) : NOTHING
    if (word.status === 'paid') {
      const { preimage } = word
      await settleCharge(
        context,
        { paymentHash: charge.id, ...(preimage !== undefined && { preimage }) },
        'verify',
      )
      return null
    }
    const nowMs = context.now().getTime()
    if (nowMs >= endMs) return null
    const waitMs = isFollowed ? paceOf(ageMs) * (0.9 + Math.random() * 0.2) : endMs - nowMs
    // One look shortly before the end, so that a watching page is not told "expired" a moment too early.
    const lastLookMs = nowMs < endMs - LAST_LOOK_BEFORE_MS ? endMs - LAST_LOOK_BEFORE_MS : endMs
    return new Date(Math.min(nowMs + waitMs, lastLookMs))
  }
}

const NOTHING: PaymentWord = { status: 'unknown' }

function paceOf(ageMs: number): number {
  return PACE.find(([age]) => ageMs < age)?.[1] ?? 120_000
}
