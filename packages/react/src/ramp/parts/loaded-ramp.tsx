import { useEffect, useRef, useState } from 'react'
import { Button } from '../../foundation/card/buttons.js'
import { rampEnglish } from '../../foundation/messages/ramp-english.js'
import { useMessages } from '../../foundation/messages/use-messages.js'
import { useBrowserLayoutEffect } from '../../foundation/provider/use-latest.js'
import { RampContext, type RampScreen, useAnnouncement, useRampScreen } from '../engine/ramp-screen.js'
import type { RampFlowStatus } from '../flow/ramp-state.js'
import type { RampWidgetProps } from '../ramp-widget-props.js'
import { announcement } from '../texts/ramp-texts.js'
import { useRampWidget } from '../use-ramp-widget.js'
import { RampFrame, RampNotices, RampStartPart, RampStatus, RampTitlePart } from './ramp-parts.js'
import { RampStart, RampTitle } from './ramp-start.js'

export interface LoadedRampProps extends RampWidgetProps {
  /** Called with each new state, for the card around it. */
  onStatus: (status: RampFlowStatus) => void
}

/** The widget from the first click on. */
export function LoadedRamp({ onStatus, ...props }: LoadedRampProps) {
  const t = useMessages(rampEnglish, props.messages, 'ramp')
  const ramp = useRampWidget(props)
  const { status } = ramp.state
  useBrowserLayoutEffect(() => onStatus(status), [onStatus, status])
  return <RampBody ramp={ramp} options={props} t={t} />
}

export type RampBodyProps = Pick<RampScreen, 'ramp' | 't' | 'options'>

/** One state of the flow, in the page or in a dialog. It only renders; all behaviour is in `ramp`. */
export function RampBody({ ramp, options, t }: RampBodyProps) {
  const { state } = ramp
  const isIdle = state.status === 'idle'
  const [isShown, setShown] = useState(options.autoStart ?? false)
  const isDialog = useUntilIdle(options.presentation === 'dialog', isIdle)
  const onLeave = () => {
    setShown(false)
    // The payment continues without the view. Closing it changes nothing, and the result is still shown.
    if (state.status !== 'processing' || !isDialog) ramp.actions.close()
  }
  const screen = useRampScreen({ ramp, options, t, isDialog, onLeave })
  const dialog = useDialog(isDialog && isShown && !isIdle, {
    onCancel: screen.cross,
    onClosed: () => setShown(false),
  })
  if (!isDialog) return <RampScreenView {...screen} />

  const open = () => {
    setShown(true)
    if (isIdle) ramp.actions.start()
  }
  // The part that stays in the page while the rest is in a dialog.
  return (
    <>
      <div className="ly-body">
        <RampTitle t={t} quoteCurrency={options.quoteCurrency} origin={options.rampOrigins?.[0]} />
        {isIdle ? (
          <RampStart t={t} onStart={open} />
        ) : (
          <>
            <p className="ly-muted">{announcement(state, ramp.view.isOnline, t) || t('rampUnderWay')}</p>
            <Button onClick={open}>{t('rampShow')}</Button>
          </>
        )}
      </div>
      <dialog {...dialog} className="ly-dialog" aria-label={t('rampTitle')}>
        {!isIdle && <RampScreenView {...screen} />}
      </dialog>
    </>
  )
}

/** A value that changes only while no purchase is running, because a frame that moves in the tree loads again. */
function useUntilIdle<T>(value: T, isIdle: boolean): T {
  const [held, setHeld] = useState(value)
  if (isIdle && held !== value) setHeld(value)
  return isIdle ? value : held
}

/**
 * Opens and closes a native `<dialog>`, which keeps focus inside and returns it. `onCancel` is Escape (or the back
 * gesture of a phone); `onClosed` is called if the browser closes the dialog nevertheless.
 */
function useDialog(isShown: boolean, { onCancel, onClosed }: { onCancel: () => void; onClosed: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Not every test environment knows dialogs.
    if (isShown && !dialog.open) {
      dialog.showModal?.()
      // The focus starts at the first text or field of the view, and not at the close button.
      dialog.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
    }
    if (!isShown && dialog.open) dialog.close?.()
  }, [isShown])
  return {
    ref,
    onCancel: (event: { preventDefault(): void }) => {
      event.preventDefault()
      onCancel()
    },
    onClose: () => {
      if (isShown) onClosed()
    },
  }
}

/** The content of the card in one state of the flow. */
export function RampScreenView(screen: RampScreen) {
  const root = useRef<HTMLDivElement>(null)
  const announced = useAnnouncement(root, screen)
  // One expression for each child, so that the frame never changes its place in the tree.
  return (
    <RampContext.Provider value={screen}>
      <div className="ly-body" ref={root}>
        <RampTitlePart />
        <RampNotices />
        <RampFrame />
        <RampStartPart />
        <RampStatus />
        <div className="ly-hidden" role="status">
          {announced}
        </div>
      </div>
    </RampContext.Provider>
  )
}
