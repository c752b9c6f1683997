import { useRef, useState } from 'react'
import { useStageFocus } from '../pay-to-lightning-address/use-stage-focus.js'
import { frameOf, type RampState } from '../ramp-flow/index.js'
import { RampFrameBox } from './ramp-frame.js'
import { RampNotes } from './ramp-notes.js'
import type { RampOptions } from './ramp-options.js'
import { headLeads, RampTop } from './ramp-top.js'
import { RampView } from './ramp-view.js'
import { announcement, type Say } from './ramp-words.js'
import type { RampWidgetHandle } from './use-ramp-widget.js'

export interface RampContentProps {
  ramp: RampWidgetHandle
  options: Pick<RampOptions, 'quoteCurrency' | 'destination' | 'email' | 'needs' | 'rampOrigins'>
  say: Say
  /** Whether it asks before a purchase under way is left. */
  leaving: boolean
  setLeaving: (leaving: boolean) => void
  /** Leaves what is shown. */
  onLeave: () => void
  /** The cross in the corner; absent, it is shown where there is something to leave. */
  onCross?: (() => void) | undefined
}

/** All that a widget shows of one moment of the flow, but for the card around it. */
export function RampContent(props: RampContentProps) {
  const { ramp, say } = props
  const { state } = ramp
  const [peeking, setPeeking] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const moved = useStageFocus(root, stageOf(state))
  const place = frameOf(state)
  const isHidden = place?.visibility === 'hidden' && !peeking
  // One expression for each place, so that the frame never changes its own.
  return (
    <div className="leyden-body" ref={root}>
      <RampTop {...props} />
      <RampNotes {...props} peeking={peeking} />
      {(place || (state.status === 'creating' && state.way === 'frame')) && (
        <RampFrameBox
          sessionId={place?.session.id}
          frame={ramp.getFrameProps()}
          title={say('rampFrame', { provider: place ? new URL(place.session.origin).host : '' })}
          hidden={isHidden}
        />
      )}
      {place && !isHidden && state.status === 'processing' ? null : (
        <RampView {...props} onShowFrame={() => setPeeking(true)} />
      )}
      {/* Where focus goes to the view's first words, they are read out already. */}
      <div className="leyden-hidden" role="status">
        {moved && !headLeads(state) ? '' : announcement(state, ramp.isOnline, say)}
      </div>
    </div>
  )
}

/** Views that replace each other as a whole; within one, focus stays where it is. */
function stageOf(state: RampState): string {
  const isFrame =
    frameOf(state)?.visibility === 'shown' || (state.status === 'creating' && state.way === 'frame')
  return isFrame ? 'frame' : state.status
}
