import { useState } from 'react'
import type { Tone } from '../card/card.js'
import { useLasting } from '../provider/page-signals.js'
import { frameOf, type RampState } from '../ramp-flow/index.js'
import { useNow } from '../widget/use-now.js'
import { useWait } from '../widget/use-wait.js'
import type { RampContextValue, RampScreenProps } from './ramp-context.js'
import { isHeaderLead } from './ramp-header.js'
import { announcement } from './ramp-texts.js'
import { ENDING_MS } from './session-timers.js'

/** How long a purchase takes usually; after that people are told that it may take longer. */
const USUAL_MS = 180_000

/** What the parts of a ramp share. All clocks are here, none is in a part. */
export function useRampScreen(props: RampScreenProps): RampContextValue {
  const { state, clockOffsetMs } = props.ramp
  const [peeking, setPeeking] = useState(false)
  const place = frameOf(state)
  const now = useNow(state.status === 'open' && (state.ending ?? false))
  const error = state.status === 'failed' && state.failure.kind === 'request' ? state.failure.error : null
  return {
    ...props,
    peeking,
    isFrameShown: place !== null && (place.visibility === 'shown' || peeking),
    showFrame: () => setPeeking(true),
    endsInMs: now === null || !place ? ENDING_MS : place.session.expiresAt.getTime() - clockOffsetMs - now,
    isLong: useLasting(state.status === 'processing', USUAL_MS),
    retrySeconds: useWait(error, error?.retryAfterMs ?? 0),
  }
}

/** What a screen reader says. Where focus goes to the view's first words, they are read out already. */
export function announcementOf({ ramp, t }: Pick<RampScreenProps, 'ramp' | 't'>, isRead: boolean): string {
  return isRead && !isHeaderLead(ramp.state) ? '' : announcement(ramp.state, ramp.isOnline, t)
}

/** Views that replace each other as a whole; within one, focus stays where it is. */
export function stageOf(state: RampState): string {
  const isFrame =
    frameOf(state)?.visibility === 'shown' || (state.status === 'creating' && state.way === 'frame')
  return isFrame ? 'frame' : state.status
}

/** Which colours the card around it has. */
export function toneOf({ status }: RampState): Tone | undefined {
  switch (status) {
    case 'completed':
      return 'ok'
    case 'failed':
      return 'bad'
    case 'blocked':
    case 'expired':
    case 'needs_review':
      return 'warn'
    default:
      return undefined
  }
}
