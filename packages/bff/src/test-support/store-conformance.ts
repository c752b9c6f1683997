import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPaidEvent } from '../kernel/store/paid-event.js'
import type { Batch, NewEvent, Row, RowQuery, RowWrite, Store } from '../kernel/store/store.js'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const at = (ms: number) => new Date(START + ms)
const MINUTE = 60_000

export function aRow(id: string, overrides: Partial<RowWrite> = {}): RowWrite {
  return {
    id,
    kind: 'charge',
    keep: 'subjects',
    untilMs: START + 60 * MINUTE,
    createdAtMs: START,
    data: { note: 'für Ænne ⚡', half: '\ud83d' },
    ...overrides,
  }
}

export function anEventOf(subjectId: string, overrides: Partial<NewEvent> = {}): NewEvent {
  const facts = overrides.facts ?? {}
  return {
    subjectId,
    key: 'evt_1',
    hash: 'a',
    type: 'ramp.purchase.completed',
    at: at(0),
    conflict: false,
    deliver: true,
    urgent: isPaidEvent(facts),
    ...overrides,
    facts,
  }
}

/** The tests that every store must pass; `open` returns an empty one. */
export function storeConformance(name: string, open: () => Promise<Store>): void {
  describe(`${name} as a store`, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const versionOf = async (id: string) => (await store.get([id])).rows[0]?.version ?? 0
    const put = async (row: RowWrite, rest: Partial<Batch> = {}) =>
      store.commit({ expect: { [row.id]: await versionOf(row.id) }, put: [row], ...rest })
    /** Adds events to a row, which is written anew. */
    const append = async (id: string, ...keys: string[]) =>
      put(aRow(id), { events: keys.map((key) => anEventOf(id, { key })) })
    const claim = (now = at(0), limit = 10) => store.claim('event', limit, MINUTE, now)
    const claimed = async (now = at(0)) => (await claim(now)).map(({ event }) => event?.key)
    const seqOf = async (id: string) => (await store.get([id])).rows[0]?.seq

    describe('a commit', () => {
      it('stores a row as it is, with a version and the number of its last event', async () => {
        const row = aRow('one', { reference: 'order-7', address: 'a@b.example', inReview: true })
        expect(await put(row, { events: [anEventOf('one')] })).toEqual({})
        const { rows } = await store.get(['none', 'one'])
        expect(rows).toEqual([null, { ...row, seq: 1, version: expect.any(Number) }])
      })

      it('gives a row another version each time, and never an earlier one again', async () => {
        const versions = new Set<number>()
        for (let n = 0; n < 5; n++) {
          await put(aRow('one'))
          versions.add(await versionOf('one'))
          await store.commit({ expect: { one: await versionOf('one') }, erase: ['one'] })
        }
        await put(aRow('one'))
        versions.add(await versionOf('one'))
        expect(versions.size).toBe(6)
      })

      it('writes nothing if one of the rows has changed, and names it', async () => {
        await append('one', 'a')
        const [first, wake] = [await versionOf('one'), { two: START }]
        await put(aRow('one', { data: 'newer' }))
        const stale: Batch[] = [
          { expect: { one: first }, put: [aRow('one')] },
          { expect: { one: 0 }, put: [aRow('one')] },
          { expect: { one: first }, erase: ['one'] },
          { expect: { two: 0, one: first }, put: [aRow('two')], events: [anEventOf('two')], wake },
        ]
        for (const batch of stale) expect(await store.commit(batch)).toEqual({ changed: 'one' })
        expect((await store.get(['one', 'two'])).rows).toMatchObject([{ data: 'newer', seq: 1 }, null])
        expect(await store.read('two', 0)).toEqual([])
        expect(await store.claim('wake', 10, MINUTE, at(0))).toEqual([])
      })

      it('is written by one of many at once, whether the row exists or not', async () => {
        for (const data of ['new', 'changed']) {
          const version = await versionOf('one')
          const outcomes = await Promise.all(
            Array.from({ length: 20 }, (_, n) =>
              store.commit({
                expect: { one: version, [`own ${data} ${n}`]: 0 },
                put: [aRow('one', { data }), aRow(`own ${data} ${n}`)],
                events: [anEventOf('one', { key: `${data} ${n}` })],
              }),
            ),
          )
          expect(outcomes.filter(({ changed }) => changed === undefined)).toHaveLength(1)
          const own = Array.from({ length: 20 }, (_, n) => `own ${data} ${n}`)
          expect((await store.get(own)).rows.filter((row) => row !== null)).toHaveLength(1)
        }
        expect(await seqOf('one')).toBe(2)
      })

      it('never waits for another one forever, in whichever order their rows are', async () => {
        await Promise.all(['a', 'b'].map((key) => put(aRow(key))))
        for (let round = 0; round < 10; round++) {
          const { rows } = await store.get(['a', 'b'])
          const [a = 0, b = 0] = rows.map((row) => row?.version)
          const outcomes = await Promise.all(
            [
              [['a', a] as const, ['b', b] as const],
              [['b', b] as const, ['a', a] as const],
            ].map((pair) =>
              store.commit({ expect: Object.fromEntries(pair), put: pair.map(([key]) => aRow(key)) }),
            ),
          )
          expect(outcomes.filter(({ changed }) => changed === undefined)).toHaveLength(1)
        }
      })

      it('erases a row with its events and deliveries', async () => {
        await append('one', 'a', 'b')
        await append('two', 'c')
        await store.commit({ expect: { one: await versionOf('one') }, erase: ['one'] })
        expect((await store.get(['one'])).rows).toEqual([null])
        expect(await store.read('one', 0)).toEqual([])
        expect(await claimed()).toEqual(['c'])
        await append('one', 'a')
        expect(await seqOf('one')).toBe(1)
      })
    })

    describe('events', () => {
      it('have numbers without gaps, and are read with and without their bodies', async () => {
        const body = new TextEncoder().encode('{"a":"\0"}')
        await put(aRow('one'), { events: [anEventOf('one', { body }), anEventOf('one', { key: 'b' })] })
        await append('one', 'c')
        const all = await store.read('one', 0)
        expect(all.map(({ seq, key }) => [seq, key])).toEqual([
          [1, 'evt_1'],
          [2, 'b'],
          [3, 'c'],
        ])
        expect(all[0]?.body).toEqual(body)
        expect((await store.read('one', 1, 1)).map(({ seq }) => seq)).toEqual([2])
        const { rows, events } = await store.get(['one'], { of: 'one', keys: ['evt_1', 'c', 'none'] })
        expect(rows[0]?.seq).toBe(3)
        expect(events).toMatchObject([
          { seq: 1, bytes: body.length },
          { seq: 3, bytes: 0 },
        ])
        expect(events[0]).not.toHaveProperty('body')
      })

      it('are listed newest first, in pages, by state, row and type', async () => {
        for (let n = 0; n < 6; n++)
          await put(aRow(`row ${n % 2}`), {
            events: [
              anEventOf(`row ${n % 2}`, {
                key: `${n}`,
                at: at(Math.floor(n / 2)),
                type: 'ramp.other',
              }),
            ],
          })
        const list = async (query: Partial<Parameters<Store['events']>[0]>) =>
          (await store.events({ limit: 10, ...query })).map(({ key }) => key)
        expect(await list({})).toEqual(['5', '4', '3', '2', '1', '0'])
        expect(await list({ limit: 2 })).toEqual(['5', '4'])
        const [last] = await store.events({ limit: 1 })
        expect(await list({ before: last, subjectId: 'row 1' })).toEqual(['3', '1'])
        const [first] = await claim()
        await store.finish(first?.id ?? '', { status: 'dead', failure: 'It answered 410.' })
        expect(await store.events({ state: 'dead', limit: 10 })).toMatchObject([
          { key: first?.event?.key, attempts: 1, failure: 'It answered 410.' },
        ])
        expect(await list({ state: 'waiting' })).toHaveLength(5)
        expect(await list({ state: 'delivered' })).toEqual([])
      })
    })

    it('lists rows newest first, in pages, by what they are found by', async () => {
      const rows: Partial<Row>[] = [
        { reference: 'x', address: 'a@b.example' },
        { reference: 'x', createdAtMs: START + 1 },
        { inReview: true, kind: 'ramp' },
        { reference: 'x', createdAtMs: START + 1 },
      ]
      for (const [n, row] of rows.entries()) await put(aRow(`row ${n}`, row))
      const list = async (query: Partial<RowQuery>) =>
        (await store.rows({ kind: 'charge', limit: 10, ...query })).map(({ id }) => id)
      expect(await list({})).toEqual(['row 3', 'row 1', 'row 0'])
      expect(await list({ reference: 'x', limit: 2 })).toEqual(['row 3', 'row 1'])
      expect(await list({ before: { id: 'row 3', createdAtMs: START + 1 } })).toEqual(['row 1', 'row 0'])
      expect(await list({ address: 'a@b.example' })).toEqual(['row 0'])
      expect(await list({ kind: 'ramp', inReview: true })).toEqual(['row 2'])
    })

    describe('the outbox', () => {
      it('gives the first waiting event of each row, urgent ones first and then what has been due longest', async () => {
        await append('one', 'a', 'b')
        await put(aRow('two'), { events: [anEventOf('two', { key: 'c', at: at(-1) })] })
        await put(aRow('three'), { events: [anEventOf('three', { key: 'd', facts: { evidence: 'app' } })] })
        await put(aRow('four'), { events: [anEventOf('four', { key: 'not delivered', deliver: false })] })
        await put(aRow('five'), { events: [anEventOf('five', { key: 'later', at: at(1) })] })
        expect(await claimed()).toEqual(['d', 'c', 'a'])
        expect(await claimed()).toEqual([])
      })

      it('gives a claim to one of many, and again after its lease', async () => {
        for (let n = 0; n < 20; n++) await append(`row ${n}`, `${n}`)
        const claims = await Promise.all(Array.from({ length: 5 }, () => claim(at(0), 8)))
        const ids = [...claims.flat(), ...(await claim(at(0), 20))].map(({ id }) => id)
        expect(new Set(ids).size).toBe(20)
        expect(ids).toHaveLength(20)
      })

      it('prolongs a running claim, and ignores one that was followed by another', async () => {
        await append('one', 'a')
        const claimBriefly = async () => (await store.claim('event', 1, 0, at(0)))[0]
        const [late, running] = [await claimBriefly(), await claimBriefly()]
        expect([late, running]).toMatchObject([
          { attempt: 1, triedAt: null },
          { attempt: 2, triedAt: at(0) },
        ])
        await store.renew([late?.id ?? ''], MINUTE, at(0))
        await store.finish(late?.id ?? '', { status: 'done' })
        expect((await store.outbox()).waiting).toBe(1)
        const last = await claimBriefly()
        expect(last?.attempt).toBe(3)
        await store.renew([last?.id ?? ''], MINUTE, at(0))
        expect(await claim()).toEqual([])
        const failure = 'It answered 500.'
        await store.finish(last?.id ?? '', { status: 'retry', at: at(5), failedAlone: 3, failure })
        await store.renew([last?.id ?? ''], MINUTE, at(0))
        expect(await store.events({ limit: 1 })).toMatchObject([{ attempts: 3, dueAt: at(5), failure }])
        expect(await claim(at(4))).toEqual([])
        const [again] = await claim(at(5))
        expect(again).toMatchObject({ attempt: 4, failedAlone: 3 })
        await store.finish(again?.id ?? '', { status: 'retry', at: at(6) })
        expect(await store.events({ limit: 1 })).toMatchObject([{ failure }])
        const [done] = await claim(at(6))
        await store.finish(done?.id ?? '', { status: 'done' })
        const [listed] = await store.events({ limit: 1 })
        expect([listed?.state, listed?.attempts, listed?.failure]).toEqual([
          'delivered',
          undefined,
          undefined,
        ])
      })

      it('goes on after an event that is done, dead or set aside', async () => {
        await append('one', 'a', 'b', 'c', 'd')
        const end = async (outcome: Parameters<Store['finish']>[1]) => {
          const [next] = await claim()
          await store.finish(next?.id ?? '', outcome)
          return next?.event?.key
        }
        expect(await end({ status: 'done' })).toBe('a')
        expect(await end({ status: 'dead' })).toBe('b')
        expect(await end({ status: 'retry', at: at(MINUTE), failedAlone: 9, setAside: true })).toBe('c')
        expect(await end({ status: 'done' })).toBe('d')
        expect(await store.outbox()).toMatchObject({ waiting: 1, setAside: 1, dead: 1 })
        expect(await store.redeliver(at(0))).toBe(2)
        expect(await claim()).toMatchObject([{ attempt: 1, failedAlone: 0, event: { key: 'b' } }])
      })

      it('delivers one event again before later ones of its row, and deletes a body on request', async () => {
        const body = new Uint8Array([1])
        await put(aRow('one'), { events: [anEventOf('one', { body }), anEventOf('one', { key: 'b' })] })
        const [first] = await claim()
        await store.finish(first?.id ?? '', { status: 'done', dropBody: true })
        expect((await store.read('one', 0))[0]?.body).toBeUndefined()
        expect(await store.redeliver(at(0), { subjectId: 'one', seq: 1 })).toBe(1)
        expect(await store.redeliver(at(0), { subjectId: 'one', seq: 9 })).toBe(0)
        expect(await claimed()).toEqual(['evt_1'])
      })

      it('wakes a row at the newest time that was set, and not for its events', async () => {
        await put(aRow('one'), { wake: { one: START } })
        await put(aRow('one'), { wake: { one: START + 2 }, events: [anEventOf('one')] })
        expect(await claimed()).toEqual(['evt_1'])
        const wakes = (ms: number) => store.claim('wake', 10, MINUTE, at(ms))
        expect(await wakes(1)).toEqual([])
        const [woken] = await wakes(2)
        expect(woken).toMatchObject({ subjectId: 'one', event: null, attempt: 1 })
        await store.finish(woken?.id ?? '', { status: 'retry', at: at(3) })
        const [again] = await wakes(3)
        // A time that is set while the row is looked at is not lost.
        await put(aRow('one'), { wake: { one: START + 4 } })
        await store.finish(again?.id ?? '', { status: 'done' })
        const [last] = await wakes(4)
        await store.finish(last?.id ?? '', { status: 'done' })
        expect(await wakes(MINUTE)).toEqual([])
        expect(await seqOf('one')).toBe(1)
      })
    })

    it('counts a request against all limits or none', async () => {
      const [small, large] = [
        { key: 'small', limit: 2, windowMs: MINUTE },
        { key: 'large', limit: 3, windowMs: MINUTE },
      ]
      expect(await store.take([large, small], at(0))).toBeNull()
      expect(await store.take([large, small], at(1))).toBeNull()
      const refused = { key: 'small', retryAfterMs: MINUTE - 2 }
      for (let n = 0; n < 3; n++) expect(await store.take([large, small], at(2))).toEqual(refused)
      expect(await store.take([large], at(3))).toBeNull()
      expect(await store.take([large], at(4))).toMatchObject({ key: 'large' })
      expect(await store.take([large, small], at(MINUTE))).toBeNull()
      // A clock that was set back locks nobody out.
      expect(await store.take([{ ...small, limit: 1 }], at(-60 * MINUTE))).toBeNull()
    })

    it('deletes old bodies and rows, but nothing that wakes or waits for delivery', async () => {
      const old = { untilMs: START - 1 }
      const body = new Uint8Array([1])
      const ids = ['old', 'brief', 'unpaid', 'waiting', 'waking', 'young']
      await put(aRow('old', old), { events: [anEventOf('old', { deliver: false })] })
      await put(aRow('brief', { ...old, keep: 'bodies' }))
      await put(aRow('unpaid', { ...old, keep: 'unpaid' }))
      await put(aRow('waiting', old), { events: [anEventOf('waiting', { body })] })
      await put(aRow('waking', old), { wake: { waking: START + 60 * MINUTE } })
      await put(aRow('young'), { events: [anEventOf('young', { body, deliver: false })] })
      const left = async () => (await store.get(ids)).rows.flatMap((row) => row?.id ?? [])
      await store.prune({ bodies: at(1), unpaid: at(-1), subjects: at(-1) })
      expect(await left()).toEqual(['old', 'unpaid', 'waiting', 'waking', 'young'])
      expect((await store.read('young', 0))[0]?.body).toBeUndefined()
      expect((await store.read('waiting', 0))[0]?.body).toEqual(body)
      await store.prune({ bodies: at(1), unpaid: at(0), subjects: at(-1) })
      expect(await left()).toEqual(['old', 'waiting', 'waking', 'young'])
      await store.prune({ bodies: at(1), unpaid: at(-1), subjects: at(0) })
      expect(await left()).toEqual(['waiting', 'waking', 'young'])
      expect(await store.read('old', 0)).toEqual([])
      const [delivery] = await claim()
      await store.finish(delivery?.id ?? '', { status: 'dead' })
      await store.prune({ bodies: at(1), unpaid: at(0), subjects: at(0) })
      expect(await left()).toEqual(['waking', 'young'])
    })

    it('prunes more rows than one step has', async () => {
      const ids = Array.from({ length: 520 }, (_, n) => `row ${n}`)
      const body = new Uint8Array([1])
      for (let n = 0; n < ids.length; n += 20)
        await Promise.all(
          ids.slice(n, n + 20).map((id) =>
            store.commit({
              expect: { [id]: 0 },
              put: [aRow(id)],
              events: [anEventOf(id, { body, deliver: false })],
            }),
          ),
        )
      await store.prune({ bodies: at(1), unpaid: at(0), subjects: at(0) })
      for (const id of ids) expect((await store.read(id, 0))[0]?.body).toBeUndefined()
      const end = at(61 * MINUTE)
      await store.prune({ bodies: end, unpaid: end, subjects: end })
      expect((await store.get(ids)).rows.filter((row) => row !== null)).toEqual([])
      expect(await store.read('row 0', 0)).toEqual([])
    })

    it('hints at an event of a watched row, until it is stopped', async () => {
      const hint = vi.fn()
      const stop = store.watch('one', hint)
      await append('one', 'a')
      await vi.waitFor(() => expect(hint).toHaveBeenCalled())
      stop()
    })
  })
}
