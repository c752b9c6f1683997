import type { HeldSession } from './ramp-session.js'
import { type RampState, sessionOf, watchedSessions } from './ramp-state.js'

/**
 * Where the frame of a state is: `hidden` keeps it alive behind something else, because a frame that was taken
 * away cannot come back.
 */
export function frameOf(state: RampState): { session: HeldSession; visibility: 'shown' | 'hidden' } | null {
  const { status } = state
  const isFramed = status === 'loading' || status === 'open' || ('framed' in state && state.framed)
  if (!isFramed) return null
  // Money that moves while the frame says nothing may be waiting for the bank's confirmation in it.
  const isHidden = status === 'unconfirmed' || (status === 'processing' && state.because === 'frame')
  return { session: state.session, visibility: isHidden ? 'hidden' : 'shown' }
}

/** Whether leaving now could lose a person's work: somebody should ask first. */
export function isUnderWay(state: RampState): boolean {
  return frameOf(state) !== null || (state.status === 'handoff' && state.opened)
}

/** Whether the test badge is shown: for anything that is not known to move real money. */
export function isTest(state: RampState): boolean {
  if (state.status === 'completed' && state.livemode === false) return true
  const session = sessionOf(state) ?? watchedSessions(state)[0]
  return session !== undefined && session.mode !== 'live'
}
