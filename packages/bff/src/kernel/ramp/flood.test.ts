import { describe, expect, it } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { openOperator } from '../../test-support/operator.js'
import { completed, older, openRampShop } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge, SECRET, type Shop } from '../../test-support/shop.js'
import { signedHeaders } from '../../test-support/signed-headers.js'
import { median, printFigure, promisedRatio, soakSize } from '../../test-support/soak.js'
import { anEvent } from '../../test-support/store-conformance.js'
import type { BffEvent, RampEvent } from '../outbox/bff-event.js'
import { memoryStore } from '../store/memory-store.js'
import { createTokens } from '../tokens/tokens.js'
import { standardWebhooksVerifier } from './webhook-signatures.js'

const WEBHOOK_SECRET = `whsec_${'A'.repeat(32)}`
const junk = (n: number) => ({ ...completed(`junk_${n}`), type: 'ramp.unheard.of' })
const signed = (body: string) => signedHeaders(WEBHOOK_SECRET, { id: 'msg_1', at: new Date(), body })
const isPurchase = (event: BffEvent): event is RampEvent => event.type === 'ramp.purchase.completed'

/** A shop with one session whose events were appended without reductions. */
async function openFilled(count: number, bytes = 0, options: Parameters<typeof openRampShop>[0] = {}) {
  const store = memoryStore()
  const rates = { webhooksPerMinute: Number.POSITIVE_INFINITY }
  const shop = openRampShop({ store, rates, ...options })
  const session = await shop.open()
  const token = shop.webhookUrl().split('/').at(-1) ?? ''
  const id = createTokens([SECRET]).read('webhook', token, new Date()) ?? ''
  for (let n = 0; n < count; n++) {
    const event = { type: 'ramp.unheard.of', facts: {}, body: new Uint8Array(bytes), deliver: false }
    await store.append(id, anEvent({ key: `stored ${n}`, ...event }))
  }
  return { ...shop, store, session, id, alerts: () => shop.log.lines.filter(isAlert) }
}

/** In the short form most of the thousand events are stored beforehand. */
const FILLED = soakSize(850, 0)
const isAlert = ({ fields }: { fields: Record<string, unknown> }) => fields.code === 'WEBHOOK_FLOOD'

/** The events that a flood holds for review, in the reply to an operator. */
const afterFlood = ({ data }: { data: Record<string, unknown> }) =>
  (data.events as { type: string; after_flood?: true }[]).filter((event) => event.after_flood)

/** The number of events that the operators' page holds for review. */
async function heldOnPage(shop: Pick<Shop, 'bff'>, { session_id }: { session_id: string }) {
  const operator = openOperator(shop)
  return (await operator.search(session_id)).page.split('Held:</strong>').length - 1
}

