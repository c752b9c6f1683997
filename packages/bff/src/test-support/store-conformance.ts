import type { RampStatus } from '@leyden/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reduction, ReductionAfter } from '../kernel/store/reduction.js'
import type { DeliveryLane, DeliveryOutcome, NewEvent, OrderState, Store } from '../kernel/store/store.js'
import type { ChargeSubject, IntentSubject, RampSubject, Subject } from '../kernel/store/subject.js'
import { randomId } from '../kernel/tokens/random-id.js'

const start = new Date('2026-11-21T10:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const MINUTE = 60_000

export function aCharge(overrides: Partial<ChargeSubject> = {}): ChargeSubject {
  return {
    kind: 'charge',
    id: randomId() + randomId(),
    createdAt: start.toISOString(),
    expiresAt: after(10 * MINUTE).toISOString(),
    watchUntil: after(11 * MINUTE).toISOString(),
    lnaddress: 'alice@wallet.example',
    amountMsat: '2100000',
    invoice: 'lnbcrt1…',
    intent: false,
    checked: ['amount'],
    network: 'regtest',
    mode: 'test',
    ...overrides,
  }
}

export function anIntent(overrides: Partial<IntentSubject> = {}): IntentSubject {
  return {
    kind: 'intent',
    id: randomId(),
    createdAt: start.toISOString(),
    expiresAt: after(15 * MINUTE).toISOString(),
    watchUntil: after(60 * MINUTE).toISOString(),
    lnaddress: 'alice@wallet.example',
    amountMsat: '2100000',
    description: 'for somebody',
    reference: 'order-7',
    ...overrides,
  }
}

export function aSession(overrides: Partial<RampSubject> = {}): RampSubject {
  const id = randomId()
  return {
    kind: 'ramp',
    id,
    createdAt: start.toISOString(),
    expiresAt: after(10 * MINUTE).toISOString(),
    watchUntil: after(60 * MINUTE).toISOString(),
    sessionId: `ses_${id}`,
    guest: true,
    referenceId: id,
    mode: 'test',
    ...overrides,
  }
}

export function anEvent(overrides: Partial<NewEvent> = {}): NewEvent {
  const key = overrides.key ?? randomId()
  return {
    key,
    hash: `hash of ${key}`,
    type: 'ramp.purchase.completed',
    at: start,
    facts: { meaning: 'completed', details: { amount: '12' } },
    body: new TextEncoder().encode(`{"id":"${key}"}`),
    deliver: true,
    ...overrides,
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

    it('returns a subject unchanged', async () => {
      const charge = aCharge({ description: 'für Ænne ⚡', reference: "it's 1" })
      expect(await store.put(charge)).toBe('stored')
      expect(await store.get(charge.id)).toEqual(charge)
      expect(await store.get(randomId())).toBeNull()
    })

    it('never overwrites a subject', async () => {
      const charge = aCharge()
      await store.put(charge)
      expect(await store.put({ ...charge, amountMsat: '1' })).toBe('id_taken')
      expect(await store.get(charge.id)).toEqual(charge)
    })

    it('lets one subject hold a slot until another replaces it by name', async () => {
      const [first, second, third] = [aCharge(), aCharge(), aCharge()]
      expect(await store.put(first, { slot: 'reference 7' })).toBe('stored')
      expect(await store.put(second, { slot: 'reference 7' })).toBe('slot_taken')
      expect(await store.get(second.id)).toBeNull()
      expect(await store.holder('reference 7')).toEqual(first)
      expect(await store.put(second, { slot: 'reference 7', replaces: first.id })).toBe('stored')
      expect(await store.put(third, { slot: 'reference 7', replaces: first.id })).toBe('slot_taken')
      expect(await store.holder('reference 7')).toEqual(second)
      expect(await store.holder('reference 8')).toBeNull()
    })

    it('does not give a slot to a subject whose id is taken', async () => {
      const charge = aCharge()
      await store.put(charge)
      expect(await store.put(charge, { slot: 'reference 9' })).toBe('id_taken')
    })

    it('gives a slot to one of many concurrent subjects', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => store.put(aCharge(), { slot: 'reference 1' })),
      )
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1)
    })

    it('numbers the events of each subject without gaps, even if many arrive at once', async () => {
      const [one, other] = [randomId(), randomId()]
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          store.append(n % 2 ? one : other, anEvent({ key: `event ${n}` })),
        ),
      )
      for (const id of [one, other])
        expect((await store.read(id, 0)).map((event) => event.seq)).toEqual(
          Array.from({ length: 25 }, (_, index) => index + 1),
        )
    })

    it('returns an event byte for byte', async () => {
      const id = randomId()
      const body = new Uint8Array(256).map((_, index) => index)
      const { deliver: _, ...event } = anEvent({ body })
      await store.append(id, { ...event, deliver: false })
      expect(await store.read(id, 0)).toEqual([{ ...event, seq: 1, conflict: false }])
    })

    it('reads the events after a number', async () => {
      const id = randomId()
      for (const key of ['a', 'b', 'c']) await store.append(id, anEvent({ key }))
      expect((await store.read(id, 1)).map((event) => event.key)).toEqual(['b', 'c'])
      expect(await store.read(id, 3)).toEqual([])
    })

    it('reads at most as many events as it is asked for', async () => {
      const id = randomId()
      for (const key of ['a', 'b', 'c']) await store.append(id, anEvent({ key }))
      expect((await store.read(id, 1, 1)).map((event) => event.key)).toEqual(['b'])
    })

    it('reads events without their bodies: all, or those with a key', async () => {
      const id = randomId()
      for (const hash of ['1', '2']) await store.append(id, anEvent({ key: 'a', hash }))
      await store.append(id, anEvent({ key: 'b' }))
      const { body, deliver: _, ...event } = anEvent({ key: 'b' })
      const heads = await store.heads(id)
      expect(heads.map(({ seq, key }) => [seq, key])).toEqual([
        [1, 'a'],
        [2, 'a'],
        [3, 'b'],
      ])
      expect(heads[2]).toEqual({ ...event, seq: 3, conflict: false, bytes: body?.byteLength })
      expect((await store.heads(id, 'a')).map(({ hash }) => hash)).toEqual(['1', '2'])
      expect(await store.heads(id, 'c')).toEqual([])
    })

    describe('the state of a subject', () => {
      const reduced = (seq: number, status: 'open' | 'paid' = 'open'): Reduction => ({
        seq,
        shown: { seq, state: { kind: 'charge', status, at: start.toISOString() } },
      })
      const reductionAt = (seq: number): ReductionAfter => ({
        stored: reduced(seq),
        conflict: reduced(seq, 'paid'),
      })

      it('is stored with the event that it was computed for', async () => {
        const id = randomId()
        expect(await store.state(id)).toEqual({ reduction: null, later: [] })
        await store.append(id, anEvent({ key: 'a' }), { reduction: reductionAt(1) })
        expect(await store.state(id)).toEqual({ reduction: reduced(1), later: [] })
        await store.append(id, anEvent({ key: 'a', hash: 'another' }), { reduction: reductionAt(2) })
        expect(await store.state(id)).toEqual({ reduction: reduced(2, 'paid'), later: [] })
        await store.append(id, anEvent({ key: 'a' }), { reduction: reductionAt(3) })
        expect(await store.state(id)).toEqual({ reduction: reduced(2, 'paid'), later: [] })
      })

      it('is read with the events that are not in it', async () => {
        const id = randomId()
        await store.append(id, anEvent({ key: 'a' }), { reduction: reductionAt(1) })
        await store.append(id, anEvent({ key: 'b' }))
        // Another writer was faster.
        await store.append(id, anEvent({ key: 'c' }), { reduction: reductionAt(2) })
        const { reduction, later } = await store.state(id)
        expect(reduction).toEqual(reduced(1))
        expect(later).toEqual((await store.heads(id)).slice(1))
      })

      it('is stored by one of many writers at once, in step with its event', async () => {
        const id = randomId()
        await Promise.all(
          Array.from({ length: 20 }, () => store.append(id, anEvent(), { reduction: reductionAt(1) })),
        )
        const { reduction, later } = await store.state(id)
        expect(reduction).toEqual(reduced(1))
        expect(later).toHaveLength(19)
      })

      it('is never replaced by an earlier one', async () => {
        const charge = aCharge()
        await store.put(charge)
        for (const seq of [2, 1]) await store.reduce(charge.id, reduced(seq))
        expect((await store.state(charge.id)).reduction).toEqual(reduced(2))
        await store.reduce(charge.id, reduced(3))
        expect((await store.state(charge.id)).reduction).toEqual(reduced(3))
      })

      it('ends with its subject', async () => {
        const [erased, ended] = [aCharge(), aCharge()]
        for (const { id } of [erased, ended]) {
          await store.append(id, anEvent({ deliver: false }), { reduction: reductionAt(1) })
        }
        await store.put(ended)
        await store.erase(erased.id)
        await store.reduce(erased.id, reduced(1))
        await store.prune({ bodies: start, unpaid: start, subjects: after(60 * MINUTE) })
        for (const { id } of [erased, ended])
          expect(await store.state(id)).toEqual({ reduction: null, later: [] })
      })
    })

    it('keeps one of events with the same key and content', async () => {
      const id = randomId()
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => store.append(id, anEvent({ key: 'e' }))),
      )
      expect(outcomes.sort()).toEqual([...Array<string>(9).fill('duplicate'), 'stored'])
      expect(await store.read(id, 0)).toHaveLength(1)
    })

    it('keeps both of two events with the same key and different content, and reports the conflict', async () => {
      const id = randomId()
      expect(await store.append(id, anEvent({ key: 'e' }))).toBe('stored')
      expect(await store.append(id, anEvent({ key: 'e', hash: 'another' }))).toBe('conflict')
      expect(await store.append(id, anEvent({ key: 'e', hash: 'another' }))).toBe('duplicate')
      expect((await store.read(id, 0)).map((event) => event.conflict)).toEqual([false, true])
    })

    it('allows the same key in different subjects', async () => {
      const [one, other] = [randomId(), randomId()]
      await store.append(one, anEvent({ key: 'e', hash: 'poisoned' }))
      expect(await store.append(other, anEvent({ key: 'e' }))).toBe('stored')
    })

    it('hints at an event of the watched subject, and stops after unwatching', async () => {
      const [watched, other] = [randomId(), randomId()]
      const hint = vi.fn()
      const stop = store.watch(watched, hint)
      await store.append(watched, anEvent())
      await vi.waitFor(() => expect(hint).toHaveBeenCalled())
      stop()
      hint.mockClear()
      await store.append(watched, anEvent())
      await store.append(other, anEvent())
      await store.read(watched, 0)
      expect(hint).not.toHaveBeenCalled()
    })

    /** Uses the real clock, because a store may measure leases with its own. */
    const claimNow = (leaseMs: number) => store.claim('event', 10, leaseMs, new Date())
    const claimedAgain = () =>
      vi.waitFor(async () => {
        const [delivery] = await claimNow(60 * MINUTE)
        if (!delivery) throw new Error('Still leased.')
        return delivery
      })
    const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100))

    it('returns a due delivery once per lease, with its event and attempt', async () => {
      const id = randomId()
      await store.append(id, anEvent({ key: 'e', at: new Date() }))
      const [delivery] = await claimNow(60 * MINUTE)
      expect(delivery).toMatchObject({ subjectId: id, attempt: 1, event: { key: 'e', seq: 1 } })
      expect(await claimNow(60 * MINUTE)).toEqual([])
      await store.renew([delivery?.id ?? ''], 1, new Date())
      expect(await claimedAgain()).toMatchObject({ subjectId: id, attempt: 2 })
    })

    it('prolongs the lease of a running delivery', async () => {
      await store.append(randomId(), anEvent({ at: new Date() }))
      const [delivery] = await claimNow(50)
      await store.renew([delivery?.id ?? ''], 60 * MINUTE, new Date())
      await aWhile()
      expect(await claimNow(MINUTE)).toEqual([])
    })

    it('does not let a process that lost its claim prolong or end the claim of another', async () => {
      await store.append(randomId(), anEvent({ at: new Date() }))
      const [lost] = await claimNow(1)
      const current = await claimedAgain()
      await store.finish(lost?.id ?? '', { status: 'done' })
      await store.renew([lost?.id ?? ''], 1, new Date())
      await aWhile()
      expect(await claimNow(MINUTE)).toEqual([])
      await store.finish(current.id, { status: 'retry', at: start })
      expect(await claimedAgain()).toMatchObject({ attempt: 3 })
    })

    it('does not delay the next attempt of a delivery when the last one is renewed', async () => {
      await store.append(randomId(), anEvent())
      const [delivery] = await store.claim('event', 10, MINUTE, start)
      await store.finish(delivery?.id ?? '', { status: 'retry', at: start })
      await store.renew([delivery?.id ?? ''], MINUTE, start)
      expect(await store.claim('event', 10, MINUTE, start)).toMatchObject([{ attempt: 2 }])
    })

    it('gives a delivery to one of many that claim at once', async () => {
      for (let n = 0; n < 10; n++) await store.append(randomId(), anEvent())
      const claimed = await Promise.all(
        Array.from({ length: 5 }, () => store.claim('event', 4, MINUTE, start)),
      )
      const ids = claimed.flat().map((delivery) => delivery.id)
      expect(ids).toHaveLength(10)
      expect(new Set(ids).size).toBe(10)
    })

    it('does not deliver events without the flag', async () => {
      await store.append(randomId(), anEvent({ deliver: false }))
      expect(await store.claim('event', 10, MINUTE, start)).toEqual([])
    })

    it('delays later events of a subject until the first is done', async () => {
      const id = randomId()
      for (const key of ['a', 'b']) await store.append(id, anEvent({ key }))
      const [first, none] = await store.claim('event', 10, MINUTE, start)
      expect([first?.event?.key, none]).toEqual(['a', undefined])
      await store.finish(first?.id ?? '', { status: 'retry', at: after(5 * MINUTE) })
      expect(await store.claim('event', 10, MINUTE, after(2 * MINUTE))).toEqual([])
      const [retried] = await store.claim('event', 10, MINUTE, after(5 * MINUTE))
      expect(retried?.event?.key).toBe('a')
      await store.finish(retried?.id ?? '', { status: 'done' })
      expect((await store.claim('event', 10, MINUTE, after(5 * MINUTE)))[0]?.event?.key).toBe('b')
    })

    it('continues after a dead delivery, and revives it on request', async () => {
      const id = randomId()
      for (const key of ['a', 'b']) await store.append(id, anEvent({ key }))
      const [first] = await store.claim('event', 10, MINUTE, start)
      await store.finish(first?.id ?? '', { status: 'dead' })
      const [second] = await store.claim('event', 10, MINUTE, start)
      expect(second?.event?.key).toBe('b')
      expect(await store.outbox()).toEqual({
        waiting: 1,
        setAside: 0,
        oldestAt: second?.event?.at,
        dead: 1,
        inReview: 0,
      })
      await store.finish(second?.id ?? '', { status: 'done' })
      expect(await store.outbox()).toEqual({ waiting: 0, setAside: 0, oldestAt: null, dead: 1, inReview: 0 })
      expect(await store.claim('event', 10, MINUTE, after(100 * MINUTE))).toEqual([])
      expect(await store.revive(start)).toBe(1)
      expect((await store.claim('event', 10, MINUTE, start))[0]).toMatchObject({
        attempt: 1,
        event: { key: 'a' },
      })
      expect(await store.revive(start)).toBe(0)
    })

    /** Claims the deliveries of a lane. @returns the keys of their events, in the order of the claims. */
    const keysOf = async (lane: DeliveryLane, limit = 10) => {
      const claimed = await store.claim(lane, limit, MINUTE, start)
      return claimed.map(({ event }) => event?.key)
    }

    it('tells when an event was tried, and when it is tried again', async () => {
      await store.append('one', anEvent({ key: 'a' }))
      const [first] = await store.claim('event', 10, MINUTE, start)
      expect(first).toMatchObject({ attempt: 1, triedAt: null, failedAlone: 0 })
      await store.finish(first?.id ?? '', { status: 'retry', at: after(1) })
      expect(await store.events({ limit: 1 })).toMatchObject([
        { state: 'waiting', attempts: 1, dueAt: after(1) },
      ])
      expect(await keysOf('event')).toEqual([])
      const [second] = await store.claim('event', 1, MINUTE, after(1))
      expect(second).toMatchObject({ event: { key: 'a' }, attempt: 2, triedAt: start })
    })

    it('lists why the last attempt of a delivery has failed, until it is delivered', async () => {
      await store.append('one', anEvent({ key: 'a' }))
      const failureOf = async () => (await store.events({ limit: 1 }))[0]?.failure
      const attempt = async (outcome: DeliveryOutcome) => {
        const [claimed] = await store.claim('event', 1, MINUTE, start)
        await store.finish(claimed?.id ?? '', outcome)
        return failureOf()
      }
      expect(await failureOf()).toBeUndefined()
      expect(await attempt({ status: 'retry', at: start, failure: 'It answered 500.' })).toBe(
        'It answered 500.',
      )
      const late = { status: 'retry', at: start, failure: 'No answer within 30 s.' } as const
      expect(await attempt(late)).toBe('No answer within 30 s.')
      // An attempt without a failure, such as one that waits for its session.
      expect(await attempt({ status: 'retry', at: start })).toBe('No answer within 30 s.')
      expect(await attempt({ status: 'dead', failure: 'It answered 410.' })).toBe('It answered 410.')
      await store.revive(start)
      expect(await failureOf()).toBeUndefined()
      expect(await attempt({ status: 'done' })).toBeUndefined()
    })

    it('claims paid events first, and then what has been due longest', async () => {
      const kinds = {
        unpaid: { meaning: 'processing' },
        purchase: { meaning: 'completed' },
        payment: { evidence: 'preimage' },
        release: { releases: 1 },
      } as const
      for (const [kind, facts] of Object.entries(kinds)) {
        await store.append(`tried ${kind}`, anEvent({ key: `tried ${kind}`, facts }))
        const [delivery] = await store.claim('event', 1, MINUTE, start)
        await store.finish(delivery?.id ?? '', { status: 'retry', at: after(2) })
      }
      for (const [kind, facts] of Object.entries(kinds))
        await store.append(kind, anEvent({ key: kind, facts, at: after(1) }))
      const claimed: (string | undefined)[] = []
      for (let n = 0; n < 3; n++) {
        const page = await store.claim('event', 3, MINUTE, after(2))
        claimed.push(...page.map(({ event }) => event?.key))
      }
      expect(claimed).toEqual([
        ...['purchase', 'payment', 'release'],
        ...['tried purchase', 'tried payment', 'tried release'],
        ...['unpaid', 'tried unpaid'],
      ])
    })

    it('continues after an event that is set aside, and tries that again too', async () => {
      for (const key of ['a', 'b', 'c']) await store.append('one', anEvent({ key }))
      const claimed = async (at: Date) => (await store.claim('event', 10, MINUTE, at))[0]
      const aside = { status: 'retry', at: after(60 * MINUTE), failedAlone: 9, setAside: true } as const
      await store.finish((await claimed(start))?.id ?? '', aside)
      const next = await claimed(start)
      expect(next?.event?.key).toBe('b')
      await store.append('one', anEvent({ key: 'd' }))
      await store.finish(next?.id ?? '', { status: 'done' })
      const later = await store.claim('event', 10, MINUTE, after(60 * MINUTE))
      expect(new Set(later.map(({ event }) => event?.key))).toEqual(new Set(['a', 'c']))
      const [again] = later.filter(({ event }) => event?.key === 'a')
      expect(again).toMatchObject({ triedAt: start, failedAlone: 9, attempt: 2 })
      await store.finish(again?.id ?? '', { ...aside, at: after(90 * MINUTE), failedAlone: 10 })
      expect(await store.outbox()).toMatchObject({ waiting: 3, setAside: 1, dead: 0 })
      expect(await store.revive(after(61 * MINUTE))).toBe(1)
      const revived = await store.claim('event', 10, MINUTE, after(62 * MINUTE))
      expect(revived.find(({ event }) => event?.key === 'a')).toMatchObject({
        attempt: 1,
        failedAlone: 0,
        triedAt: null,
      })
    })

    it('delivers one event again, whether it is done, dead or waiting, and before later ones of its subject', async () => {
      const id = randomId()
      for (const key of ['a', 'b', 'c']) await store.append(id, anEvent({ key }))
      const claimed = async (at: Date) => (await store.claim('event', 10, MINUTE, at))[0]
      const done = await claimed(start)
      expect(await store.redeliver(id, 1, start)).toBe(true)
      // The delivery is running: it is neither due again nor counted again.
      expect(await claimed(start)).toBeUndefined()
      await store.finish(done?.id ?? '', { status: 'done' })
      const second = await claimed(start)
      await store.finish(second?.id ?? '', { status: 'dead' })
      for (const seq of [1, 2]) expect(await store.redeliver(id, seq, start)).toBe(true)
      const keys: (string | undefined)[] = []
      for (let next = await claimed(start); next; next = await claimed(start)) {
        expect(next.attempt).toBe(1)
        keys.push(next.event?.key)
        await store.finish(next.id, { status: 'done' })
      }
      expect(keys).toEqual(['a', 'b', 'c'])
      await store.append(id, anEvent({ key: 'd' }))
      await store.finish((await claimed(start))?.id ?? '', { status: 'retry', at: after(60 * MINUTE) })
      expect(await store.redeliver(id, 4, start)).toBe(true)
      expect(await claimed(start)).toMatchObject({ attempt: 2, event: { key: 'd' } })
      expect(await store.redeliver(id, 5, start)).toBe(false)
      expect(await store.redeliver(randomId(), 1, start)).toBe(false)
    })

    it('lists events in pages, the newest first, by state and by subject', async () => {
      const [one, other] = [randomId(), randomId()]
      for (let n = 0; n < 4; n++) {
        // Two events of the same millisecond, and an internal record of the BFF.
        await store.append(one, anEvent({ key: `one ${n}`, at: after(n) }))
        await store.append(other, anEvent({ key: `other ${n}`, at: after(n), type: 'charge.paid' }))
        await store.append(one, anEvent({ at: after(n), type: 'order.signed', deliver: false }))
      }
      const claims = await store.claim('event', 10, MINUTE, after(10))
      const claimOf = (id: string) => claims.find(({ subjectId }) => subjectId === id)?.id ?? ''
      await store.finish(claimOf(one), { status: 'done' })
      await store.finish(claimOf(other), { status: 'dead' })

      const all = await store.events({ limit: 100 })
      const times = all.map(({ at }) => at.getTime())
      expect(times).toEqual([3, 3, 2, 2, 1, 1, 0, 0].map((ms) => after(ms).getTime()))
      expect(all.find(({ key }) => key === 'one 1')).toEqual({
        ...{ subjectId: one, seq: 3, key: 'one 1', hash: 'hash of one 1', type: 'ramp.purchase.completed' },
        ...{
          at: after(1),
          conflict: false,
          facts: anEvent().facts,
          state: 'waiting',
          attempts: 0,
          dueAt: after(1),
        },
      })
      const paged: typeof all = []
      for (let page = all.slice(0, 0), n = 0; n < 4; n++) {
        page = await store.events({ limit: 3, before: page.at(-1) })
        paged.push(...page)
      }
      expect(paged).toEqual(all)
      expect(await store.events({ limit: 100, subjectId: one })).toEqual(
        all.filter(({ subjectId }) => subjectId === one),
      )
      for (const [state, keys] of [
        ['delivered', ['one 0']],
        ['dead', ['other 0']],
      ] as const) {
        const found = await store.events({ limit: 100, state })
        expect(found.map((event) => [event.state, event.key])).toEqual(keys.map((key) => [state, key]))
        expect(await store.events({ limit: 100, state, subjectId: randomId() })).toEqual([])
      }
      expect((await store.events({ limit: 100, state: 'dead' }))[0]).toMatchObject({ attempts: 1 })
      const waiting = all.filter(({ state }) => state === 'waiting')
      expect(waiting).toHaveLength(6)
      expect(await store.events({ limit: 100, state: 'waiting' })).toEqual(waiting)
      expect(await store.events({ limit: 100, state: 'waiting', before: waiting[2] })).toEqual(
        waiting.slice(3),
      )
    })

    describe('a list of subjects', () => {
      const idsOf = (subjects: readonly { id: string }[]) => subjects.map(({ id }) => id)
      const at = (ms: number) => after(ms).toISOString()

      it('has charges or sessions in pages, the newest first', async () => {
        // Two of the same millisecond, one of a page and one of an intent.
        const charges = [0, 1, 1, 2].map((ms, n) => aCharge({ createdAt: at(ms), intent: n === 1 }))
        const sessions = [0, 1, 2].map((ms) => aSession({ createdAt: at(ms) }))
        for (const subject of [...charges, ...sessions, anIntent()]) await store.put(subject)
        const newestFirst = [
          charges[3],
          ...charges.slice(1, 3).sort((a, b) => (a.id > b.id ? -1 : 1)),
          charges[0],
        ]
        expect(await store.subjects({ kind: 'charge', limit: 10 })).toEqual(newestFirst)
        const paged: Subject[] = []
        for (let page: Subject[] = [], n = 0; n < 3; n++) {
          page = await store.subjects({ kind: 'charge', limit: 2, before: page.at(-1) })
          paged.push(...page)
        }
        expect(paged).toEqual(newestFirst)
        const ramp = await store.subjects({ kind: 'ramp', limit: 2 })
        expect(idsOf(ramp)).toEqual([sessions[2]?.id, sessions[1]?.id])
      })

      it('keeps a charge that is paid, and loses one that is erased', async () => {
        const [paid, erased] = [aCharge({ createdAt: at(1) }), aCharge()]
        for (const charge of [paid, erased]) await store.put(charge)
        await store.append(paid.id, anEvent({ type: 'charge.paid', facts: { evidence: 'app' } }))
        await store.erase(erased.id)
        expect(idsOf(await store.subjects({ kind: 'charge', limit: 10 }))).toEqual([paid.id])
      })

      it('finds charges, sessions and intents by their reference, whoever has set it', async () => {
        const reference = `order of ${randomId()}`
        const [ofPage, ofIntent] = [
          aCharge({ reference }),
          aCharge({ reference, intent: true, createdAt: at(1) }),
        ]
        const [older, newer] = [anIntent({ reference }), anIntent({ reference, createdAt: at(1) })]
        const session = aSession({ referenceId: reference })
        for (const subject of [ofPage, ofIntent, older, session, aCharge({ reference: 'other' }), aSession()])
          await store.put(subject)
        await store.put(newer, {
          order: { reference, sequence: 0, state: { lnaddress: 'a@b.example', amountMsat: '1' } },
        })
        const find = (kind: 'charge' | 'ramp' | 'intent') => store.subjects({ kind, reference, limit: 10 })
        expect(await find('charge')).toEqual([ofIntent, ofPage])
        expect(await find('ramp')).toEqual([session])
        expect(await find('intent')).toEqual([newer, older])
        expect(await store.subjects({ kind: 'charge', reference, limit: 10, before: ofIntent })).toEqual([
          ofPage,
        ])
        expect(await store.subjects({ kind: 'charge', reference: `${reference}x`, limit: 10 })).toEqual([])
      })

      it('finds charges by their recipient, and sessions by their destination', async () => {
        const address = `${randomId()}@wallet.example`
        const [charge, session] = [aCharge({ lnaddress: address }), aSession({ destination: address })]
        for (const subject of [charge, session, aCharge(), aSession()]) await store.put(subject)
        expect(await store.subjects({ kind: 'charge', address, limit: 10 })).toEqual([charge])
        expect(await store.subjects({ kind: 'ramp', address, limit: 10 })).toEqual([session])
      })

      it('has the sessions whose state needs a review, and counts them', async () => {
        const [held, other, charge] = [aSession(), aSession({ createdAt: at(1) }), aCharge()]
        for (const subject of [held, other, charge]) await store.put(subject)
        const stateOf = (status: RampStatus): Reduction => ({
          seq: 1,
          shown: { seq: 1, state: { kind: 'ramp', status, at: start.toISOString() } },
        })
        await store.reduce(held.id, stateOf('needs_review'))
        await store.reduce(other.id, stateOf('completed'))
        const inReview = () => store.subjects({ kind: 'ramp', inReview: true, limit: 10 })
        expect(await inReview()).toEqual([held])
        expect(await store.outbox()).toMatchObject({ inReview: 1 })
        await store.reduce(held.id, { ...stateOf('completed'), seq: 2 })
        expect(await inReview()).toEqual([])
        expect(await store.outbox()).toMatchObject({ inReview: 0 })
      })

      it('finds what Postgres cannot store as JSON', async () => {
        const charge = aCharge({ reference: 'half a \ud800 pair', description: 'zero \0' })
        await store.put(charge)
        expect(idsOf(await store.subjects({ kind: 'charge', limit: 10 }))).toEqual([charge.id])
      })
    })

    it('accepts a late result of a delivery that is already done', async () => {
      await store.append(randomId(), anEvent())
      const [delivery] = await store.claim('event', 10, MINUTE, start)
      await store.finish(delivery?.id ?? '', { status: 'done' })
      await store.finish(delivery?.id ?? '', { status: 'retry', at: start })
      expect(await store.claim('event', 10, MINUTE, after(MINUTE * 2))).toEqual([])
    })

    it('polls a subject at its time, independently of its events', async () => {
      const charge = aCharge()
      await store.put(charge, { wakeAt: after(5 * MINUTE) })
      await store.append(charge.id, anEvent({ key: 'paid' }))
      expect(await store.claim('wake', 10, MINUTE, start)).toEqual([])
      const events = await store.claim('event', 10, MINUTE, after(5 * MINUTE))
      expect(events).toMatchObject([{ subjectId: charge.id, event: { key: 'paid' } }])
      const woken = await store.claim('wake', 10, MINUTE, after(5 * MINUTE))
      expect(woken).toMatchObject([{ subjectId: charge.id, event: null }])
    })

    it('drops a delivered body on request, and keeps the rest of the event', async () => {
      const id = randomId()
      await store.append(id, anEvent({ key: 'tokens' }))
      const [delivery] = await store.claim('event', 10, MINUTE, start)
      await store.finish(delivery?.id ?? '', { status: 'done', dropBody: true })
      const [event] = await store.read(id, 0)
      expect(event).toMatchObject({ key: 'tokens', facts: { meaning: 'completed' } })
      expect(event?.body).toBeUndefined()
      expect(await store.append(id, anEvent({ key: 'tokens' }))).toBe('duplicate')
    })

    it('counts requests per key and window', async () => {
      const take = (key: string, at: Date) => store.take(key, 2, MINUTE, at)
      expect(await take('a', start)).toEqual({ allowed: true, retryAfterMs: 0 })
      expect((await take('a', after(1_000))).allowed).toBe(true)
      expect(await take('a', after(15_000))).toEqual({ allowed: false, retryAfterMs: 45_000 })
      expect((await take('b', after(15_000))).allowed).toBe(true)
      expect((await take('a', after(MINUTE))).allowed).toBe(true)
    })

    it('refuses every request if the limit is 0', async () => {
      for (const at of [start, after(1_000), after(MINUTE)]) {
        const { allowed, retryAfterMs } = await store.take('none', 0, MINUTE, at)
        expect([allowed, retryAfterMs > 0]).toEqual([false, true])
      }
    })

    it('does not block requests when the clock is set back', async () => {
      const day = 24 * 60 * MINUTE
      await store.take('a', 1, MINUTE, after(day))
      expect((await store.take('a', 1, MINUTE, start)).allowed).toBe(true)
    })

    it('deletes delivered bodies and ended subjects, but nothing that is still to be delivered', async () => {
      const [ended, living, waiting] = [
        aCharge(),
        aCharge({ watchUntil: after(90 * MINUTE).toISOString() }),
        aCharge(),
      ]
      for (const charge of [ended, living, waiting]) await store.put(charge, { slot: charge.id })
      for (const charge of [ended, living]) {
        await store.append(charge.id, anEvent({ key: 'e', deliver: false }))
      }
      await store.append(waiting.id, anEvent({ key: 'e' }))
      await store.prune({ bodies: after(MINUTE), unpaid: start, subjects: after(60 * MINUTE) })
      expect(await store.get(ended.id)).toBeNull()
      expect(await store.read(ended.id, 0)).toEqual([])
      expect(await store.holder(ended.id)).toBeNull()
      expect(await store.get(living.id)).toEqual(living)
      expect((await store.read(living.id, 0))[0]?.body).toBeUndefined()
      expect(await store.get(waiting.id)).toEqual(waiting)
      expect((await store.read(waiting.id, 0))[0]?.body).toBeDefined()
    })

    it('keeps an intent while it can be read, and then deletes it with the bodies', async () => {
      const intent = (readableUntil: Date) => anIntent({ watchUntil: readableUntil.toISOString() })
      const [ended, living] = [intent(after(59 * MINUTE)), intent(after(61 * MINUTE))]
      const charge = aCharge()
      for (const subject of [ended, living, charge]) await store.put(subject)
      await store.prune({ bodies: after(60 * MINUTE), unpaid: start, subjects: start })
      expect(await store.get(ended.id)).toBeNull()
      expect(await store.get(living.id)).toEqual(living)
      expect(await store.get(charge.id)).toEqual(charge)
    })

    it('deletes an anonymous charge early, unless it was paid or belongs to an intent or a user', async () => {
      const [unpaid, paid, signed, user, waiting, living] = [
        aCharge(),
        aCharge(),
        aCharge({ intent: true }),
        aCharge({ userId: 'u1' }),
        aCharge(),
        aCharge({ watchUntil: after(61 * MINUTE).toISOString() }),
      ]
      for (const charge of [unpaid, paid, signed, user, living]) await store.put(charge)
      await store.put(waiting, { wakeAt: after(11 * MINUTE) })
      const expired = anEvent({ type: 'charge.expired', facts: {}, deliver: false })
      for (const charge of [unpaid, paid]) await store.append(charge.id, expired)
      const facts = { evidence: 'preimage' as const }
      await store.append(paid.id, anEvent({ type: 'charge.paid', facts, deliver: false }))
      await store.prune({ bodies: start, unpaid: after(60 * MINUTE), subjects: start })
      expect(await store.get(unpaid.id)).toBeNull()
      expect(await store.read(unpaid.id, 0)).toEqual([])
      for (const charge of [paid, signed, user, waiting, living])
        expect(await store.get(charge.id)).toEqual(charge)
      expect(await store.read(paid.id, 0)).toHaveLength(2)
    })

    it('prunes more rows than one batch has', async () => {
      const ids: string[] = []
      const putSome = async () => {
        const charge = aCharge()
        await store.put(charge)
        await store.append(charge.id, anEvent({ deliver: false }))
        ids.push(charge.id)
      }
      for (let n = 0; n < 26; n++) await Promise.all(Array.from({ length: 20 }, putSome))
      await store.prune({ bodies: after(1), unpaid: start, subjects: start })
      for (const id of ids) expect((await store.read(id, 0))[0]?.body).toBeUndefined()
      await store.prune({ bodies: start, unpaid: after(60 * MINUTE), subjects: start })
      for (const id of ids) expect(await store.get(id)).toBeNull()
    })

    it('deletes events whose subject was never stored', async () => {
      const id = randomId()
      await store.append(id, anEvent({ deliver: false }))
      await store.prune({ bodies: start, unpaid: start, subjects: start })
      expect(await store.read(id, 0)).toHaveLength(1)
      await store.prune({ bodies: after(1), unpaid: start, subjects: after(1) })
      expect(await store.read(id, 0)).toEqual([])
    })

    it('keeps events without a subject, their facts longer than their bodies, until they are erased', async () => {
      // Signed ramp orders are stored in this way.
      const [erased, remaining] = [randomId() + randomId(), randomId()]
      for (const id of [erased, remaining])
        await store.append(id, anEvent({ facts: { sessionId: 'ses_1' }, deliver: false }))
      await store.prune({ bodies: after(1), unpaid: start, subjects: start })
      await store.erase(erased)
      expect(await store.read(erased, 0)).toEqual([])
      const [event] = await store.read(remaining, 0)
      expect([event?.body, event?.facts]).toEqual([undefined, { sessionId: 'ses_1' }])
      expect(await store.append(erased, anEvent({ deliver: false }))).toBe('stored')
      expect(await store.read(erased, 0)).toMatchObject([{ seq: 1 }])
    })

    describe('an order', () => {
      const reference = 'order-7'
      const small: OrderState = { lnaddress: 'alice@wallet.example', amountMsat: '2100000' }
      const large: OrderState = { ...small, amountMsat: '9000000', description: 'für Ænne ⚡' }
      const write = async (state?: OrderState) => {
        const { sequence } = await store.order(reference)
        return { reference, sequence, state }
      }
      const ofOrder = (overrides: Partial<ChargeSubject> = {}) =>
        aCharge({ intent: true, reference, ...overrides })
      const payment = (overrides: Partial<NewEvent> = {}) =>
        anEvent({ key: 'charge.paid', type: 'charge.paid', facts: { evidence: 'app' }, ...overrides })

      it('is empty before anything is signed', async () => {
        expect(await store.order(reference)).toEqual({
          sequence: 0,
          state: null,
          charges: [],
        })
      })

      it('gets a new sequence with each state, and keeps it without one', async () => {
        await store.put(anIntent(), { order: await write(small) })
        const first = await store.order(reference)
        expect(first.state).toEqual(small)
        await store.put(anIntent(), { order: await write() })
        expect(await store.order(reference)).toEqual(first)
        await store.put(anIntent(), { order: await write(large) })
        const second = await store.order(reference)
        expect(second.state).toEqual(large)
        expect(second.sequence).toBeGreaterThan(first.sequence)
        expect((await store.order('order-8')).state).toBeNull()
      })

      it('lets nobody write who has read another sequence', async () => {
        const fresh = await write(small)
        await store.put(anIntent(), { order: fresh })
        const current = await write()
        await store.put(anIntent(), { order: await write(large) })
        for (const stale of [fresh, current, { ...current, state: small }]) {
          const [intent, charge] = [anIntent(), ofOrder()]
          expect(await store.put(intent, { order: stale })).toBe('order_changed')
          expect(await store.put(charge, { order: stale, slot: 'reference' })).toBe('order_changed')
          expect(await store.append(charge.id, payment(), { order: stale })).toBe('order_changed')
          expect([await store.get(intent.id), await store.get(charge.id)]).toEqual([null, null])
          expect(await store.holder('reference')).toBeNull()
          expect(await store.read(charge.id, 0)).toEqual([])
        }
        expect(await store.order(reference)).toMatchObject({ state: large, charges: [] })
        expect(await store.claim('event', 10, MINUTE, start)).toEqual([])
      })

      it('is written by one of many at once', async () => {
        for (const order of [await write(small), undefined]) {
          const each = order ?? (await write(large))
          const outcomes = await Promise.all(
            Array.from({ length: 20 }, () => store.put(anIntent(), { order: each })),
          )
          expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1)
        }
        expect((await store.order(reference)).state).toEqual(large)
      })

      it('keeps its state if the charge or the payment is refused', async () => {
        await store.put(anIntent(), { order: await write(small) })
        const before = await write()
        const charge = ofOrder()
        await store.put(charge, { slot: 'one', order: before })
        await store.append(charge.id, payment(), {
          order: { ...before, state: { ...small, paidBy: charge.id } },
        })
        const { sequence, state } = await store.order(reference)
        const change = { reference, sequence, state: large }
        expect(await store.put(charge, { order: change })).toBe('id_taken')
        expect(await store.put(ofOrder(), { slot: 'one', order: change })).toBe('slot_taken')
        expect(await store.append(charge.id, payment(), { order: change })).toBe('duplicate')
        expect(await store.order(reference)).toMatchObject({ sequence, state })
      })

      it('has the charges of its intents with their events, the newest first', async () => {
        const [older, newer] = [ofOrder(), ofOrder({ createdAt: after(1).toISOString() })]
        await store.put(anIntent(), { order: await write(small) })
        for (const charge of [older, newer]) await store.put(charge, { order: await write() })
        await store.put(aCharge({ reference }))
        await store.put(
          aCharge({ reference, userId: 'u1', further: { charge: { intent: true }, invoice: {} } }),
        )
        await store.put(ofOrder({ reference: 'order-8' }))
        await store.append(older.id, payment(), { order: await write({ ...small, paidBy: older.id }) })
        const { charges, state } = await store.order(reference)
        expect(charges.map(({ charge, events }) => [charge, events.map(({ type }) => type)])).toEqual([
          [newer, []],
          [older, ['charge.paid']],
        ])
        expect(state?.paidBy).toBe(older.id)
      })

      it('has every paid charge, however many newer ones there are', async () => {
        const first = ofOrder()
        await store.put(first)
        await store.append(first.id, payment())
        for (let n = 0; n < 120; n++)
          await store.put(
            ofOrder({
              createdAt: after(n + 1).toISOString(),
              watchUntil: after((n + 12) * MINUTE).toISOString(),
            }),
          )
        const { charges } = await store.order(reference)
        expect(charges.at(-1)).toMatchObject({ charge: first, events: [{ type: 'charge.paid' }] })
        expect(charges.length).toBeGreaterThan(100)
        expect(charges[0]?.charge.createdAt).toBe(after(120).toISOString())
      })

      it('lives as long as one of its intents, charges or undelivered payments', async () => {
        const [intent, charge] = [anIntent({ watchUntil: after(2 * MINUTE).toISOString() }), ofOrder()]
        await store.put(intent, { order: await write(small) })
        await store.put(charge, { order: await write() })
        await store.append(charge.id, payment(), { order: await write({ ...small, paidBy: charge.id }) })
        const state = async () => (await store.order(reference)).state
        const all = after(60 * MINUTE)
        await store.prune({ bodies: all, unpaid: all, subjects: all })
        expect([await store.get(intent.id), (await state())?.paidBy]).toEqual([null, charge.id])
        const [delivery] = await store.claim('event', 1, MINUTE, start)
        await store.finish(delivery?.id ?? '', { status: 'done' })
        await store.prune({ bodies: all, unpaid: all, subjects: all })
        expect([await store.get(charge.id), await state()]).toEqual([null, null])
      })

      it('stays while an intent of it can be read', async () => {
        await store.put(anIntent(), { order: await write(small) })
        const before = after(60 * MINUTE)
        await store.prune({ bodies: before, unpaid: before, subjects: before })
        expect((await store.order(reference)).state).toEqual(small)
      })

      it('is erased with the last of its intents and charges, and never has an earlier sequence again', async () => {
        const [intent, charge] = [anIntent(), ofOrder()]
        await store.put(intent, { order: await write(small) })
        await store.put(charge, { order: await write() })
        const { sequence } = await store.order(reference)
        await store.erase(charge.id)
        expect(await store.order(reference)).toMatchObject({ sequence, state: small, charges: [] })
        await store.erase(intent.id)
        expect(await store.order(reference)).toMatchObject({ sequence: 0, state: null })
        await store.put(anIntent(), { order: await write(small) })
        expect((await store.order(reference)).sequence).toBeGreaterThan(sequence)
      })
    })

    it('deletes all data of one subject when it is erased', async () => {
      const [erased, remaining] = [aCharge(), aCharge()]
      for (const charge of [erased, remaining]) {
        await store.put(charge, { slot: charge.id })
        await store.append(charge.id, anEvent())
      }
      await store.erase(erased.id)
      expect(await store.get(erased.id)).toBeNull()
      expect(await store.read(erased.id, 0)).toEqual([])
      expect(await store.holder(erased.id)).toBeNull()
      expect((await store.claim('event', 10, MINUTE, start)).map((delivery) => delivery.subjectId)).toEqual([
        remaining.id,
      ])
      expect(await store.get(remaining.id)).toEqual(remaining)
    })
  })
}
