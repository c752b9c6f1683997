import type { Client } from '@leyden/core'
import { createListeners } from '@leyden/core/internal'
import { useSyncExternalStore } from 'react'
import { useLasting, useOnline } from '../provider/page-signals.js'

/** Why this page hears nothing of a payment or purchase at the moment: it has no network, or the shop does not answer. */
export type Outage = 'offline' | 'shop'

/** How long a request may take until a person is offered to cancel it, in milliseconds. */
export const SLOW_MS = 4_000
/** How long the device has to be offline until people are told, in milliseconds. */
const OFFLINE_MS = 5_000
/** A watch says so after four seconds itself. One more lets it answer first when the network is back. */
const SILENT_MS = 1_000

/** The watches that get no answer, by BFF. */
const lost = new Map<string, Set<object>>()
const { subscribe, notify } = createListeners()

/** Notes whether the BFF answers a watch; one that is stopped gets all answers that it wants. */
export function noteConnection({ baseUrl }: Client, watch: object, isConnected: boolean): void {
  const here = lost.get(baseUrl) ?? new Set()
  lost.set(baseUrl, here)
  if (isConnected ? !here.delete(watch) : here.has(watch)) return
  if (!isConnected) here.add(watch)
  notify()
}

/** Why nothing is heard; null while everything is, and in the first seconds, when nobody can be sure. */
export function useOutage(client: Client): Outage | null {
  const isOnline = useOnline()
  const isLost = useSyncExternalStore(
    subscribe,
    () => (lost.get(client.baseUrl)?.size ?? 0) > 0,
    () => false,
  )
  const isOffline = useLasting(!isOnline, OFFLINE_MS)
  const isSilent = useLasting(isOnline && isLost, SILENT_MS)
  return isOffline ? 'offline' : isSilent ? 'shop' : null
}
