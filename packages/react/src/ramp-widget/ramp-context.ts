import { createContext, useContext } from 'react'
import type { RampOptions } from './ramp-options.js'
import type { RampTranslate } from './ramp-texts.js'
import type { RampHandle } from './use-ramp-widget.js'

export interface RampScreenProps {
  ramp: RampHandle
  options: Pick<RampOptions, 'quoteCurrency' | 'destination' | 'email' | 'needs' | 'rampOrigins'>
  t: RampTranslate
  /** Whether it asks before a purchase under way is left. */
  leaving: boolean
  setLeaving: (leaving: boolean) => void
  /** Leaves what is shown. */
  onLeave: () => void
  /** The cross in the corner; absent, it is shown where there is something to leave. */
  onCross?: (() => void) | undefined
}

/** What a root shares with the parts in it: also all that a clock decides. */
export interface RampContextValue extends RampScreenProps {
  /** The frame is looked at again, though the purchase goes on without it. */
  peeking: boolean
  isFrameShown: boolean
  showFrame: () => void
  /** Milliseconds until the session in the frame ends. */
  endsInMs: number
  /** The purchase takes longer than most. */
  isLong: boolean
  /** Whole seconds until a failed request may be tried again. */
  retrySeconds: number
}

export const RampContext = createContext<RampContextValue | null>(null)

/** @throws where there is no root around the part, whatever the data: a page cannot have been seen like that. */
export function useRampContext(part: string): RampContextValue {
  const value = useContext(RampContext)
  if (!value) throw new Error(`<Ramp.${part}> has to be inside of <Ramp.Root>.`)
  return value
}
