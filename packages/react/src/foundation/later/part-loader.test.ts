import { expect, it, vi } from 'vitest'
import { createPartLoader } from './part-loader.js'

it('loads a part once for all that ask, and again only after a failure', async () => {
  const importPart = vi.fn(async () => 'part').mockRejectedValueOnce(new Error('offline'))
  const loader = createPartLoader(importPart)
  const first = [loader.load(), loader.load()]
  for (const each of first) await expect(each).rejects.toThrow('offline')
  expect(importPart).toHaveBeenCalledTimes(1)
  expect(loader.current()).toBeUndefined()
  expect(await Promise.all([loader.load(), loader.load()])).toEqual(['part', 'part'])
  expect(importPart).toHaveBeenCalledTimes(2)
  expect(loader.current()).toBe('part')
  await loader.load()
  loader.prefetch()
  expect(importPart).toHaveBeenCalledTimes(2)
})
