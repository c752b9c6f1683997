import { isUnderWay, type RampState } from '@leyden/core/ramp'
import { type ComponentPropsWithoutRef, type Ref, useState } from 'react'
import { Card } from '../card/card.js'
import { Button } from '../card/parts.js'
import { RampContent, type RampContentProps } from './ramp-content.js'
import { announcement, type Say } from './ramp-words.js'
import { useDialog } from './use-dialog.js'
import type { RampWidgetHandle, UseRampWidgetOptions } from './use-ramp-widget.js'

export interface RampCardProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  ramp: RampWidgetHandle
  options: RampContentProps['options'] & Pick<UseRampWidgetOptions, 'presentation' | 'autoStart'>
  say: Say
  lang: string
  rootRef?: Ref<HTMLElement> | undefined
}

/** The card of one moment of the flow: looks only, all behaviour is in `ramp`. */
export function RampCard({ ramp, options, say, lang, rootRef, ...rest }: RampCardProps) {
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
  return (
    <Card
      name={say('rampTitle')}
      {...rest}
      rootRef={rootRef}
      lang={lang}
      direction={say.direction}
      state={state.status}
      tone={toneOf(state)}
      data-presentation={options.presentation}
    >
      {isDialog ? (
        <>
          <Launcher ramp={ramp} say={say} onOpen={open} />
          <dialog {...dialog} className="leyden-dialog" aria-label={say('rampTitle')}>
            {!isIdle && <RampContent {...content} ramp={ramp} onCross={cross} />}
          </dialog>
        </>
      ) : (
        <RampContent {...content} ramp={ramp} />
      )}
    </Card>
  )
}

/** What stays in the page while the rest is in a dialog. */
function Launcher({ ramp, say, onOpen }: { ramp: RampWidgetHandle; say: Say; onOpen: () => void }) {
  const { state } = ramp
  const isIdle = state.status === 'idle'
  return (
    <div className="leyden-body">
      <h2 className="leyden-title">{say('rampTitle')}</h2>
      <p className="leyden-muted">
        {isIdle ? say('rampIdle') : announcement(state, ramp.isOnline, say) || say('rampUnderWay')}
      </p>
      <Button onClick={onOpen}>{say(isIdle ? 'rampContinue' : 'rampShow')}</Button>
    </div>
  )
}

/** A value that changes only while nothing is under way: a frame that moves in the tree loads again. */
function useUntilIdle<T>(value: T, isIdle: boolean): T {
  const [held, setHeld] = useState(value)
  if (isIdle && held !== value) setHeld(value)
  return isIdle ? value : held
}

function toneOf({ status }: RampState): 'ok' | 'bad' | 'warn' | undefined {
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
