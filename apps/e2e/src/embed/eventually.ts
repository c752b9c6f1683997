import { expect } from 'vitest'

/** Waits for what will be true sooner or later: how soon says more about the machine than about us. */
export function eventually<T>(read: () => T, what?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 30_000, interval: 30, ...(what !== undefined && { message: what }) })
}
