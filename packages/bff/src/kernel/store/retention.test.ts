import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openShop, type Shop } from '../../test-support/shop.js'

const HOUR_MS = 3_600_000

let shop: Shop
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  // What it has begun would start timers in the next test.
  await shop.bff.close()
  vi.useRealTimers()
})

it('deletes old data every hour while no delivery ever ends', async () => {
  const store = memoryStore()
  let endClaim = () => {}
  const claim = new Promise<[]>((resolve) => {
    endClaim = () => resolve([])
  })
  vi.spyOn(store, 'claim').mockReturnValue(claim)
  const prune = vi.spyOn(store, 'prune')
  shop = openShop({ store, onEvent() {} })
  shop.bff.start()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(prune).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(prune).toHaveBeenCalledTimes(3)
  const [limits] = prune.mock.calls[2] ?? []
  expect(limits?.subjects.getTime()).toBeGreaterThan(0)
  endClaim()
})

it('starts no second run while one takes long, and none after the BFF was closed', async () => {
  const store = memoryStore()
  let end = () => {}
  const prune = vi.spyOn(store, 'prune').mockReturnValueOnce(
    new Promise((resolve) => {
      end = resolve
    }),
  )
  shop = openShop({ store })
  shop.bff.start()
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  expect(prune).toHaveBeenCalledTimes(1)
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(prune).toHaveBeenCalledTimes(2)
  await shop.bff.close()
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  expect(prune).toHaveBeenCalledTimes(2)
})

it('reports an error, and tries again an hour later', async () => {
  const store = memoryStore()
  const prune = vi.spyOn(store, 'prune').mockRejectedValueOnce(new Error('disk full'))
  shop = openShop({ store })
  shop.bff.start()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shop.log.lines.map(({ fields }) => [fields.code, fields.reason])).toContainEqual([
    'OLD_DATA_NOT_DELETED',
    'disk full',
  ])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(prune).toHaveBeenCalledTimes(2)
})
