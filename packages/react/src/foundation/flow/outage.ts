import type { Client } from '@leyden/core'
import { createListeners } from '@leyden/core/internal'
import { useBrowserValue, useLasting, useOnline } from '../page/page-signals.js'

/**
 * Why this page gets no news of a payment or purchase at the moment: it has no network, or the shop does not answer.
 */
export type Outage = 'offline' | 'shop'

/** After this time a person can cancel a request, in milliseconds. */
export const SLOW_MS = 4_000
/** A watch reports an outage after four seconds. One more second lets it answer first when the network is back. */
const SILENT_MS = 1_000

/** The watches without an answer, by BFF. */
const lost = new Map<string, Set<object>>()
const { subscribe, notify } = createListeners()

/** Records whether the BFF answers a watch. A stopped watch counts as answered. */
export function noteConnection({ baseUrl }: Client, watch: object, isConnected: boolean): void {
  const here = lost.get(baseUrl) ?? new Set()
  lost.set(baseUrl, here)
  if (isConnected ? !here.delete(watch) : here.has(watch)) return
  if (!isConnected) here.add(watch)
  notify()
}

/**
 * The reason of an outage; null while the BFF answers, and in the first seconds, when it is not certain yet. A browser
 * that reports no network only decides which reason is told: a BFF on the same device answers without one.
 */
export function useOutage(client: Client): Outage | null {
  const isOnline = useOnline()
  const isLost = useBrowserValue(subscribe, () => (lost.get(client.baseUrl)?.size ?? 0) > 0, false)
  const isOffline = useLasting(!isOnline && isLost, SILENT_MS)
  const isSilent = useLasting(isOnline && isLost, SILENT_MS)
  return isOffline ? 'offline' : isSilent ? 'shop' : null
}
