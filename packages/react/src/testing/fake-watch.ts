import type { Client, WatchState } from '@leyden/core'

type Watcher = Parameters<Client['watch']>[1] & { watchUrl: string }

/** The watches, and the last state of each: a watch that starts later gets that state too. */
export function createFakeWatch() {
  const watchers = new Set<Watcher>()
  const states = new Map<string, WatchState>()
  let refreshed = 0

  const watch: Client['watch'] = (watchUrl, options) => {
    const watcher = { ...options, watchUrl }
    watchers.add(watcher)
    options.signal.addEventListener('abort', () => watchers.delete(watcher), { once: true })
    const notify = () => {
      const state = states.get(watchUrl)
      if (state && watchers.has(watcher)) options.onState(state)
    }
    queueMicrotask(notify)
    return {
      refresh() {
        refreshed++
        queueMicrotask(notify)
      },
    }
  }

  return {
    watch,
    /** Sends a state to the watches of a URL, and keeps it for later ones. */
    sendState(watchUrl: string, state: WatchState) {
      states.set(watchUrl, state)
      for (const watcher of [...watchers]) if (watcher.watchUrl === watchUrl) watcher.onState(state)
    },
    setConnected(isConnected: boolean) {
      for (const { onConnection } of watchers) onConnection?.(isConnected)
    },
    watching: () => watchers.size,
    refreshed: () => refreshed,
  }
}
