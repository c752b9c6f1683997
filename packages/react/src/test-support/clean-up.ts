import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
// What logs for developers is loaded when it is needed: a slow machine would log the errors of one test in the next.
import '../foundation/errors/developer-line.js'
import '../foundation/options/unknown-name.js'

const A_YEAR_MS = 31_536_000_000

// All files share a page, whose modules are loaded once, so a test must not leave any state to the next.
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  // The ledger watches a charge until its expiry, also after its widget is unmounted.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + A_YEAR_MS })
  document.dispatchEvent(new Event('visibilitychange'))
  // The server answers, and what is delivered again is given up, in several microtasks.
  await new Promise((resolve) => setTimeout(resolve))
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})
