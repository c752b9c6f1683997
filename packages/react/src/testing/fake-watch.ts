import { type Client, LeydenError, type WatchState } from '@leyden/core'

type Watcher = Parameters<Client['watch']>[1] & { watchUrl: string; request: () => void }

/**
 * The watches, and the state of each URL, which a watch reports when it starts and when it is refreshed. Until the BFF
 * answers again, each of these requests fails.
 *
 * @param stateOf the current state of a URL: null if there is no news of it, undefined if nothing has this URL
 */
export function createFakeWatch(stateOf: (watchUrl: string) => WatchState | null | undefined) {
  const watchers = new Set<Watcher>()
  let refreshed = 0
  let isAnswering = true

  const watch: Client['watch'] = (watchUrl, options) => {
    const request = () => {
      if (!watchers.has(watcher)) return
      const state = stateOf(watchUrl)
      if (!isAnswering) options.onError?.(new LeydenError('NETWORK', 'The server could not be reached.'))
      else if (state === undefined) options.onError?.(new LeydenError('NOT_FOUND', 'Nothing has this URL.'))
      else if (state) options.onState(state)
    }
    const watcher = { ...options, watchUrl, request }
    watchers.add(watcher)
    options.signal.addEventListener('abort', () => watchers.delete(watcher), { once: true })
    queueMicrotask(request)
    return {
      refresh() {
        refreshed++
        queueMicrotask(request)
      },
    }
  }

  return {
    watch,
    /** Sends a state to the watches of a URL. */
    sendState(watchUrl: string, state: WatchState) {
      if (!isAnswering) return
      for (const watcher of [...watchers]) if (watcher.watchUrl === watchUrl) watcher.onState(state)
    },
    setConnected(isConnected: boolean) {
      isAnswering = isConnected
      for (const { onConnection, request } of [...watchers]) {
        onConnection?.(isConnected)
        queueMicrotask(request)
      }
    },
    watching: () => watchers.size,
    refreshed: () => refreshed,
  }
}
