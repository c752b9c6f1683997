import { describe, expect, it } from 'vitest'
import { standardWebhooksVerifier } from '../../providers/webhook-signatures.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { completed, older, openRampShop } from '../../test-support/ramp-shop.js'
import { openCharge, SECRET } from '../../test-support/shop.js'
import { signedHeaders } from '../../test-support/signed-headers.js'
import { median, printFigure, promisedRatio, soakSize } from '../../test-support/soak.js'
import { anEvent, appendTo, eraseRow, headsOf, putSubject } from '../../test-support/subjects.js'
import type { BffEvent, RampEvent } from '../outbox/event-message.js'
import { readSubject } from '../store/subject-rows.js'
import { createTokens } from '../tokens/tokens.js'

const WEBHOOK_SECRET = `whsec_${'A'.repeat(32)}`
const junk = (n: number) => ({ ...completed(`junk_${n}`), type: 'ramp.unheard.of' })
const signed = (body: string) => signedHeaders(WEBHOOK_SECRET, { id: 'msg_1', at: new Date(), body })
const isPurchase = (event: BffEvent): event is RampEvent => event.type === 'ramp.purchase.completed'

/** A shop with one session whose events were appended without reductions. */
async function openFilled(count: number, bytes = 0, options: Parameters<typeof openRampShop>[0] = {}) {
  const store = memoryStore()
  const rates = { webhooksPerMinute: Number.POSITIVE_INFINITY }
  const shop = openRampShop({ store, limits: { rates }, ...options })
  const session = await shop.open()
  const token = shop.webhookUrl().split('/').at(-1) ?? ''
  const id = createTokens([SECRET]).read('webhook', token, new Date()) ?? ''
  for (let n = 0; n < count; n++) {
    const event = { type: 'ramp.unheard.of', facts: {}, body: new Uint8Array(bytes), deliver: false }
    await appendTo(store, id, anEvent({ key: `stored ${n}`, ...event }))
  }
  return { ...shop, store, session, id, alerts: () => shop.log.lines.filter(isAlert) }
}

/** In the short form most of the thousand events are stored beforehand. */
const FILLED = soakSize(950, 0)
const isAlert = ({ fields }: { fields: Record<string, unknown> }) => fields.code === 'WEBHOOK_FLOOD'

describe('a flood of webhooks of one session', () => {
  it('ends, and the purchase after it is completed', async () => {
    const shop = await openFilled(FILLED)
    const { session, store, id } = shop
    const replies: Response[] = []
    for (let n = FILLED; n < 1_100; n++) replies.push(await shop.hook(junk(n)))
    const statuses = [...Array(1_000 - FILLED).fill(200), ...Array(100).fill(429)]
    expect(replies.map(({ status }) => status)).toEqual(statuses)
    expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    expect(shop.alerts()).toHaveLength(1)
    expect(shop.alerts()[0]).toMatchObject({ level: 'error', fields: { session: id, events: 1_000 } })

    expect((await shop.hook(completed('evt_real', { amount: '12', currency: 'BTC' }))).status).toBe(200)
    // One that was stored before is acknowledged again.
    expect((await shop.hook(junk(FILLED))).status).toBe(200)
    expect((await headsOf(store, id)).length).toBe(1_001)
    expect(await shop.state(session)).toMatchObject({ status: 'completed', details: { amount: '12' } })
    while ((await shop.bff.tick()) > 0);
    expect(shop.events.filter(isPurchase)).toMatchObject([
      { data: { service: { id: 'evt_real' }, meaning: 'completed' } },
    ])
  })

  it('leaves a place for the first of each kind with a meaning', async () => {
    const { hook, session, state, alerts } = await openFilled(999)
    expect((await hook(older('PAYMENT.SETTLED'))).status).toBe(200)
    expect(alerts()).toEqual([])
    expect((await hook(older('PAYMENT.SETTLED', { n: 2 }))).status).toBe(429)
    expect((await hook(older('PAYMENT.FAILED'))).status).toBe(200)
    expect((await hook(older('PAYMENT.FAILED', { n: 2 }))).status).toBe(429)
    expect(await state(session)).toMatchObject({ status: 'failed' })
    expect(alerts()).toHaveLength(1)
  })

  it('has an alert in each hour in which it goes on', async () => {
    let turnedMs = 0
    const { hook, alerts } = await openFilled(1_000, 0, { now: () => new Date(Date.now() + turnedMs) })
    for (const ms of [0, 1_000, 3_700_000]) {
      turnedMs = ms
      expect((await hook(junk(ms))).status).toBe(429)
    }
    expect(alerts()).toHaveLength(2)
  })

  it('ends by its bytes, too', async () => {
    const { hook, alerts } = await openFilled(137, 58_000)
    const large = (event: object, bytes: number) => ({ ...event, data: { text: 'x'.repeat(bytes) } })
    expect((await hook(large(junk(1), 30_000))).status).toBe(200)
    expect((await hook(large(junk(2), 30_000))).status).toBe(429)
    expect((await hook(junk(3))).status).toBe(200)
    expect(alerts()).toMatchObject([{ fields: { events: 138 } }])
  })

  it('does not refuse signed webhooks, which count as usual', async () => {
    const verifiers = [standardWebhooksVerifier({ secrets: [WEBHOOK_SECRET] })]
    const { hook, session, state, alerts } = await openFilled(1_000, 0, { ramp: { verifiers } })
    for (const body of [junk(1), completed('evt_1')].map((event) => JSON.stringify(event)))
      expect((await hook(body, undefined, signed(body))).status).toBe(200)
    expect(await state(session)).toMatchObject({ status: 'completed' })
    expect(alerts()).toEqual([])
  })

  it('also ends if the session is not known yet', async () => {
    const shop = await openFilled(1_000)
    const { store, id, session, hook, alerts } = shop
    const known = await readSubject(store, id)
    const events = await store.read(id, 0)
    await eraseRow(store, id)
    for (const event of events) await appendTo(store, id, { ...event, deliver: false })
    for (let n = 0; n < 3; n++) expect((await hook(junk(n))).status).toBe(429)
    expect((await hook(completed('evt_1'))).status).toBe(200)
    expect(alerts()).toHaveLength(1)
    if (known) await putSubject(store, known)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })
})

describeOnEachStore('a flood of webhooks of one session', (freshStore, kind) => {
  it('does not make other people wait for their charges', async () => {
    const many = Number.POSITIVE_INFINITY
    const store = freshStore()
    const rates = { strangersPerMinute: many, domainPerMinute: many, keyPerMinute: many }
    const shop = openRampShop({ store, limits: { rates } })
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
