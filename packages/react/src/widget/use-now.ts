import { useState } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'

/**
 * The clock in milliseconds, a second at a time, while it is needed; null until it was read for the first time,
 * which is before anything is painted. It is never read while rendering: frameworks that render ahead refuse that.
 */
export function useNow(active: boolean): number | null {
  const [now, setNow] = useState<number | null>(null)
  useBrowserLayoutEffect(() => {
    if (!active) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [active])
  return now
}
