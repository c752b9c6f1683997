import { createContext, type RefObject, useContext, useState } from 'react'
import { useStageFocus } from '../../foundation/card/use-stage-focus.js'
import { SLOW_MS } from '../../foundation/flow/outage.js'
import { useNow, useWait } from '../../foundation/page/countdown.js'
import { useLasting } from '../../foundation/page/page-signals.js'
import { ENDING_MS } from '../engine/session-watch.js'
import type { RampState } from '../flow/ramp-state.js'
import { frameOf, isUnderWay } from '../flow/ramp-view.js'
import type { RampOptions } from '../ramp-options.js'
import { announcement, outageText, type RampTranslate } from '../texts/ramp-texts.js'
import type { RampHandle } from '../use-ramp-widget.js'

export interface RampScreenProps {
  ramp: RampHandle
  options: RampOptions
  t: RampTranslate
  /** Whether there is a network. */
  isOnline: boolean
  /** Whether the close button is always shown, and not only if there is something to close. */
  isDialog?: boolean | undefined
  /** Called in place of closing the view. */
  onLeave?: (() => void) | undefined
}

export const RampContext = createContext<RampScreen | null>(null)

/**
 * @param part the part that reads it. Other components are always in a part
 * @throws Error if there is no root around the part. This does not depend on data, so developers see it at once.
 */
export function useRampContext(part?: string): RampScreen {
  const value = useContext(RampContext)
  if (!value) throw new Error(`<Ramp.${part}> has to be inside of <Ramp.Root>.`)
  return value
}

/** How long a purchase usually takes, in milliseconds. After that a hint says that it may take longer. */
const USUAL_MS = 180_000

/** The state that the parts of a ramp share. All timers are here, none is in a part. */
export function useRampScreen(props: RampScreenProps) {
  const { ramp, onLeave = ramp.actions.close } = props
  const { state, view } = ramp
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
    /** Whether it is asking the person before it leaves a running purchase. */
    leaving: isAsked && isUnderWay(state),
    setLeaving,
    /** Leaves the view. */
    leave,
    /** Leaves the view, or asks first if the person could lose work. */
    cross: () => (isUnderWay(state) && state.status !== 'processing' ? setLeaving(true) : leave()),
    /** Whether the frame is shown again, although the purchase continues without it. */
    peeking,
    isFrameShown: place?.visibility === 'shown' || peeking,
    showFrame: () => setPeekedAt(place?.session.id),
    /** Milliseconds until the session in the frame ends. */
    endsInMs:
      now === null || !place ? ENDING_MS : place.session.expiresAt.getTime() - view.clockOffsetMs - now,
    /** Whether the purchase takes longer than usual. */
    isLong: useLasting(state.status === 'processing', USUAL_MS),
    /** Whether the request for a session takes longer than usual. It can be cancelled. */
    isSlow: useLasting(state.status === 'creating', SLOW_MS),
    /** Whole seconds until a failed request can be retried. */
    retrySeconds: useWait(error, error?.retryAfterMs ?? 0),
  }
}

/** The screen that a root shares with its parts, with everything that depends on a timer. */
export type RampScreen = ReturnType<typeof useRampScreen>

/**
 * Moves the focus from view to view. @returns the announcement for screen readers; empty if they read the focused text
 * already
 */
export function useAnnouncement(
  root: RefObject<HTMLElement | null>,
  { ramp, t, isSlow, isOnline }: RampScreen,
): string {
  const { state } = ramp
  const isFrame =
    frameOf(state)?.visibility === 'shown' || (state.status === 'creating' && state.presentation === 'frame')
  // A new view replaces the old one as a whole; within one view the focus stays where it is.
  const isRead = useStageFocus(root, isFrame ? 'frame' : state.status)
  const outage = outageText(ramp, t)
  if (outage !== undefined) return outage
  if (isSlow) return t('requestSlow')
  return isRead && !isTitleLead(state) ? '' : announcement(state, isOnline, t)
}

/** Whether the title is the first text of a view, because a form and the ramp's page have no text of their own. */
export function isTitleLead(state: RampState): boolean {
  if (state.status === 'handoff') return !state.opened
  return ['idle', 'creating'].includes(state.status) || frameOf(state)?.visibility === 'shown'
}
