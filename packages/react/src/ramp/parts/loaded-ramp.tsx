import type { LeydenError } from '@leyden/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Boundary, Problem } from '../../foundation/card/boundary.js'
import { Button } from '../../foundation/card/buttons.js'
import { useActions } from '../../foundation/card/use-actions.js'
import { rampEnglish } from '../../foundation/messages/ramp-english.js'
import { useMessages } from '../../foundation/messages/use-messages.js'
import { useOnline, useSmallWindow } from '../../foundation/page/page-signals.js'
import { useBrowserLayoutEffect } from '../../foundation/page/use-latest.js'
import { createRampEngine } from '../engine/ramp-engine.js'
import type { WaitingTab } from '../engine/waiting-tab.js'
import type { RampFlowStatus } from '../flow/ramp-state.js'
import { frameOf } from '../flow/ramp-view.js'
import type { RampWidgetProps } from '../ramp-widget-props.js'
import { announcement } from '../texts/ramp-texts.js'
import { useRampHandle } from '../use-ramp-widget.js'
import { RampFrame, RampNotices, RampStartPart, RampStatus, RampTitlePart } from './ramp-parts.js'
import {
  RampContext,
  type RampScreen,
  type RampScreenProps,
  useAnnouncement,
  useRampScreen,
} from './ramp-screen.js'
import { RampTitle } from './ramp-start.js'

export interface LoadedRampProps extends RampWidgetProps {
  /** Whether the widget is inside a dialog of the page, and needs none of its own. */
  isEnclosed: boolean
  /** The tab that the first click has opened for the ramp's page. */
  tab: WaitingTab | null
  /** Called with each new state, for the card around it. */
  onStatus: (status: RampFlowStatus) => void
  /** Called with each error of the view. */
  onBroken: (error: LeydenError) => void
}

/** The widget from the first click on. */
export function LoadedRamp({ isEnclosed, tab, onStatus, onBroken, ...props }: LoadedRampProps) {
  const t = useMessages(rampEnglish, props.messages, 'ramp')
  const ramp = useRampHandle(props, createRampEngine, { tab, waitingText: t('rampOpening') })
  const isOnline = useOnline()
  const { status } = ramp.state
  useBrowserLayoutEffect(() => onStatus(status), [onStatus, status])
  return (
    // The purchase goes on if its view fails, and is still reported.
    <Boundary
      shown={status}
      onError={onBroken}
      fallback={(retry) => (
        <div className="ly-body">
          <Problem t={t} onRetry={retry} />
        </div>
      )}
    >
      <GuardedRampBody ramp={ramp} options={props} t={t} isOnline={isOnline} isEnclosed={isEnclosed} />
    </Boundary>
  )
}

function GuardedRampBody({ ramp, ...rest }: RampBodyProps) {
  return <RampBody {...rest} ramp={{ ...ramp, actions: useActions(ramp.actions) }} />
}

export interface RampBodyProps extends Pick<RampScreenProps, 'ramp' | 't' | 'options' | 'isOnline'> {
  /** As in {@link LoadedRampProps}. @default false */
  isEnclosed?: boolean | undefined
}

/** One state of the flow, in the page or in a dialog. It only renders; all behaviour is in `ramp`. */
export function RampBody({ ramp: handle, options, t, isOnline, isEnclosed = false }: RampBodyProps) {
  const { state } = handle
  const isIdle = state.status === 'idle'
  const { presentation = 'auto', autoStart = false } = options
  const isSmall = useSmallWindow()
  const wantsDialog = presentation === 'dialog' || (presentation === 'auto' && isSmall && !isEnclosed)
  const isDialog = useUntilIdle(wantsDialog, isIdle)
  const [isShown, setShown] = useState(autoStart)
  const [wasIdle, setWasIdle] = useState(isIdle)
  if (wasIdle !== isIdle) {
    setWasIdle(isIdle)
    // A result that arrives after the person has closed the dialog is shown in the page, and covers nothing.
    if (isIdle) setShown(false)
  }
  const shown = (start: () => void) => () => {
    setShown(true)
    start()
  }
  const { start, startNewSession } = handle.actions
  const starts = { start: shown(start), startNewSession: shown(startNewSession) }
  const ramp = isDialog ? { ...handle, actions: { ...handle.actions, ...starts } } : handle
  const onLeave = () => {
    setShown(false)
    // The payment continues without the view. Closing it changes nothing, and the result is still shown.
    if (state.status !== 'processing' || !isDialog) ramp.actions.close()
  }
  // A frame stays in the dialog while it is alive, because a frame that moves in the tree loads again.
  const isInside = isDialog && !isIdle && (isShown || frameOf(state) !== null)
  const screen = useRampScreen({ ramp, options, t, isOnline, isDialog: isInside, onLeave })
  const page = useRef<HTMLDivElement>(null)
  const dialog = useDialog(isInside && isShown, page, {
    onCancel: screen.cross,
    onClosed: () => setShown(false),
  })
  if (!isDialog) return <RampScreenView {...screen} />
  return (
    <>
      <div ref={page}>
        {isInside ? (
          // The part that stays in the page while the rest is in the dialog.
          <div className="ly-body">
            <RampTitle t={t} origin={options.rampOrigins?.[0]} leads />
            <p className="ly-muted">{announcement(state, isOnline, t) || t('rampUnderWay')}</p>
            <Button onClick={() => setShown(true)}>{t('rampShow')}</Button>
          </div>
        ) : (
          <RampScreenView {...screen} />
        )}
      </div>
      <dialog {...dialog} className="ly-dialog" aria-label={t('rampTitle')}>
        {isInside && <RampScreenView {...screen} />}
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

interface DialogEvents {
  /** Escape, or the back gesture of a phone. */
  onCancel: () => void
  /** The browser has closed the dialog nevertheless. */
  onClosed: () => void
}

/**
 * Opens and closes a native `<dialog>`, which keeps focus inside and returns it.
 *
 * @param page what is in the page behind the dialog. It gets the focus if the button that had it is gone
 */
function useDialog(
  isShown: boolean,
  page: RefObject<HTMLElement | null>,
  { onCancel, onClosed }: DialogEvents,
) {
  const ref = useRef<HTMLDialogElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Not every test environment knows dialogs.
    if (isShown && !dialog.open) {
      dialog.showModal?.()
      // The focus starts at the first text or field of the view, and not at the close button.
      focusLead(dialog)
    }
    if (!isShown && dialog.open) dialog.close?.()
    if (!isShown && wasShown.current && page.current && hasNoFocus(page.current)) focusLead(page.current)
    wasShown.current = isShown
  }, [isShown, page])
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

/** Whether nothing in the document, or in the shadow root around the view, has the focus. */
function hasNoFocus(view: HTMLElement): boolean {
  const { activeElement } = view.getRootNode() as Document | ShadowRoot
  return activeElement === null || activeElement === document.body
}

function focusLead(view: HTMLElement): void {
  view.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
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
