import type { Tone } from '../card/card.js'
import type { RampFlowStatus } from '../ramp-flow/index.js'

/** Which colours the card has, where it has other ones than usual. */
export const rampTones: Readonly<Partial<Record<RampFlowStatus, Tone>>> = {
  completed: 'ok',
  failed: 'bad',
  blocked: 'warn',
  expired: 'warn',
  needs_review: 'warn',
  unconfirmed: 'warn',
}
