import { createContext, type RefObject, useContext, useState } from 'react'
import { useLasting } from '../provider/page-signals.js'
import { frameOf, isUnderWay, type RampState } from '../ramp-flow/index.js'
import { SLOW_MS } from '../widget/outage.js'
import { useNow } from '../widget/use-now.js'
import { useStageFocus } from '../widget/use-stage-focus.js'
import { useWait } from '../widget/use-wait.js'
import type { RampOptions } from './ramp-options.js'
import { announcement, outageText, type RampTranslate } from './ramp-texts.js'
import { ENDING_MS } from './session-timers.js'
import type { RampHandle } from './use-ramp-widget.js'

export interface RampScreenProps {
  ramp: RampHandle
  options: Pick<
    RampOptions,
    'order' | 'fetchSession' | 'quoteCurrency' | 'destination' | 'email' | 'needs' | 'rampOrigins'
  >
  t: RampTranslate
  /** Whether the close button is always there, and not only when there is something to leave. */
  isDialog?: boolean | undefined
  /** In place of closing what is shown. */
  onLeave?: (() => void) | undefined
}

export const RampContext = createContext<RampScreen | null>(null)

/** @throws if there is no root around the part. This does not depend on data, so it shows at once in development. */
export function useRampContext(part: string): RampScreen {
  const value = useContext(RampContext)
  if (!value) throw new Error(`<Ramp.${part}> has to be inside of <Ramp.Root>.`)
  return value
}

/** How long a purchase takes usually; after that people are told that it may take longer. */
const USUAL_MS = 180_000

/** What the parts of a ramp share. All clocks are here, none is in a part. */
export function useRampScreen(props: RampScreenProps) {
  const { ramp, onLeave = ramp.actions.close } = props
  const { state, clockOffsetMs } = ramp
  const [isAsked, setLeaving] = useState(false)
  const [peekedAt, setPeekedAt] = useState<string>()
  const place = frameOf(state)
  const peeking = place !== null && place.session.id === peekedAt
  const now = useNow(state.status === 'open' && state.ending)
  const error = state.status === 'failed' && state.failure.kind === 'request' ? state.failure.error : null
  const leave = () => {
    setLeaving(false)
    onLeave()
  }
  return {
    ...props,
    /** Whether it asks before a purchase under way is left. */
    leaving: isAsked && isUnderWay(state),
    setLeaving,
    /** Leaves what is shown. */
    leave,
    /** Leaves, or asks first where something could be lost. */
    cross: () => (isUnderWay(state) && state.status !== 'processing' ? setLeaving(true) : leave()),
    /** The frame is looked at again, though the purchase goes on without it. */
    peeking,
    isFrameShown: place?.visibility === 'shown' || peeking,
    showFrame: () => setPeekedAt(place?.session.id),
    /** Milliseconds until the session in the frame ends. */
    endsInMs: now === null || !place ? ENDING_MS : place.session.expiresAt.getTime() - clockOffsetMs - now,
    /** The purchase takes longer than most. */
    isLong: useLasting(state.status === 'processing', USUAL_MS),
    /** A request for a session takes longer than usual: it can be cancelled. */
    isSlow: useLasting(state.status === 'creating', SLOW_MS),
    /** Whole seconds until a failed request may be tried again. */
    retrySeconds: useWait(error, error?.retryAfterMs ?? 0),
  }
}

/** What a root shares with the parts in it: also all that a clock decides. */
export type RampScreen = ReturnType<typeof useRampScreen>

/** Moves the focus from view to view. @returns what a screen reader announces; empty if the focus has it read out. */
export function useAnnouncement(
  root: RefObject<HTMLElement | null>,
  { ramp, t, isSlow }: RampScreen,
): string {
  const { state, isOnline } = ramp
  const isFrame =
    frameOf(state)?.visibility === 'shown' || (state.status === 'creating' && state.way === 'frame')
  // Views that replace each other as a whole; within one, focus stays where it is.
  const isRead = useStageFocus(root, isFrame ? 'frame' : state.status)
  const outage = outageText(ramp, t)
  if (outage !== undefined) return outage
  if (isSlow) return t('requestSlow')
  return isRead && !isTitleLead(state) ? '' : announcement(state, isOnline, t)
}

/** Whether the title is the first thing that a view says, as a form or the provider's page has no words of its own. */
export function isTitleLead(state: RampState): boolean {
  switch (state.status) {
    case 'idle':
    case 'creating':
      return true
    case 'handoff':
      return !state.opened
    default:
      return frameOf(state)?.visibility === 'shown'
  }
}
