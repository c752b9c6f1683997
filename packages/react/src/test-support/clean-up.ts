import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

const A_YEAR_MS = 31_536_000_000

// All files share a page, whose modules are loaded once: a test must not leave anything to the next.
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  // The ledger watches a charge after its widget has gone, until its time is over.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + A_YEAR_MS })
  document.dispatchEvent(new Event('visibilitychange'))
  await Promise.resolve()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})
