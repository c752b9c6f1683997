import type { Tone } from '../card/card.js'
import type { RampFlowStatus } from '../ramp-flow/ramp-state.js'

/** The colours of the card, for states with other than the usual ones. */
export const rampTones: Readonly<Partial<Record<RampFlowStatus, Tone>>> = {
  completed: 'ok',
  failed: 'bad',
  blocked: 'warn',
  expired: 'warn',
  needs_review: 'warn',
  unconfirmed: 'warn',
}
