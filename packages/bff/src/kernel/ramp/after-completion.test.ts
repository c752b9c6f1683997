import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { completed, isRampEvent, older, openRampShop } from '../../test-support/ramp-shop.js'
import type { Store } from '../store/store.js'

const DONE = completed('evt_done', {}, { created_at: '2026-11-21T10:00:00Z' })
const event = (id: string, kind: string, created_at?: string) =>
  completed(id, {}, { type: `ramp.purchase.${kind}`, created_at })
const LATER = '2026-11-21T11:00:00Z'
const EARLIER = '2026-11-21T09:00:00Z'

/** Posts webhooks to one session. */
async function receive(...webhooks: object[]) {
  const shop = openRampShop()
  const session = await shop.open()
  for (const webhook of webhooks) {
    await shop.hook(webhook)
    while ((await shop.bff.tick()) > 0);
  }
  const events = shop.events.filter(isRampEvent)
  return { shop, session, marked: events.filter(({ data }) => data.after_completed), events }
}
const alerts = ({ log }: ReturnType<typeof openRampShop>) =>
  log.lines.filter(({ fields }) => fields.code === 'PURCHASE_CONTRADICTED')

describe('what contradicts a completed purchase', () => {
  it.each<[string, object]>([
    ['a failure that was made later', event('evt_1', 'failed', LATER)],
    ['a failure without a time', event('evt_1', 'failed')],
    ['a failure with a time that nobody can read', event('evt_1', 'failed', 'yesterday')],
    ['a refund', event('evt_1', 'refunded', LATER)],
    ['a refund that was made before', event('evt_1', 'refund', EARLIER)],
    ['a reversal', event('evt_1', 'reversed', EARLIER)],
    ['a chargeback of another kind', completed('evt_1', {}, { type: 'payments.charge_back.opened' })],
    ['a failed withdrawal of the older envelope', older('WITHDRAWAL.FAILED', {}, LATER)],
  ])('is %s, also if it comes first', async (_, webhook) => {
    for (const order of [
      [DONE, webhook],
      [webhook, DONE],
    ]) {
      const { shop, session, marked, events } = await receive(...order)
      expect(marked).toHaveLength(1)
      const [first] = alerts(shop)
      expect(alerts(shop)).toHaveLength(1)
      expect(first).toMatchObject({ level: 'error', fields: { event: marked[0]?.id } })
      // The one that came first was delivered before, under the same id.
      expect(events).toHaveLength(order[0] === DONE ? 2 : 3)
      expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    }
  })

  it.each<[string, object]>([
    ['a failure that was made before', event('evt_1', 'failed', EARLIER)],
    ['the end of the session', older('SESSION.CLOSED', {}, LATER)],
    ['a payment that goes on', older('PAYMENT.SETTLED', {}, LATER)],
    ['a kind without a meaning', event('evt_1', 'archived', LATER)],
    ['a second completion', completed('evt_1', {}, { created_at: LATER })],
    [
      'a failure that is held',
      completed('evt_1', { session_id: 'ses_other' }, { type: 'ramp.purchase.failed' }),
    ],
  ])('is not %s', async (_, webhook) => {
    for (const order of [
      [DONE, webhook],
      [webhook, DONE],
    ]) {
      const { shop, marked } = await receive(...order)
      expect([marked, alerts(shop)]).toEqual([[], []])
    }
  })

  it('is not a refund of a purchase that was never completed', async () => {
    const { shop, marked } = await receive(
      event('evt_1', 'failed', EARLIER),
      event('evt_2', 'refunded', LATER),
    )
    expect([marked, alerts(shop)]).toEqual([[], []])
  })

  it('reaches the app although the store fails once the webhook is stored', async () => {
    const own = memoryStore()
    let fails = false
    const failing = <Call extends (...call: never[]) => unknown>(work: Call) =>
      (async (...call) => {
        if (!fails) return work(...call)
        fails = false
        throw new Error('the connection was lost')
      }) as Call
    const commit: Store['commit'] = async (batch) => {
      const done = await own.commit(batch)
      fails ||= batch.events?.some(({ key }) => key === 'evt_done') ?? false
      return done
    }
    const store = { ...own, commit, get: failing(own.get), redeliver: failing(own.redeliver) }
    const shop = openRampShop({ store })
    await shop.open()
    await shop.hook(event('evt_1', 'refunded', LATER))
    while ((await shop.bff.tick()) > 0);
    // The sender tries again until it gets a 200.
    while ((await shop.hook(DONE)).status !== 200);
    for (let turn = 0; turn < 3; turn++, shop.turnClock(60_000)) await shop.bff.tick()
    expect(shop.events.filter(isRampEvent).filter(({ data }) => data.after_completed)).toHaveLength(1)
    expect(alerts(shop)).toHaveLength(1)
  })

  it('is told once its completion, or the event itself, is released', async () => {
    const held = completed('evt_1', { session_id: 'ses_other' }, { type: 'ramp.purchase.refunded' })
    const { shop, session, events } = await receive(DONE, held)
    await shop.ops.release(events.at(-1)?.id ?? '')
    while ((await shop.bff.tick()) > 0);
    expect(shop.events.at(-1)?.data).toMatchObject({ after_completed: true, released: true })
    expect(alerts(shop)).toHaveLength(1)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('is a failure that was made after the arrival of a completion without a time', async () => {
    const untimed = completed('evt_done', {}, { created_at: undefined })
    const later = await receive(untimed, event('evt_1', 'failed', '2099-01-01T00:00:00Z'))
    expect([later.marked.length, alerts(later.shop).length]).toEqual([1, 1])
    const earlier = await receive(untimed, event('evt_1', 'failed', EARLIER))
    expect([earlier.marked, alerts(earlier.shop)]).toEqual([[], []])
  })

  it('is told once for each event', async () => {
    const contradictions = [event('evt_1', 'failed', LATER), event('evt_2', 'refunded', LATER)]
    const { shop, events } = await receive(DONE, ...contradictions)
    expect(alerts(shop).map(({ fields }) => fields.event)).toEqual(events.slice(1).map(({ id }) => id))
    expect(events).toHaveLength(3)
    const early = await receive(...contradictions, DONE)
    expect(alerts(early.shop)).toHaveLength(2)
    // Both were delivered before the completion, and again after it.
    expect(early.events).toHaveLength(5)
  })

  it('is a failure that was made after the first of two completions', async () => {
    const again = completed('evt_again', {}, { created_at: '2026-11-21T12:00:00Z' })
    const { marked } = await receive(DONE, again, event('evt_1', 'failed', LATER))
    expect(marked).toHaveLength(1)
  })
})
