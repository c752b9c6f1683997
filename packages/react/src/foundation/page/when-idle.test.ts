import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPartLoader } from '../later/part-loader.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { readyState: 'complete' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  [undefined, 1],
  [false, 1],
  [true, 0],
])('an idle page prefetches a part unless the browser saves data: saveData %s', async (saveData, count) => {
  vi.stubGlobal('navigator', { connection: saveData === undefined ? undefined : { saveData } })
  const importPart = vi.fn(async () => 'part')
  const part = createPartLoader(importPart)
  part.prefetchWhenIdle()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(importPart).toHaveBeenCalledTimes(count)
  part.prefetch()
  expect(importPart).toHaveBeenCalledTimes(1)
})
