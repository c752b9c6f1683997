/** Beyond this many keys the oldest windows are dropped, to bound the memory. */
const MOST_KEYS = 100_000

interface Window {
  count: number
  endsAtMs: number
}

/** Counts per key in fixed windows, in memory. */
export function createWindowCounter(mostKeys = MOST_KEYS) {
  const windows = new Map<string, Window>()

  return (
    key: string,
    limit: number,
    windowMs: number,
    now: Date,
  ): { allowed: boolean; retryAfterMs: number } => {
    const nowMs = now.getTime()
    let window = windows.get(key)
    // A clock that was set back must not lock anybody out for longer than one window.
    if (!window || window.endsAtMs <= nowMs || window.endsAtMs > nowMs + windowMs) {
      window = { count: 0, endsAtMs: nowMs + windowMs }
      windows.delete(key)
      windows.set(key, window)
      if (windows.size > mostKeys) windows.delete(windows.keys().next().value as string)
    }
    if (window.count >= limit) return { allowed: false, retryAfterMs: window.endsAtMs - nowMs }
    window.count++
    return { allowed: true, retryAfterMs: 0 }
  }
}
