import type { Mode, RampStatus, WatchState } from './wire.js'

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** What is known of a ramp session. */
export interface KnownSession {
  /** Absent where the server does not say, which is shown as a test. */
  mode?: Mode | undefined
  /** The furthest status that the server has reported. */
  known: RampStatus
  /** ISO 8601: the review that `known` takes into account, where there was one. */
  reviewedAt?: string | undefined
}

/**
 * Later ones win in whatever order they arrive: completed beats every other final status, and a contradiction beats
 * that; otherwise the last of two contradicting reports would win.
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
 * Merges two reports about one session, by the same rule in the page and on the server. Order and repetition do not
 * matter, so restarted streams, duplicate webhooks and replies out of order give the same result.
 */
export function joinRampStatus(a: RampStatus, b: RampStatus): RampStatus {
  return RANK.indexOf(a) < RANK.indexOf(b) ? b : a
}

/**
 * The status of a session after one more report of the server. A review replaces what was known before it, even
 * `needs_review`; between reports of the same review {@link joinRampStatus} decides. The order does not matter here either.
 */
export function hearReport(
  session: KnownSession,
  report: RampReport,
): Pick<KnownSession, 'known' | 'reviewedAt'> {
  const { known, reviewedAt = '' } = session
  const { status, reviewed_at = '' } = report
  if (reviewed_at < reviewedAt) return session
  if (reviewed_at > reviewedAt) return { known: status, reviewedAt: reviewed_at }
  // The review has resolved the difference of modes.
  const suspect = status === 'completed' && reviewed_at === '' && contradictsMode(session, report)
  return { known: joinRampStatus(known, suspect ? 'needs_review' : status), reviewedAt: session.reviewedAt }
}

/** Whether a purchase of the other mode is reported: test money for a live session, or the reverse. */
function contradictsMode(session: Pick<KnownSession, 'mode'>, state: RampReport): boolean {
  return (
    session.mode !== undefined && state.livemode !== undefined && state.livemode !== (session.mode === 'live')
  )
}
