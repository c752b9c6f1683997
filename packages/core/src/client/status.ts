import type { Mode, RampStatus, WatchState } from './wire.js'

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** The known status of a ramp session. */
export interface KnownSession {
  /** Absent if the server does not report it; pages then show the session as a test. */
  mode?: Mode | undefined
  /** The furthest status that the server has reported. */
  known: RampStatus
  /** ISO 8601: the latest review that `known` includes, if there was one. */
  reviewedAt?: string | undefined
}

/**
 * A status wins over those before it in this list, in whatever order reports arrive. If the last report won instead,
 * the result of two contradicting ones would depend on their order.
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
export function mergeRampStatus(a: RampStatus, b: RampStatus): RampStatus {
  return RANK.indexOf(a) < RANK.indexOf(b) ? b : a
}

/**
 * The status of a session after one more report of the server. A review replaces what was known before it, even
 * `needs_review`; between reports of the same review {@link mergeRampStatus} decides. The order does not matter here either.
 */
export function applyReport(
  session: KnownSession,
  report: RampReport,
): Pick<KnownSession, 'known' | 'reviewedAt'> {
  const { known, reviewedAt = '' } = session
  const { status, reviewed_at = '' } = report
  if (reviewed_at < reviewedAt) return session
  if (reviewed_at > reviewedAt) return { known: status, reviewedAt: reviewed_at }
  // The review has resolved the difference of modes.
  const suspect = status === 'completed' && reviewed_at === '' && contradictsMode(session, report)
  return { known: mergeRampStatus(known, suspect ? 'needs_review' : status), reviewedAt: session.reviewedAt }
}

/** Whether the report is about the other mode: test money for a live session, or the reverse. */
function contradictsMode(session: Pick<KnownSession, 'mode'>, state: RampReport): boolean {
  return (
    session.mode !== undefined && state.livemode !== undefined && state.livemode !== (session.mode === 'live')
  )
}
