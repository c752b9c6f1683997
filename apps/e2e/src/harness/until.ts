import { vi } from 'vitest'

/** Waits until this throws no more, as `expect.poll` does, which tests that run side by side cannot use. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
