import { useState } from 'react'
import { Button } from '../card/parts.js'
import { isUnderWay } from '../ramp-flow/index.js'
import { Stage } from '../widget/stage.js'
import { RampContext, type RampScreenProps } from './ramp-context.js'
import type { RampOptions } from './ramp-options.js'
import { RampFrame, RampNotices, RampStartPart, RampStatus, RampTitlePart } from './ramp-parts.js'
import { RampStart, RampTitle } from './ramp-start.js'
import { announcement, type RampTranslate } from './ramp-texts.js'
import { useDialog } from './use-dialog.js'
import { announcementOf, stageOf, useRampScreen } from './use-ramp-screen.js'
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

/** All that a widget shows of one moment of the flow, but for the card around it. */
export function RampScreen(props: RampScreenProps) {
  const screen = useRampScreen(props)
  const { state } = props.ramp
  // One expression for each place, so that the frame never changes its own.
  return (
    <RampContext.Provider value={screen}>
      <Stage stage={stageOf(state)} announce={(isRead) => announcementOf(props, isRead)}>
        <RampTitlePart />
        <RampNotices />
        <RampFrame />
        <RampStartPart />
        <RampStatus />
      </Stage>
    </RampContext.Provider>
  )
}
