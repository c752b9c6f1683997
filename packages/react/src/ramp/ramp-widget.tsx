'use client'

import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { type ComponentType, forwardRef, useCallback, useEffect, useRef, useState } from 'react'
import { Card } from '../foundation/card/card.js'
import { withoutOptions } from '../foundation/card/option-table.js'
import { type RampStartMessageKey, rampStartEnglish } from '../foundation/messages/ramp-start-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { missingClient } from '../foundation/provider/missing-client.js'
import { useClient } from '../foundation/provider/use-client.js'
import { useLatest } from '../foundation/provider/use-latest.js'
import { usePropWarnings } from '../foundation/provider/wrong-props.js'
import { checkRampProps } from './check-ramp-props.js'
import { hasStoredSession } from './engine/session-storage-key.js'
import { asksGuest, openWaitingTab, type WaitingTab } from './engine/waiting-tab.js'
import type { RampFlowStatus } from './flow/ramp-state.js'
import type { LoadedRampProps } from './parts/loaded-ramp.js'
import { RampStart, RampTitle, rampTones } from './parts/ramp-start.js'
import { rampOptions } from './ramp-options.js'
import type { RampWidgetProps } from './ramp-widget-props.js'

/**
 * Buys bitcoin at a ramp provider, in a frame of this page or behind a link. A session is made on a click, and a
 * purchase counts as complete only when the server reports it.
 *
 * ```tsx
 * <RampWidget quoteCurrency="USD" baseCurrency="BTC" onCompleted={({ sessionId }) => thank(sessionId)} />
 * ```
 *
 * Without a usable `bffUrl` or `client` it is inert, and the console says why.
 */
export const RampWidget = forwardRef<HTMLElement, RampWidgetProps>(function RampWidget(given, ref) {
  const { wrong, isFatal, usable: props } = checkRampProps(given)
  usePropWarnings('RampWidget', wrong)
  const { quoteCurrency, presentation, autoStart, rampOrigins, client } = props
  const { messages, ...rest } = withoutOptions(props, rampOptions)
  const t = useMessages<RampStartMessageKey>(rampStartEnglish, messages, 'ramp')
  const chosen = useClient(client, 'RampWidget')
  const isReady = chosen !== missingClient && !isFatal
  const [wanted, setWanted] = useState<'no' | 'loaded' | 'clicked'>('no')
  const { Inside, failed, load } = useInside()
  const [status, setStatus] = useState<RampFlowStatus>('idle')
  const root = useRef<HTMLElement>(null)

  // A session of an earlier page load is shown without a click. It is not read while rendering, because a server has
  // none.
  const isUnderWay = useLatest(() => autoStart || hasStoredSession({ ...props, client: chosen }))
  useEffect(() => {
    if (!isReady || !isUnderWay.current()) return
    setWanted('loaded')
    setEnclosed(isInDialog(root.current))
    load()
  }, [isReady, isUnderWay, load])

  // Measured at the click or after mounting, because a server has no dialogs.
  const [isEnclosed, setEnclosed] = useState(false)
  const [tab, setTab] = useState<WaitingTab | null>(null)
  useEffect(() => {
    if (failed) tab?.close()
  }, [failed, tab])

  // The button that was clicked is gone.
  const isReplaced = Inside !== null && wanted === 'clicked'
  useEffect(() => {
    if (isReplaced) root.current?.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
  }, [isReplaced])

  const start = () => {
    setWanted('clicked')
    setEnclosed(isInDialog(root.current))
    // A browser opens a tab in the click itself only.
    if (presentation === 'tab' && !asksGuest(props)) setTab(openWaitingTab(t('rampOpening')))
    load()
  }
  return (
    <Card
      name={t('rampTitle')}
      {...rest}
      rootRef={useComposedRefs(root, ref)}
      direction={t.direction}
      state={status}
      tone={rampTones[status]}
      data-presentation={presentation}
    >
      {isReady && Inside && wanted !== 'no' ? (
        <Inside
          {...props}
          autoStart={autoStart || wanted === 'clicked'}
          isEnclosed={isEnclosed}
          tab={tab}
          onStatus={setStatus}
        />
      ) : (
        <div className="ly-body">
          <RampTitle t={t} quoteCurrency={quoteCurrency} origin={rampOrigins?.[0]} />
          {isReady ? (
            <RampStart
              t={t}
              onStart={start}
              onIntent={load}
              busy={wanted !== 'no' && !failed}
              failed={failed}
            />
          ) : (
            <p className="ly-muted">{t('rampNotReady')}</p>
          )}
        </div>
      )}
    </Card>
  )
})

/** Whether an element is inside a dialog, so that it needs none of its own. */
function isInDialog(element: Element | null): boolean {
  return element?.closest('dialog, [role="dialog"]') != null
}

/** Everything after the first click, which most page views never need. It is loaded when a click is likely. */
function useInside() {
  const [Inside, setInside] = useState<ComponentType<LoadedRampProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./parts/loaded-ramp.js').then(
      ({ LoadedRamp }) => setInside(() => LoadedRamp),
      () => setFailed(true),
    )
  }, [])
  return { Inside, failed, load }
}
