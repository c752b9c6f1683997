import { useEffect, useRef, useState } from 'react'
import { SLOW_MS } from '../../foundation/flow/outage.js'
import { useWait } from '../../foundation/page/countdown.js'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import { useCanShare, useLasting, useOnline, useTouch } from '../../foundation/page/page-signals.js'
import type { PayHandle } from '../pay-handle.js'
import type { PayOptions } from '../pay-options.js'
import type { PayScreen } from './pay-context.js'
import { useCopying } from './use-copying.js'

/** Where it is kept that this browser, or this tab, has shown an invoice. */
const VISITED = 'leyden:visited'

/** For so long a phone vibrates when a payment arrives, in milliseconds. */
const PAID_MS = 30

export function usePayScreen(
  { state, view }: PayHandle,
  { intent, onDone, remember = 'browser' }: Pick<PayOptions, 'intent' | 'onDone' | 'remember'>,
): PayScreen {
  const [isFirstVisit] = useState(() => readJson(remember, VISITED) === undefined)
  useEffect(() => {
    if (state.status === 'awaiting') writeJson(remember, VISITED, true)
  }, [state.status, remember])
  const before = useRef(state.status)
  useEffect(() => {
    const isNews = !['idle', 'paid'].includes(before.current)
    before.current = state.status
    // Without a press on the page, a browser would refuse it and write into the console.
    if (state.status === 'paid' && isNews && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(PAID_MS)
  }, [state.status])
  const error = state.status === 'failed' ? state.error : null
  return {
    ...useCopying(state),
    isSlow: useLasting(state.status === 'requesting', SLOW_MS),
    retrySeconds: useWait(error, error?.retryAfterMs ?? 0),
    isOnline: useOnline(),
    isTouch: useTouch(),
    isFirstVisit,
    canShare: useCanShare(),
    canRenewOrder: typeof intent === 'function',
    canFinish: view.intent === null || typeof onDone === 'function',
  }
}
