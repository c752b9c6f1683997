import type { Client, LeydenError, WatchState } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import { onOffline, onReturn } from '../page/on-return.js'
import { noteConnection } from './outage.js'

/**
 * Watches a charge or a session until it is stopped, and sends a request at once when the person returns to the page.
 */
export function watchUntilStopped(
  client: Client,
  watchUrl: string,
  handlers: {
    onState: (state: WatchState) => void
    onError?: ((error: LeydenError) => void) | undefined
    onConnection?: ((isConnected: boolean) => void) | undefined
  },
) {
  const end = new AbortController()
  const { onState, onError = () => {} } = handlers
  const onConnection = (isConnected: boolean) => {
    noteConnection(client, end, isConnected)
    if (!end.signal.aborted) handlers.onConnection?.(isConnected)
  }
  const { refresh } = client.watch(watchUrl, { signal: end.signal, onState, onError, onConnection })
  // An open stream does not notice that the network is gone. A new request does, or is answered on the same device.
  const unsubscribe = callAll([onReturn(refresh), onOffline(refresh)])
  return {
    /** Sends a status request at once. */
    refresh,
    /** Stops the watch. */
    stop() {
      end.abort()
      onConnection(true)
      unsubscribe()
    },
  }
}

/** A watch that has started. */
export type Watch = ReturnType<typeof watchUntilStopped>
