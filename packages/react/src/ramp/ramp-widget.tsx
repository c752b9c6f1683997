'use client'

import type { LeydenError } from '@leyden/core'
import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { forwardRef, type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Boundary, Problem } from '../foundation/card/boundary.js'
import { Card } from '../foundation/card/card.js'
import { useStyleWarning } from '../foundation/card/style-warning.js'
import { needPart } from '../foundation/later/needed-part.js'
import { usePrefetch } from '../foundation/later/use-prefetch.js'
import { type RampStartMessageKey, rampStartEnglish } from '../foundation/messages/ramp-start-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { withoutOptions } from '../foundation/options/option-table.js'
import { listen } from '../foundation/page/listen.js'
import { useOnline } from '../foundation/page/page-signals.js'
import { useLatest } from '../foundation/page/use-latest.js'
import { useLeydenContext } from '../foundation/provider/leyden-context.js'
import { missingClient } from '../foundation/provider/missing-client.js'
import { useClient } from '../foundation/provider/use-client.js'
import { hasStoredSession } from './engine/session-storage-key.js'
import { asksGuest, openWaitingTab, type WaitingTab } from './engine/waiting-tab.js'
import type { RampFlowStatus } from './flow/ramp-state.js'
import { loadedRampPart } from './loaded-ramp-part.js'
import { notifyPage } from './page-reports.js'
import type { LoadedRampProps } from './parts/loaded-ramp.js'
import { RampStart, RampTitle, rampTones } from './parts/ramp-start.js'
import { rampOptions } from './ramp-options.js'
import type { RampWidgetProps } from './ramp-widget-props.js'
import { useRampOptions } from './use-ramp-options.js'

/**
 * Buys bitcoin at a ramp, in a frame of this page or behind a link. A session is made on a click, and a
 * purchase counts as complete only when the server reports it.
 *
 * ```tsx
 * <RampWidget quoteCurrency="USD" baseCurrency="BTC" onCompleted={({ sessionId }) => thank(sessionId)} />
 * ```
 *
 * Without a usable `bffUrl` or `client` it is inert, and the console says why.
 */
export const RampWidget = forwardRef<HTMLElement, RampWidgetProps>(function RampWidget(props, ref) {
  const { widgetEvents } = useLeydenContext()
  const onBroken = (error: LeydenError) => notifyPage({ ...props, widgetEvents }, 'onError', error)
  return (
    <Boundary
      onError={onBroken}
      fallback={(retry) => <BrokenRampCard {...props} rootRef={ref} onRetry={retry} />}
    >
      <RampCard given={props} rootRef={ref} onBroken={onBroken} />
    </Boundary>
  )
})

interface RampCardProps extends Pick<LoadedRampProps, 'onBroken'> {
  given: RampWidgetProps
  rootRef: Ref<HTMLElement>
}

function RampCard({ given, rootRef, onBroken }: RampCardProps) {
  const { isFatal, usable: props } = useRampOptions(given)
  useStyleWarning()
  const { presentation, autoStart, rampOrigins, client } = props
  const { messages, ...rest } = withoutOptions(props, rampOptions)
  const t = useMessages<RampStartMessageKey>(rampStartEnglish, messages, 'ramp')
  const chosen = useClient(client, 'RampWidget')
  const isReady = chosen !== missingClient && !isFatal
  const [wanted, setWanted] = useState<'no' | 'loaded' | 'clicked'>('no')
  const { widgetEvents } = useLeydenContext()
  const listeners = useLatest({ ...props, widgetEvents })
  const [needed] = useState(() =>
    needPart(loadedRampPart, (failure) => notifyPage(listeners.current, 'onError', failure)),
  )
  const { part, error } = useSyncExternalStore(needed.subscribe, needed.getState, needed.getState)
  const { load } = needed
  useEffect(() => needed.cancel, [needed])
  const [status, setStatus] = useState<RampFlowStatus>('idle')
  const root = useRef<HTMLElement>(null)

  // A session of an earlier page load is shown without a click. It is not read while rendering, because a server has
  // none.
  const isUnderWay = useLatest(() => autoStart || hasStoredSession({ ...props, client: chosen }))
  useEffect(() => {
    if (!isReady) return
    if (!isUnderWay.current()) return loadedRampPart.prefetchWhenIdle()
    const loadNow = () => load(false)
    setWanted('loaded')
    setEnclosed(isInDialog(root.current))
    loadNow()
    return listen(window, { online: loadNow })
  }, [isReady, isUnderWay, load])

  // Measured at the click or after mounting, because a server has no dialogs.
  const [isEnclosed, setEnclosed] = useState(false)
  const [tab, setTab] = useState<WaitingTab | null>(null)
  useEffect(() => {
    if (error) tab?.close()
  }, [error, tab])

  usePrefetch(root, loadedRampPart)

  // The button that was clicked is gone.
  const isReplaced = part !== undefined && wanted === 'clicked'
  useEffect(() => {
    if (isReplaced) root.current?.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
  }, [isReplaced])

  const start = () => {
    setWanted('clicked')
    setEnclosed(isInDialog(root.current))
    // A browser opens a tab in the click itself only.
    if (presentation === 'tab' && !asksGuest(props)) setTab(openWaitingTab(t('rampOpening')))
    load(true)
  }
  const isOnline = useOnline()
  const isLoaded = isReady && part !== undefined && wanted !== 'no'
  return (
    <Card
      name={t('rampTitle')}
      {...rest}
      // The next part has its own announcements.
      announced={isLoaded ? undefined : error ? t(isOnline ? 'noConnection' : 'rampOffline') : ''}
      rootRef={useComposedRefs(root, rootRef)}
      direction={t.direction}
      state={status}
      tone={rampTones[status]}
      data-presentation={presentation}
    >
      {isLoaded ? (
        <part.LoadedRamp
          {...props}
          autoStart={autoStart || wanted === 'clicked'}
          isEnclosed={isEnclosed}
          tab={tab}
          onStatus={setStatus}
          onBroken={onBroken}
        />
      ) : (
        <div className="ly-body">
          <RampTitle t={t} origin={rampOrigins?.[0]} />
          {isReady ? (
            <RampStart t={t} onStart={start} busy={wanted !== 'no' && !error} error={error} />
          ) : (
            <p className="ly-muted">{t('rampNotReady')}</p>
          )}
        </div>
      )}
    </Card>
  )
}

/** The card of a widget that has failed. */
function BrokenRampCard({
  rootRef,
  onRetry,
  ...props
}: RampWidgetProps & { rootRef: Ref<HTMLElement>; onRetry: () => void }) {
  const { messages, ...rest } = withoutOptions(props, rampOptions)
  const t = useMessages<RampStartMessageKey>(rampStartEnglish, messages, 'ramp')
  return (
    <Card name={t('rampTitle')} {...rest} rootRef={rootRef} direction={t.direction} tone="bad" code="UNKNOWN">
      <div className="ly-body">
        <Problem t={t} onRetry={onRetry} />
      </div>
    </Card>
  )
}

/** Whether an element is inside a dialog, so that it needs none of its own. */
function isInDialog(element: Element | null): boolean {
  return element?.closest('dialog, [role="dialog"]') != null
}
