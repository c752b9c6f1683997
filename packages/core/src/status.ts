import type { Mode, RampStatus, WatchState } from './wire.js'

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** What is known of a ramp session. */
export interface KnownSession {
  /** Absent where the server does not say, which is shown as a test. */
  mode?: Mode | undefined
  /** The furthest that the server has told of it. */
  known: RampStatus
  /** ISO 8601: the review that `known` takes into account, where there was one. */
  reviewedAt?: string | undefined
}

/**
 * Later ones win whatever order they are heard in: completed beats every other end, and a contradiction beats
 * that, or two accounts of one purchase would end as whichever of them came last.
 */
const RANK: readonly RampStatus[] = [
  'created',
  'open',
  'expired',
  'cancelled',
  'processing',
  'failed',
  'completed',
  'needs_review',
]

/**
 * What two reports about one session come to, for a page as for the server that tells it. The order does not
 * matter, nor how often each is heard, so streams that start over, webhooks that arrive twice and answers that
 * overtake each other end alike.
 */
export function joinRampStatus(a: RampStatus, b: RampStatus): RampStatus {
  return RANK.indexOf(a) < RANK.indexOf(b) ? b : a
}

/**
 * What a session is after one more report of the server. A review beats what was known before it, `needs_review` too;
 * between reports of the same review {@link joinRampStatus} decides. So the order does not matter here either.
 */
export function hearReport(
  session: KnownSession,
  report: RampReport,
): Pick<KnownSession, 'known' | 'reviewedAt'> {
  const { known, reviewedAt = '' } = session
  const { status, reviewed_at = '' } = report
  if (reviewed_at < reviewedAt) return session
  if (reviewed_at > reviewedAt) return { known: status, reviewedAt: reviewed_at }
  // Whoever reviewed it has decided about the mode.
  const suspect = status === 'completed' && reviewed_at === '' && contradictsMode(session, report)
  return { known: joinRampStatus(known, suspect ? 'needs_review' : status), reviewedAt: session.reviewedAt }
}

/** Whether a purchase of the other mode is reported: test money for a live session, or the reverse. */
function contradictsMode(session: Pick<KnownSession, 'mode'>, state: RampReport): boolean {
  return (
    session.mode !== undefined && state.livemode !== undefined && state.livemode !== (session.mode === 'live')
  )
}
