import { vi } from 'vitest'

/** Waits until the function no longer throws, like `expect.poll`, which concurrent tests cannot use. */
export const until = (check: () => unknown) => vi.waitFor(check, { interval: 50 })
