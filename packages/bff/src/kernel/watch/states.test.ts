import type { RampState } from '@leyden/core'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { completed, older, openRampShop } from '../../test-support/ramp-shop.js'
import { median, printFigure, promisedRatio, soakSize } from '../../test-support/soak.js'
import { anEvent, aSession } from '../../test-support/store-conformance.js'
import type { NewEvent, Store } from '../store/store.js'
import { createStates, reduceAll } from './states.js'

const AT_MS = Date.parse('2026-11-21T10:00:00.000Z')

const webhook = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  // The same key with another hash is a conflict.
  hash: fc.constantFrom('1', '1', '1', '2'),
  meaning: fc.constantFrom(undefined, 'processing', 'completed', 'failed', 'cancelled'),
  suspect: fc.constantFrom(undefined, undefined, ['livemode']),
  duplicateOf: fc.constantFrom(undefined, undefined, undefined, 'ses_first'),
  amount: fc.constantFrom('1', '2'),
  // An event that came before its session is compared when the session is known.
  reported: fc.constantFrom(undefined, { session_id: 'ses_1' }, { session_id: 'ses_another' }),
})

/** What may happen to a session. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ events: fc.tuple(webhook) }) },
  // Two writers at once.
  { weight: 1, arbitrary: fc.record({ events: fc.tuple(webhook, webhook) }) },
  { weight: 2, arbitrary: fc.record({ releases: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constant({ stores: 'the session' } as const) },
  { weight: 1, arbitrary: fc.constant({ reads: 'the state' } as const) },
)

type Webhook = typeof webhook extends fc.Arbitrary<infer Value> ? Value : never

function eventOf({ key, hash, amount, ...facts }: Webhook, turn: number): NewEvent {
  const at = new Date(AT_MS + turn * 1_000)
  const stored = { ...facts, details: { amount } } as NewEvent['facts']
  return { key, hash, type: 'ramp.purchase.completed', at, facts: stored, deliver: false }
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describeOnEachStore('the state of a session', (freshStore, kind) => {
  it('is the reduction of its whole history, whoever has written what in which order', async () => {
    const store = freshStore()
    const states = createStates(store, () => new Date(AT_MS))
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const session = aSession({ sessionId: 'ses_1' })
      const { id } = session
      let isKnown = false
      const append = (event: NewEvent) => (isKnown ? states.append(session, event) : store.append(id, event))
      const check = async () => {
        const { reduction } = await store.state(id)
        const history = await store.heads(id)
        if (reduction)
          expect(plain(reduction)).toEqual(plain(reduceAll(session, history.slice(0, reduction.seq))))
      }
      for (const [turn, each] of steps.entries()) {
        if ('stores' in each) {
          isKnown = (await store.put(session)) !== 'order_changed'
        } else if ('reads' in each) await states.read(session)
        else if ('releases' in each) {
          const key = `release of ${each.releases}`
          const facts = { releases: each.releases }
          const at = new Date(AT_MS + turn * 1_000)
          await append({ key, hash: key, type: 'ramp.released', at, facts, deliver: false })
        } else {
          const events = each.events.map((event) => eventOf(event, turn))
          await Promise.all(events.map(append))
        }
        await check()
      }
      const expected = reduceAll(session, await store.heads(id))
      expect(plain(await states.read(session))).toEqual(plain(expected))
      await check()
    })
    await fc.assert(property, { numRuns: kind === 'memory' ? soakSize(150, 5_000) : soakSize(15, 500) })
  })

  it('is read from one row, without the events and their bodies', async () => {
    const store = freshStore()
    const shop = openRampShop({ store, rates: { webhooksPerMinute: Number.POSITIVE_INFINITY } })
    const session = await shop.open()
    for (let n = 0; n < 30; n++) await shop.hook({ ...completed(`evt_${n}`), type: 'ramp.unheard.of' })
    await shop.hook(older('PAYMENT.SETTLED', { amount: '3', currency: 'BTC' }))
    const reads = [vi.spyOn(store, 'read'), vi.spyOn(store, 'heads'), vi.spyOn(store, 'reduce')]
    const state = vi.spyOn(store, 'state')
    expect(await shop.state(session)).toMatchObject({ status: 'processing', details: { amount: '3' } })
    for (const read of reads) expect(read).not.toHaveBeenCalled()
    expect(await state.mock.results[0]?.value).toMatchObject({
      reduction: { seq: 31, shown: { seq: 31 } },
      later: [],
    })
  })

  it('is read as fast after many events as after one', async () => {
    const store = freshStore()
    const shop = openRampShop({ store })
    const states = createStates(store, () => new Date(AT_MS))
    const many = soakSize(50, 1_000)
    const sessions = [1, many].map(async (count) => {
      const session = await shop.open()
      const subject = await store.holder(`session ${session.session_id}`)
      await addEvents(store, subject?.id ?? '', count)
      if (subject?.kind === 'ramp') await states.append(subject, anEvent({ deliver: false }))
      return { session, ms: [] as number[] }
    })
    const [short, long] = await Promise.all(sessions)
    if (!short || !long) throw new Error('Both sessions are open.')
    for (let n = 0; n < soakSize(5, 500); n++)
      for (const each of [short, long]) {
        const startedAtMs = performance.now()
        expect((await shop.state(each.session)).status).toBe('completed')
        each.ms.push(performance.now() - startedAtMs)
      }
    const ratio = median(long.ms) / median(short.ms)
    printFigure(
      `reading the state after ${many} events (${kind})`,
      `${ratio.toFixed(2)} × that of one`,
      '≤ 1.2 ×',
    )
    expect(ratio).toBeLessThan(promisedRatio(1.2))
  })

  it('is stored by its reader after many events that were appended without it', async () => {
    const store = freshStore()
    const states = createStates(store, () => new Date(AT_MS))
    const session = aSession()
    await store.put(session)
    await addEvents(store, session.id, 10)
    expect(await states.read(session)).toMatchObject({ seq: 10 })
    expect((await store.state(session.id)).later).toHaveLength(10)
    await addEvents(store, session.id, 30)
    expect((await states.read(session)).shown.state as RampState).toMatchObject({ status: 'processing' })
    await vi.waitFor(async () =>
      expect(await store.state(session.id)).toMatchObject({ reduction: { seq: 30 }, later: [] }),
    )
  })
})

async function addEvents(store: Store, id: string, upTo: number): Promise<void> {
  for (let n = (await store.heads(id)).length; n < upTo; n++) {
    const event = { key: `${n}`, hash: '', type: 'ramp.payment.settled', at: new Date(AT_MS) }
    await store.append(id, { ...event, facts: { meaning: 'processing' }, deliver: false })
  }
}
