import type { Store } from '../kernel/store/store.js'

/** This many keys have their own window; further keys share windows, so that no count has to be dropped. */
const MOST_KEYS = 100_000
const SHARED_WINDOWS = 4_096
const SWEEP_MS = 1_000

interface Window {
  count: number
  endsAtMs: number
}

/** Counts per key in fixed windows, with bounded memory for any number of keys. */
export function createWindowCounter(mostKeys = MOST_KEYS): Store['take'] {
  const windows = new Map<string, Window>()
  let sweptAtMs = Number.NEGATIVE_INFINITY

  function hasRoom(nowMs: number): boolean {
    if (windows.size >= mostKeys && Math.abs(nowMs - sweptAtMs) >= SWEEP_MS) {
      sweptAtMs = nowMs
      for (const [key, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(key)
    }
    return windows.size < mostKeys
  }

  return async (counts, now) => {
    const nowMs = now.getTime()
    const found: Window[] = []
    for (const { key, limit, windowMs } of counts) {
      const isOwn = windows.has(key) || hasRoom(nowMs)
      const place = isOwn ? key : `shared ${windowMs} ${hashOf(key) % SHARED_WINDOWS}`
      let window = windows.get(place)
      // A clock that was set back must not block anybody for longer than one window.
      if (!window || window.endsAtMs <= nowMs || window.endsAtMs > nowMs + windowMs) {
        window = { count: 0, endsAtMs: nowMs + windowMs }
        windows.set(place, window)
      }
      if (window.count >= limit) return { key, retryAfterMs: window.endsAtMs - nowMs }
      found.push(window)
    }
    for (const window of found) window.count++
    return null
  }
}

/** FNV-1a: spreads keys over the shared windows. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}
