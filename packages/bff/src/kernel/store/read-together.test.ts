import { expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { anEventOf, aRow } from '../../test-support/store-conformance.js'
import { createReadTogether } from './read-together.js'
import type { Store } from './store.js'

/** A store whose reads end when the test says so. */
function openSlow() {
  const store = memoryStore()
  const reads: { keys: readonly string[]; end: () => void; fail: (error: Error) => void }[] = []
  const get: Store['get'] = async (ids, events) => {
    const found = await store.get(ids, events)
    await new Promise<void>((end, fail) => reads.push({ keys: events?.keys ?? [], end, fail }))
    return found
  }
  const begun = (count: number) => vi.waitFor(() => expect(reads).toHaveLength(count))
  return { store, reads, begun, read: createReadTogether({ get }) }
}

it('reads of one row that wait are one, and have what was stored before it began', async () => {
  const { store, reads, begun, read } = openSlow()
  const first = read('one', 'a')
  await begun(1)
  const later = ['a', 'b', 'b'].map((key) => read('one', key))
  const other = read('two', 'a')
  await begun(2)
  const events = ['a', 'b'].map((key) => anEventOf('one', { key }))
  await store.commit({ expect: { one: 0 }, put: [aRow('one')], events })
  reads[0]?.end()
  expect(await first).toEqual({ rows: [null], events: [] })
  await begun(3)
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['a'], ['a', 'b']])
  for (const { end } of reads) end()
  const found = await Promise.all(later)
  expect(found.map(({ rows, events }) => [rows[0]?.seq, events.map(({ key }) => key)])).toEqual([
    [2, ['a']],
    [2, ['b']],
    [2, ['b']],
  ])
  expect((await other).rows).toEqual([null])
})

it('a read that fails does not fail the next one', async () => {
  const { reads, begun, read } = openSlow()
  const failing = read('one', 'a')
  await begun(1)
  const next = read('one', 'b')
  reads[0]?.fail(new Error('no connection'))
  await expect(failing).rejects.toThrow('no connection')
  await begun(2)
  reads[1]?.end()
  expect(await next).toEqual({ rows: [null], events: [] })
})
