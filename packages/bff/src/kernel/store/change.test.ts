import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { type AddedEvent, createChange } from './change.js'
import type { Batch, RowWrite } from './store.js'

const row = (id: string, data: unknown = null): RowWrite => ({
  id,
  kind: 'ramp',
  keep: 'subjects',
  untilMs: 1_000,
  createdAtMs: 0,
  data,
})
const event = (key: string): AddedEvent => ({
  ...{ subjectId: 'one', key, hash: 'a', type: 'ramp.other', at: new Date(0), facts: {}, deliver: false },
})

/** Counts up in a row, and stores an event for each. */
function counter(store = memoryStore()) {
  const commit = vi.spyOn(store, 'commit')
  const change = createChange(store)
  const add = (key: string, bytes = 0) =>
    change(
      ['one'],
      (view) => {
        const outcome = view.outcomeOf(event(key))
        if (outcome === 'duplicate') return outcome
        const count = view.row<number>('one')?.data ?? 0
        view.put(row('one', count + 1))
        view.append(event(key))
        return count + 1
      },
      { keys: [key], bytes },
    )
  return { store, commit, change, add }
}

describe('decisions about one row', () => {
  it('follow each other, and share a commit', async () => {
    const { store, commit, add } = counter()
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => add(`${n % 60}`)))
    expect(results).toEqual([
      ...Array.from({ length: 60 }, (_, n) => n + 1),
      ...Array.from({ length: 40 }, () => 'duplicate'),
    ])
    expect(commit).toHaveBeenCalledOnce()
    expect((await store.get(['one'])).rows).toMatchObject([{ data: 60, seq: 60 }])
    expect((await store.read('one', 0)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    )
  })

  it('of several processes are all made, each after the others', async () => {
    const store = memoryStore()
    const processes = Array.from({ length: 4 }, () => counter(store))
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, n) => processes[n % 4]?.add(`event ${n}`)),
    )
    expect(new Set(results).size).toBe(200)
    expect((await store.get(['one'])).rows).toMatchObject([{ data: 200, seq: 200 }])
  })

  it('have at most 128 in a batch, and about a megabyte', async () => {
    const { commit, add } = counter()
    await Promise.all(Array.from({ length: 300 }, (_, n) => add(`${n}`)))
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(`large ${n}`, 300_000)))
    const sizes = commit.mock.calls.map(([batch]) => batch.events?.length)
    expect(sizes).toEqual([128, 128, 44, 3, 3, 3, 3, 3, 3, 2])
  })

  it('are made although one of them throws, without what it has written', async () => {
    const { store, change, add } = counter()
    const failing = change(['one'], (view) => {
      view.put(row('one', 1_000))
      view.append(event('never'))
      throw new Error('refused')
    })
    const [before, failed, after] = await Promise.allSettled([add('a'), failing, add('b')])
    expect([before, after]).toMatchObject([{ value: 1 }, { value: 2 }])
    expect(failed).toMatchObject({ reason: { message: 'refused' } })
    expect((await store.read('one', 0)).map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('are made although the store refuses what one of them writes', async () => {
    const store = memoryStore()
    const { commit } = store
    store.commit = async (batch: Batch) => {
      if (batch.events?.some(({ key }) => key === 'bad')) throw new Error('cannot be stored')
      return commit(batch)
    }
    const { add } = counter(store)
    const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map((key) => add(key)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await store.read('one', 0)).map(({ key }) => key)).toEqual(['a', 'c'])
  })

  it('need no read of what was just read, unless it has changed since', async () => {
    const { store, change, add } = counter()
    await add('a')
    const known = await store.get(['one'])
    const get = vi.spyOn(store, 'get')
    const addOne = () =>
      change(
        ['one'],
        (view) => {
          const count = view.row<number>('one')?.data ?? 0
          view.put(row('one', count + 1))
          return count + 1
        },
        { known },
      )
    expect([await addOne(), get.mock.calls.length]).toEqual([2, 0])
    expect([await addOne(), get.mock.calls.length]).toEqual([3, 1])
  })

  it('write nothing if they decide nothing', async () => {
    const { commit, change } = counter()
    expect(await change(['one'], (view) => view.row('one'))).toBeNull()
    expect(commit).not.toHaveBeenCalled()
  })

  it('expect exactly the rows that they have looked at', async () => {
    const { commit, change } = counter()
    await change(['one', 'two', 'three'], (view) => {
      view.row('two')
      view.put(row('one'))
    })
    expect(commit.mock.calls[0]?.[0].expect).toEqual({ one: 0, two: 0 })
    await expect(change(['one'], (view) => view.row('other'))).rejects.toThrow('was not read')
  })

  it('end in an error if other processes are always faster', async () => {
    const store = memoryStore()
    store.commit = async () => ({ changed: 'one' })
    vi.useFakeTimers()
    const failing = createChange(store)(['one'], (view) => view.put(row('one')))
    const checked = expect(failing).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await vi.advanceTimersByTimeAsync(10_000)
    await checked
    vi.useRealTimers()
  })
})