describe('a flood of webhooks of one session', () => {
  it('ends, and the purchase after it is stored, delivered and held for review', async () => {
    const shop = await openFilled(FILLED)
    const { session, store, id } = shop
    const replies: Response[] = []
    for (let n = FILLED; n < 1_000; n++) replies.push(await shop.hook(junk(n)))
    const statuses = [...Array(900 - FILLED).fill(200), ...Array(100).fill(429)]
    expect(replies.map(({ status }) => status)).toEqual(statuses)
    expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await shop.state(session)).toMatchObject({ status: 'needs_review' })
    expect(shop.alerts()).toHaveLength(1)
    expect(shop.alerts()[0]).toMatchObject({ level: 'error', fields: { session: id, events: 900 } })

    expect((await shop.hook(completed('evt_real', { amount: '12', currency: 'BTC' }))).status).toBe(200)
    // One that was stored before is acknowledged again.
    expect((await shop.hook(junk(FILLED))).status).toBe(200)
    expect((await store.heads(id)).length).toBe(902)
    await shop.bff.tick()
    const [purchase] = shop.events.filter(isPurchase)
    expect(purchase).toMatchObject({ service: { id: 'evt_real' }, meaning: undefined, afterFlood: true })
    expect(await shop.state(session)).toMatchObject({ status: 'needs_review' })
    const read = await shop.get(`admin/sessions/${session.session_id}`, asAdmin())
    expect(afterFlood(read).map(({ type }) => type)).toEqual(['ramp.flood', 'ramp.purchase.completed'])
    expect(await heldOnPage(shop, session)).toBe(2)

    const released = await shop.post(`admin/events/${purchase?.id}/release`, {}, asAdmin())
    expect(released.data).toMatchObject({ status: 'completed', details: { amount: '12' } })
    await shop.bff.tick()
    const counted = { id: purchase?.id, meaning: 'completed', released: true, afterFlood: undefined }
    expect(shop.events.filter(isPurchase).at(-1)).toMatchObject(counted)
    expect(await heldOnPage(shop, session)).toBe(0)
  })

  it('leaves a hundred places for events with a meaning, and one for the first of each kind', async () => {
    const { hook, session, state, alerts } = await openFilled(899)
    const settled = (n: number) => older('PAYMENT.SETTLED', { n })
    expect((await hook(junk(1))).status).toBe(200)
    for (let n = 0; n < 100; n++) expect((await hook(settled(n))).status).toBe(200)
    expect(alerts()).toEqual([])
    expect(await state(session)).toMatchObject({ status: 'processing' })
    expect((await hook(settled(100))).status).toBe(429)
    expect((await hook(older('PAYMENT.FAILED'))).status).toBe(200)
    expect((await hook(older('PAYMENT.FAILED', { n: 2 }))).status).toBe(429)
    expect(alerts()).toHaveLength(1)
  })

  it('ends by its bytes, too', async () => {
    const { hook, alerts } = await openFilled(120, 58_000)
    const large = (event: object, bytes: number) => ({ ...event, data: { text: 'x'.repeat(bytes) } })
    expect((await hook(large(junk(1), 30_000))).status).toBe(200)
    expect((await hook(large(junk(2), 30_000))).status).toBe(429)
    expect((await hook(junk(3))).status).toBe(200)
    expect(alerts()).toMatchObject([{ fields: { events: 121 } }])
  })

  it('does not refuse signed webhooks, which count as usual', async () => {
    const verifiers = [standardWebhooksVerifier({ secrets: [WEBHOOK_SECRET] })]
    const { hook, session, state, alerts } = await openFilled(1_000, 0, { verifiers })
    for (const body of [junk(1), completed('evt_1')].map((event) => JSON.stringify(event)))
      expect((await hook(body, undefined, signed(body))).status).toBe(200)
    expect(await state(session)).toMatchObject({ status: 'completed' })
    expect(alerts()).toEqual([])
  })

  it('also ends if the session is not known yet, and then needs a review', async () => {
    const shop = await openFilled(900)
    const { store, id, session, hook, alerts } = shop
    const known = await store.get(id)
    const events = await store.read(id, 0)
    await store.erase(id)
    for (const event of events) await store.append(id, { ...event, deliver: false })
    for (let n = 0; n < 3; n++) expect((await hook(junk(n))).status).toBe(429)
    expect((await hook(completed('evt_1'))).status).toBe(200)
    expect(alerts()).toHaveLength(1)
    if (known) await store.put(known)
    expect(await shop.state(session)).toMatchObject({ status: 'needs_review' })
  })

  it('is over for the page when an operator releases the alert, without another event for the app', async () => {
    const shop = await openFilled(900)
    await shop.hook(junk(1))
    const [alert] = shop.alerts()
    const { data } = await shop.post(`admin/events/${alert?.fields.event}/release`, {}, asAdmin())
    expect(data).toMatchObject({ status: 'created', reviewed_at: expect.any(String) })
    await shop.bff.tick()
    expect(shop.events).toEqual([])
  })
})

describeOnEachStore('a flood of webhooks of one session', (freshStore, kind) => {
  it('does not make other people wait for their charges', async () => {
    const many = Number.POSITIVE_INFINITY
    const store = freshStore()
    const rates = { strangersPerMinute: many, domainPerMinute: many, keyPerMinute: many }
    const shop = openRampShop({ store, rates })
    const medianWait = async () => {
      const waits: number[] = []
      for (let n = 0; n < soakSize(3, 300); n++) {
        const startedAtMs = performance.now()
        await openCharge(shop)
        waits.push(performance.now() - startedAtMs)
      }
      return median(waits)
    }
    await medianWait()
    await shop.open()
    const aloneMs = await medianWait()
    let isOver = false
    const flood = async () => {
      for (let n = 0; !isOver; n++) {
        const { status } = await shop.hook({ ...junk(n), data: { text: 'x'.repeat(60_000) } })
        expect([200, 429]).toContain(status)
        await new Promise((resolve) => setTimeout(resolve, ALLOWED_EVERY_MS))
      }
    }
    const flooding = flood()
    const ratio = (await medianWait()) / aloneMs
    isOver = true
    await flooding
    printFigure(`charges during a flood of one session (${kind})`, `${ratio.toFixed(2)} × as long`, '≤ 1.5 ×')
    expect(ratio).toBeLessThan(promisedRatio(1.5))
  })
})

/** Of the 600 webhooks that a session may get in a minute. */
const ALLOWED_EVERY_MS = 100
