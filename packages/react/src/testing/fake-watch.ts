import type { Client, WatchState } from '@leyden/core'

/** The watches, and the last state of each: a watch that starts later gets that state too. */
export function createFakeWatch() {
  const watchers = new Map<string, Set<(state: WatchState) => void>>()
  const states = new Map<string, WatchState>()
  const connections = new Set<(isConnected: boolean) => void>()
  let refreshed = 0

  const watch: Client['watch'] = (watchUrl, { signal, onState, onConnection }) => {
    const notify = (state: WatchState) => {
      if (!signal.aborted) onState(state)
    }
    const here = watchers.get(watchUrl) ?? new Set()
    watchers.set(watchUrl, here.add(notify))
    if (onConnection) connections.add(onConnection)
    const end = () => {
      here.delete(notify)
      if (onConnection) connections.delete(onConnection)
    }
    signal.addEventListener('abort', end, { once: true })
    const notifyState = () => {
      const state = states.get(watchUrl)
      if (state) queueMicrotask(() => notify(state))
    }
    notifyState()
    return {
      refresh() {
        refreshed++
        notifyState()
      },
    }
  }

  return {
    watch,
    /** Sends a state to the watches of a URL, and keeps it for later ones. */
    sendState(watchUrl: string, state: WatchState) {
      states.set(watchUrl, state)
      for (const notify of watchers.get(watchUrl) ?? []) notify(state)
    },
    setConnected(isConnected: boolean) {
      for (const notify of connections) notify(isConnected)
    },
    watching: () => [...watchers.values()].reduce((sum, { size }) => sum + size, 0),
    refreshed: () => refreshed,
  }
}
