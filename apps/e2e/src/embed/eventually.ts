import { expect } from 'vitest'

/** Waits until a condition is true. How long that takes depends on the machine, and is not tested. */
export function eventually<T>(read: () => T, message?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { interval: 30, message: message ?? '' })
}
