import { useWait } from '../../foundation/page/countdown.js'
import { SLOW_MS } from '../../foundation/page/outage.js'
import { useCanShare, useLasting, useOnline, useTouch } from '../../foundation/provider/page-signals.js'
import type { PayHandle } from '../pay-handle.js'
import type { PayOptions } from '../pay-options.js'
import type { PayScreen } from './pay-context.js'
import { useCopying } from './use-copying.js'

export function usePayScreen(
  { state, view }: PayHandle,
  { intent, onDone }: Pick<PayOptions, 'intent' | 'onDone'>,
): PayScreen {
  const error = state.status === 'failed' ? state.error : null
  return {
    ...useCopying(state),
    isSlow: useLasting(state.status === 'requesting', SLOW_MS),
    retrySeconds: useWait(error, error?.retryAfterMs ?? 0),
    isOnline: useOnline(),
    isTouch: useTouch(),
    canShare: useCanShare(),
    canRenewOrder: typeof intent === 'function',
    canFinish: view.intent === null || typeof onDone === 'function',
  }
}
