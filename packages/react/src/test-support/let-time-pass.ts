import { afterEach, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

/** Stops the clock that is read; timers go on, so that nothing but `passTime` makes it later. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
}

/** Time goes by as it does for a device that sleeps: the clock is later, and the page is told that somebody is back. */
export function passTime(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000)
  document.dispatchEvent(new Event('visibilitychange'))
}
