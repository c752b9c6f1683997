import { vi } from 'vitest'

// By default `vi.waitFor` gives up after one second. The limit is that of `expect.poll` in `patient`.
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 120_000, ...(typeof options === 'number' ? { timeout: options } : options) })
