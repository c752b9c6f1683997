import { useState } from 'react'
import { Button } from '../card/parts.js'
import { isUnderWay, type RampState } from '../ramp-flow/index.js'
import { RampContent, type RampContentProps } from './ramp-content.js'
import { RampHead, RampOffer } from './ramp-offer.js'
import type { RampOptions } from './ramp-options.js'
import { announcement, type Say } from './ramp-words.js'
import { useDialog } from './use-dialog.js'
import type { RampWidgetHandle } from './use-ramp-widget.js'

export interface RampMomentProps {
  ramp: RampWidgetHandle
  options: RampContentProps['options'] & Pick<RampOptions, 'presentation' | 'autoStart'>
  say: Say
}

/** One moment of the flow, in the page or in a dialog: looks only, all behaviour is in `ramp`. */
export function RampMoment({ ramp, options, say }: RampMomentProps) {
  const { state } = ramp
  const isIdle = state.status === 'idle'
  const [leaving, setLeaving] = useState(false)
  const [isShown, setShown] = useState(options.autoStart ?? false)
  const isDialog = useUntilIdle(options.presentation === 'dialog', isIdle)

  const leave = () => {
    setLeaving(false)
    setShown(false)
    // Money moves by itself; closing what shows it changes nothing, and the result is still shown.
    if (state.status !== 'processing' || !isDialog) ramp.close()
  }
  const cross = () => (isUnderWay(state) && state.status !== 'processing' ? setLeaving(true) : leave())
  const dialog = useDialog(isDialog && isShown && !isIdle, {
    onCancel: cross,
    onClosed: () => setShown(false),
  })

  const content = {
    options,
    say,
    leaving: leaving && isUnderWay(state),
    setLeaving,
    onLeave: leave,
  }
  const open = () => {
    setShown(true)
    if (isIdle) ramp.start()
  }
  if (!isDialog) return <RampContent {...content} ramp={ramp} />
  return (
    <>
      <Launcher ramp={ramp} options={options} say={say} onOpen={open} />
      <dialog {...dialog} className="leyden-dialog" aria-label={say('rampTitle')}>
        {!isIdle && <RampContent {...content} ramp={ramp} onCross={cross} />}
      </dialog>
    </>
  )
}

/** What stays in the page while the rest is in a dialog. */
function Launcher({ ramp, options, say, onOpen }: RampMomentProps & { onOpen: () => void }) {
  const { state } = ramp
  return (
    <div className="leyden-body">
      <RampHead say={say} quoteCurrency={options.quoteCurrency} origin={options.rampOrigins?.[0]} />
      {state.status === 'idle' ? (
        <RampOffer say={say} onStart={onOpen} />
      ) : (
        <>
          <p className="leyden-muted">{announcement(state, ramp.isOnline, say) || say('rampUnderWay')}</p>
          <Button onClick={onOpen}>{say('rampShow')}</Button>
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
export function toneOf({ status }: RampState): 'ok' | 'bad' | 'warn' | undefined {
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
