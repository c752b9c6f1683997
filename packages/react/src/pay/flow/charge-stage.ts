import type { OmitFromEach } from '../../foundation/flow/create-flow.js'
import type { ChargePhase, CheckedCharge, PaymentFacts, PayStage, ShownCharge } from './pay-state.js'
import { isDetectable, isDoubtful, isOver, isPayable, unpaidStatus } from './shown-charge.js'

/** The phases in which the expiry was reached and no check has been answered since. */
const UNANSWERED: ReadonlySet<ChargePhase> = new Set(['expired_unchecked', 'ended_unchecked'])

/** The stage of a charge: it can be paid until it expires, and never after that. */
export function stageOf(shown: ShownCharge): PayStage {
  if (isPayable(shown)) return { ...shown, status: 'awaiting' }
  if (isOver(shown)) return { ...shown, status: unpaidStatus(shown) }
  const isKnownUnpaid = !UNANSWERED.has(shown.phase) && isDetectable(shown.charge)
  if (isKnownUnpaid && !isDoubtful(shown)) return { ...shown, status: 'expired' }
  const isUnreachable = shown.unreachableSince !== undefined && !isKnownUnpaid
  const because = isUnreachable ? 'unreachable' : isDoubtful(shown) ? 'unclear' : 'expiry'
  return { ...shown, status: 'confirming', because }
}

/** Whether more is known about a charge now than before. */
export function isNews(before: ShownCharge, now: ShownCharge): boolean {
  return (['phase', 'asked', 'doubts', 'unreachableSince'] as const).some((key) => before[key] !== now[key])
}

/** A payment as it is learnt, before it is known whether it is late. */
export type LearntPayment = OmitFromEach<PaymentFacts, 'at' | 'late' | 'isKept'> & {
  /** When this page learnt of it. */
  learntAt: Date
  /** When it happened, if that is known. */
  paidAt?: Date | undefined
}

/**
 * A payment, from the time when the page learnt of it and, if known, the time when it happened. If the page learns of
 * it before the expiry, it was in time; if later, it may have happened at any time.
 */
export function paymentFacts(
  { expiresAt }: CheckedCharge,
  { learntAt, paidAt, ...known }: LearntPayment,
): PaymentFacts {
  const late = learntAt <= expiresAt ? false : paidAt && paidAt > expiresAt
  return { ...known, at: paidAt ?? learntAt, late }
}
