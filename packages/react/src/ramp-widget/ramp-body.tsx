import { useState } from 'react'
import type { Tone } from '../card/card.js'
import { Button } from '../card/parts.js'
import { frameOf, isUnderWay, type RampState } from '../ramp-flow/index.js'
import { Stage } from '../widget/stage.js'
import { RampBanner } from './ramp-banner.js'
import { RampFrameBox } from './ramp-frame.js'
import { isHeaderLead, RampHeader } from './ramp-header.js'
import type { RampOptions } from './ramp-options.js'
import { RampStart, RampTitle } from './ramp-start.js'
import { announcement, type RampTranslate } from './ramp-texts.js'
import { RampView } from './ramp-view.js'
import { useDialog } from './use-dialog.js'
import type { RampHandle } from './use-ramp-widget.js'

export interface RampBodyProps {
  ramp: RampHandle
  options: RampScreenProps['options'] & Pick<RampOptions, 'presentation' | 'autoStart'>
  t: RampTranslate
}

/** One moment of the flow, in the page or in a dialog: looks only, all behaviour is in `ramp`. */
export function RampBody({ ramp, options, t }: RampBodyProps) {
  const { state } = ramp
  const isIdle = state.status === 'idle'
  const [leaving, setLeaving] = useState(false)
  const [isShown, setShown] = useState(options.autoStart ?? false)
  const isDialog = useUntilIdle(options.presentation === 'dialog', isIdle)

  const leave = () => {
    setLeaving(false)
    setShown(false)
    // Money moves by itself; closing what shows it changes nothing, and the result is still shown.
    if (state.status !== 'processing' || !isDialog) ramp.actions.close()
  }
  const cross = () => (isUnderWay(state) && state.status !== 'processing' ? setLeaving(true) : leave())
  const dialog = useDialog(isDialog && isShown && !isIdle, {
    onCancel: cross,
    onClosed: () => setShown(false),
  })

  const content = {
    options,
    t,
    leaving: leaving && isUnderWay(state),
    setLeaving,
    onLeave: leave,
  }
  const open = () => {
    setShown(true)
    if (isIdle) ramp.actions.start()
  }
  if (!isDialog) return <RampScreen {...content} ramp={ramp} />
  return (
    <>
      <Launcher ramp={ramp} options={options} t={t} onOpen={open} />
      <dialog {...dialog} className="ly-dialog" aria-label={t('rampTitle')}>
        {!isIdle && <RampScreen {...content} ramp={ramp} onCross={cross} />}
      </dialog>
    </>
  )
}

/** What stays in the page while the rest is in a dialog. */
function Launcher({ ramp, options, t, onOpen }: RampBodyProps & { onOpen: () => void }) {
  const { state } = ramp
  return (
    <div className="ly-body">
      <RampTitle t={t} quoteCurrency={options.quoteCurrency} origin={options.rampOrigins?.[0]} />
      {state.status === 'idle' ? (
        <RampStart t={t} onStart={onOpen} />
      ) : (
        <>
          <p className="ly-muted">{announcement(state, ramp.isOnline, t) || t('rampUnderWay')}</p>
          <Button onClick={onOpen}>{t('rampShow')}</Button>
        </>
      )}
    </div>
  )
}

/** A value that changes only while nothing is under way: a frame that moves in the tree loads again. */
function useUntilIdle<T>(value: T, isIdle: boolean): T {
  const [held, setHeld] = useState(value)
  if (isIdle && held !== value) setHeld(value)
  return isIdle ? value : held
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

/** All that a widget shows of one moment of the flow, but for the card around it. */
export function RampScreen(props: RampScreenProps) {
  const { ramp, t } = props
  const { state } = ramp
  const [peeking, setPeeking] = useState(false)
  const place = frameOf(state)
  const isHidden = place?.visibility === 'hidden' && !peeking
  // One expression for each place, so that the frame never changes its own.
  return (
    <Stage
      stage={stageOf(state)}
      announce={(isRead) => (isRead && !isHeaderLead(state) ? '' : announcement(state, ramp.isOnline, t))}
    >
      <RampHeader {...props} />
      <RampBanner {...props} peeking={peeking} />
      {(place || (state.status === 'creating' && state.way === 'frame')) && (
        <RampFrameBox
          sessionId={place?.session.id}
          frame={ramp.getFrameProps()}
          title={t('rampFrame', { provider: place ? new URL(place.session.origin).host : '' })}
          hidden={isHidden}
        />
      )}
      {place && !isHidden && state.status === 'processing' ? null : (
        <RampView {...props} onShowFrame={() => setPeeking(true)} />
      )}
    </Stage>
  )
}

/** Views that replace each other as a whole; within one, focus stays where it is. */
function stageOf(state: RampState): string {
  const isFrame =
    frameOf(state)?.visibility === 'shown' || (state.status === 'creating' && state.way === 'frame')
  return isFrame ? 'frame' : state.status
}
