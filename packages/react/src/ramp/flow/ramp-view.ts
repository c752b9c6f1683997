import type { CheckedSession } from './ramp-session.js'
import { type RampState, sessionOf, watchedSessions } from './ramp-state.js'

/** The frame that a state needs. */
export interface FramePlan {
  /** The session in the frame. */
  session: CheckedSession
  /** `hidden` keeps the frame alive behind something else, because a frame that was removed cannot be restored. */
  visibility: 'shown' | 'hidden'
}

/** The frame that a state needs; null if it needs none. */
export function frameOf(state: RampState): FramePlan | null {
  const { status } = state
  const isFramed = status === 'loading' || status === 'open' || ('framed' in state && state.framed)
  if (!isFramed) return null
  // If only the server reported the payment, the person may still have to confirm it in the frame.
  const isHidden = status === 'unconfirmed' || (status === 'processing' && state.because === 'frame')
  return { session: state.session, visibility: isHidden ? 'hidden' : 'shown' }
}

/** Whether the person could lose work by leaving now, so that the page should ask first. */
export function isUnderWay(state: RampState): boolean {
  return frameOf(state) !== null || (state.status === 'handoff' && state.opened)
}

/** Whether to show the test badge: true unless the purchase is known to move real money. */
export function isTest(state: RampState): boolean {
  if (state.status === 'completed' && state.livemode === false) return true
  const session = sessionOf(state) ?? watchedSessions(state)[0]
  return session !== undefined && session.mode !== 'live'
}
