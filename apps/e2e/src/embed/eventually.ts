import { expect } from 'vitest'

/** Waits for what will be true sooner or later: how soon says more about the machine than about us. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 30_000 })
}
