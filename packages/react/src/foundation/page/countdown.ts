import { numberFormatter } from '@leyden/core/internal'
import { useEffect, useState } from 'react'
import { useBrowserLayoutEffect } from './use-latest.js'

/** `1:40`, or `1:01:40` from an hour on. */
export function countdown(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? `${hours}:${pad(minutes % 60)}` : minutes}:${pad(seconds % 60)}`
}

/** Until something can be tried again, in the largest unit that fits, rounded up: `20 seconds`, `29 minutes`. */
export function waitText(seconds: number, locale: string): string {
  const [unit, size] = WAIT_UNITS.find(([, least]) => seconds >= least) ?? SECOND
  const format = numberFormatter(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.ceil(seconds / size)).replaceAll(' ', '\u00a0')
}

const SECOND = ['second', 1] as const
const WAIT_UNITS = [['hour', 3_600], ['minute', 60], SECOND] as const

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

/** The remaining whole seconds of a wait, which starts again with each new `cause`. */
export function useWait(cause: unknown, waitMs: number): number {
  const [wait, setWait] = useState({ cause, leftMs: waitMs })
  const leftMs = wait.cause === cause ? wait.leftMs : waitMs
  useEffect(() => {
    if (waitMs <= 0) return
    const end = Date.now() + waitMs
    const timer = setInterval(() => {
      const rest = Math.max(0, end - Date.now())
      setWait({ cause, leftMs: rest })
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [cause, waitMs])
  return Math.ceil(leftMs / 1000)
}
