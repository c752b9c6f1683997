import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { findSubject } from '../../operations/admin/find-subject.js'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { memoryLog } from '../../test-support/memory-log.js'
import { completed, older, openRampShop } from '../../test-support/ramp-shop.js'
import { median, printFigure, promisedRatio, soakSize } from '../../test-support/soak.js'
import { anEvent, appendTo, aSession, headsOf, putSubject } from '../../test-support/subjects.js'
import { rampAfterAll } from '../ramp/ramp-state.js'
import { createChange } from '../store/change.js'
import type { Store } from '../store/store.js'
import { watchedOf } from '../store/subject-rows.js'
import { createAppend, type SubjectEvent } from './states.js'

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
)

type Webhook = typeof webhook extends fc.Arbitrary<infer Value> ? Value : never

function eventOf({ key, hash, amount, ...facts }: Webhook, turn: number): SubjectEvent {
  const at = new Date(AT_MS + turn * 1_000)
  const stored = { ...facts, details: { amount } } as SubjectEvent['facts']
  return { key, hash, type: 'ramp.purchase.completed', at, facts: stored, deliver: false }
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describeOnEachStore('the state of a session', (freshStore, kind) => {
  it('is the reduction of its whole history, whoever has written what in which order', async () => {
    const store = freshStore()
    const append = createAppend(createChange(store), memoryLog())
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const session = aSession({ sessionId: 'ses_1' })
      const { id } = session
      let isKnown = false
      const add = async (event: SubjectEvent) =>
        isKnown ? append(session, event) : appendTo(store, id, event)
      /** The stored state is always the one after the last event. */
      const check = async () => {
        const { rows, events } = await store.get([id], { of: id })
        const state = watchedOf(rows[0])?.state
        if (isKnown) expect(plain(state)).toEqual(plain(rampAfterAll(session, events)))
      }
      for (const [turn, each] of steps.entries()) {
        if ('stores' in each) {
          if (!isKnown) await putSubject(store, session)
          isKnown = true
        } else if ('releases' in each) {
          const key = `release of ${each.releases}`
          const facts = { releases: each.releases }
          const at = new Date(AT_MS + turn * 1_000)
          await add({ key, hash: key, type: 'ramp.released', at, facts, deliver: false })
        } else {
          const events = each.events.map((event) => eventOf(event, turn))
          await Promise.all(events.map(add))
        }
        await check()
      }
    })
    await fc.assert(property, { numRuns: kind === 'memory' ? soakSize(150, 5_000) : soakSize(15, 500) })
  })

  it('is read from one row, without the events and their bodies', async () => {
    const store = freshStore()
    const shop = openRampShop({ store, limits: { rates: { webhooksPerMinute: Number.POSITIVE_INFINITY } } })
    const session = await shop.open()
    for (let n = 0; n < 30; n++) await shop.hook({ ...completed(`evt_${n}`), type: 'ramp.unheard.of' })
    await shop.hook(older('PAYMENT.SETTLED', { amount: '3', currency: 'BTC' }))
    const read = vi.spyOn(store, 'read')
    const get = vi.spyOn(store, 'get')
    expect(await shop.state(session)).toMatchObject({ status: 'processing', details: { amount: '3' } })
    expect(read).not.toHaveBeenCalled()
    for (const [, events] of get.mock.calls) expect(events).toBeUndefined()
    expect(await get.mock.results[0]?.value).toMatchObject({
      rows: [{ seq: 31, data: { state: { seq: 31, shown: { seq: 31 } } } }],
    })
  })

  it('is read as fast after many events as after one', async () => {
    const store = freshStore()
    const shop = openRampShop({ store })
    const append = createAppend(createChange(store), memoryLog())
    const many = soakSize(50, 1_000)
    const sessions = [1, many].map(async (count) => {
      const session = await shop.open()
      const subject = await findSubject(store, session.session_id)
      await addEvents(store, subject?.id ?? '', count)
      if (subject?.kind === 'ramp') await append(subject, anEvent({ deliver: false }))
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
})

async function addEvents(store: Store, id: string, upTo: number): Promise<void> {
  for (let n = (await headsOf(store, id)).length; n < upTo; n++) {
    const event = { key: `${n}`, hash: '', type: 'ramp.payment.settled', at: new Date(AT_MS) }
    await appendTo(store, id, { ...event, facts: { meaning: 'processing' }, deliver: false })
  }
}
