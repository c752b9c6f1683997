import { useState } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'

/**
 * The server's time in milliseconds, updated each second while it is needed. It is null until the first reading, which
 * happens before the first paint. The clock is never read while rendering, because frameworks that prerender pages
 * refuse that.
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
