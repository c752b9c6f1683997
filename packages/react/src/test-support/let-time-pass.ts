import { vi } from 'vitest'

/** Stops the clock, but not the timers. Only `passTime` advances the clock. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
}

/** Advances the clock like a device that has slept, and fires the event of the person's return. */
export function passTime(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000)
  document.dispatchEvent(new Event('visibilitychange'))
}
