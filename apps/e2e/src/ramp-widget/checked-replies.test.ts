import type { Identity } from '@leyden/bff'
import type { RampSession } from '@leyden/core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { completedEvent, olderEvent, startRampStack } from './ramp-stack.js'
import { openShop, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()

/** The service's next replies, as a test changes them. */
let changeReply: (reply: RampSession) => object | Promise<object>
let identity: Identity
const logged: { code?: unknown }[] = []
const write = (fields: object) => void logged.push(fields)
const stack = await startRampStack({
  identify: async () => identity,
  changeSession: async (reply) => ({ ...reply, ...(await changeReply(reply)) }),
  log: { info() {}, warn: write, error: write },
})
afterAll(() => stack.close())
beforeEach(() => {
  changeReply = () => ({})
  identity = { guest: true }
  logged.length = 0
  stack.events.length = 0
})

const ANNA = { email: 'anna@mail.example', referenceId: 'S-1', destination: 'anna@wallet.example' }
const BOUGHT = { base_amount: '0.00042', base_currency: 'BTC' }
const BERT = { email: 'bert@mail.example', referenceId: 'S-2', destination: 'bert@wallet.example' }

/** Requests a session like a page, over a socket. */
async function ask(body: object) {
  const response = await fetch(`${stack.bffUrl}/api/v1/ramp-widget`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-leyden': '1' },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as Reply) }
}
interface Reply {
  data: RampSession & { watch_url: string }
  error?: { code: string; field?: string; reason?: string; retry_after_ms?: number; party?: string }
}
const byOrder = async (order: Parameters<typeof stack.bff.rampOrder>[0]) =>
  ask({ order: await stack.bff.rampOrder(order) })
const statusOf = async ({ watch_url }: Reply['data']) => {
  const { data } = (await (await fetch(`${stack.bffUrl}/${watch_url}`)).json()) as { data: object }
  return data
}
const completions = () => stack.events.filter(({ data }) => 'meaning' in data && data.meaning === 'completed')
const codes = () => logged.map(({ code }) => code)

/** From now on the service returns this session to everybody. */
const returnAgain = (session: RampSession) => {
  const { session_id, session_token, widget_url, expires_at } = session
  changeReply = () => ({ session_id, session_token, widget_url, expires_at })
}

/** Posts one event to the addresses of the two latest requests, and expects that it completes a session once. */
async function expectCompletedOnce(session: Reply['data']) {
  const event = completedEvent({ data: { session_id: session.session_id } })
  const latest = stack.webhookUrls.length - 1
  expect([await stack.webhook(event, latest), await stack.webhook(event, latest - 1)]).toEqual([200, 200])
  expect(await statusOf(session)).toMatchObject({ status: 'completed' })
  await expect.poll(completions).toMatchObject([{ data: { session_id: session.session_id } }])
}

describe('one session of the service', () => {
  it('is that session for the same order, and counts for none of its five', async () => {
    // Without a reference of the shop only the order itself connects them.
    const order = await stack.bff.rampOrder({ email: ANNA.email })
    const { data } = await ask({ order })
    returnAgain(data)
    for (let count = 0; count < 6; count++) {
      const again = await ask({ order, after: data.session_id })
      expect(again).toMatchObject({ status: 200, data: { session_id: data.session_id } })
      expect(again.data.sessions).toHaveLength(1)
    }
    await expectCompletedOnce(data)
  })

  it('is that session for the same signed-in user and terms, and refused for other terms', async () => {
    identity = { id: 'u1', email: 'u1@mail.example' }
    const terms = { destination: 'u1@wallet.example', base_currency: 'BTC', quote_currency: 'EUR' }
    const { data } = await ask(terms)
    returnAgain(data)
    expect(await ask(terms)).toMatchObject({ status: 200, data: { session_id: data.session_id } })
    const other = await ask({ ...terms, quote_currency: 'USD' })
    expect(other).toMatchObject({
      status: 409,
      error: { code: 'NO_FURTHER_SESSION', reason: 'open_elsewhere' },
    })
    expect(other.error?.retry_after_ms).toBeGreaterThan(0)
    await expectCompletedOnce(data)
  })

  it('has the events that come to the address of a later request before its reply', async () => {
    const { data } = await ask({ email: 'early@mail.example' })
    returnAgain(data)
    const again = changeReply
    changeReply = async (reply) => {
      await stack.webhook(completedEvent({ data: { session_id: data.session_id } }))
      return again(reply)
    }
    expect((await ask({ email: 'late@mail.example' })).status).toBe(502)
    expect(await statusOf(data)).toMatchObject({ status: 'completed' })
    await expect.poll(completions).toMatchObject([{ data: { session_id: data.session_id } }])
  })

  it('has the events that name it, and come to the address of a request that got no reply', async () => {
    const { data } = await ask({ email: 'known@mail.example' })
    changeReply = () => Promise.reject(new Error('The connection was reset.'))
    expect((await ask({ email: 'lost@mail.example' })).status).toBeGreaterThanOrEqual(500)
    await expectCompletedOnce(data)
  })

  it('that comes for the orders of two buyers completes one of them, at either address', async () => {
    const anna = await byOrder(ANNA)
    returnAgain(anna.data)
    const bert = await byOrder(BERT)
    expect(bert).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE', party: 'service' } })
    expect(codes()).toContain('RAMP_SESSION_REUSED')
    await expectCompletedOnce(anna.data)
    expect(completions()).toMatchObject([{ data: { reference_id: 'S-1' } }])
  })

  it('is that session for another order with its reference, and refused for other terms of its buyer', async () => {
    const first = await byOrder({ ...ANNA, referenceId: 'S-3' })
    returnAgain(first.data)
    expect((await byOrder({ ...ANNA, referenceId: 'S-3' })).data.session_id).toBe(first.data.session_id)
    const other = await byOrder({ ...ANNA, referenceId: 'S-4' })
    expect(other).toMatchObject({ status: 409, error: { reason: 'open_elsewhere' } })
    expect(other.error?.retry_after_ms).toBeGreaterThan(0)
    expect((await stack.bff.rampSession({ ...ANNA, referenceId: 'S-3' })).session_id).toBe(
      first.data.session_id,
    )
    await expectCompletedOnce(first.data)
  })

  it('is that session for the guest whose page has it, and for no other one', async () => {
    const guest = { email: 'guest@mail.example' }
    const { data } = await ask(guest)
    returnAgain(data)
    expect((await ask({ ...guest, watch_url: data.watch_url })).data.session_id).toBe(data.session_id)
    expect(await ask(guest)).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE' } })
    await expectCompletedOnce(data)
  })

  it('is never framed for a second guest, who reads that the provider has a problem', async () => {
    const { data } = await ask({ email: 'first@mail.example' })
    returnAgain(data)
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'failed')
    await shop.page.getByText('The provider is having problems right now.').first().waitFor()
    expect([shop.frameLoads(), shop.sessionRequests()]).toEqual([0, 1])
    await shop.close()
  })

  it('tells the buyer of two orders to finish the first one, and until when', async () => {
    const { data } = await byOrder({ ...ANNA, referenceId: 'S-5' })
    returnAgain(data)
    const order = await stack.bff.rampOrder({ ...ANNA, referenceId: 'S-6' })
    const shop = await openShop(browser, stack, stack.pageUrl({ props: { order } }))
    await shop.page.getByRole('button', { name: 'Continue to provider' }).click()
    await shop.page.getByText('Another purchase of yours is open.').first().waitFor()
    // The time is that of the browser's place.
    await shop.page
      .getByText(/come back at \d{1,2}:\d\d/)
      .first()
      .waitFor()
    await shop.close()
  })
})

describe('a reply that contradicts itself', () => {
  it.each([
    ['another token in its widget_url', { session_token: 'somebody-else' }, 'widget_url'],
    ['an expires_at in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ])('by %s is not framed, and the page asks once', async (_, change, field) => {
    changeReply = () => change
    expect(await ask({ email: 'you@mail.example' })).toMatchObject({
      status: 502,
      error: { code: 'BAD_RESPONSE', field, party: 'service' },
    })
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'failed')
    await shop.page.getByText('The provider is having problems right now.').first().waitFor()
    expect([shop.frameLoads(), shop.sessionRequests()]).toEqual([0, 1])
    await shop.close()
  })
})

describe('an event of a purchase that is complete', () => {
  it.each([
    ['over nothing', { data: { amount: '0', currency: 'BTC' } }, ['amount']],
    ['over a negative amount', { data: { amount: '-5', currency: 'BTC' } }, ['amount']],
    ['whose status is failed', { data: { amount: '1', currency: 'BTC', status: 'failed' } }, ['status']],
  ])('%s is held, and the page says so', async (_, overrides, suspect) => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    expect(await stack.webhook(completedEvent(overrides))).toBe(200)
    await untilStatus(shop, 'needs_review')
    await expect.poll(() => stack.events).toMatchObject([{ data: { suspect, meaning: undefined } }])
    await shop.close()
  })

  it.each([
    ['without an amount', completedEvent({ data: {} })],
    ['that nobody can read', completedEvent({ data: { amount: 'some', currency: 'BTC' } })],
    [
      'for which nothing was paid',
      completedEvent({ data: { ...BOUGHT, quote_amount: '0', quote_currency: 'USD' } }),
    ],
    ['with another status', completedEvent({ data: { ...BOUGHT, status: 'paid_out' } })],
    ['of the older envelope', olderEvent('WITHDRAWAL.SUCCEEDED')],
  ])('%s is complete', async (_, event) => {
    const { data } = await ask({ email: 'you@mail.example' })
    await stack.webhook(event)
    expect(await statusOf(data)).toMatchObject({ status: 'completed' })
  })

  it.each(['refunded', 'failed'])(
    'tells the app when it is %s, and the page keeps what it shows',
    async (kind) => {
      const { data } = await ask({ email: 'you@mail.example' })
      await stack.webhook(completedEvent({ created_at: new Date(Date.now() - 1_000).toISOString() }))
      await stack.webhook(completedEvent({ type: `ramp.purchase.${kind}` }))
      await expect.poll(() => stack.events.at(-1)).toMatchObject({ data: { after_completed: true } })
      expect(codes()).toContain('PURCHASE_CONTRADICTED')
      expect(await statusOf(data)).toMatchObject({ status: 'completed' })
    },
  )
})

describe('two orders with one reference', () => {
  it('that are both completed tell the second one', async () => {
    const [one, two] = [
      await byOrder({ ...ANNA, referenceId: 'S-7' }),
      await byOrder({ ...ANNA, referenceId: 'S-7' }),
    ]
    const last = stack.webhookUrls.length - 1
    for (const session of [last - 1, last]) await stack.webhook(completedEvent({ data: {} }), session)
    await expect.poll(completions).toMatchObject([{}, { data: { duplicate_of: one.data.session_id } }])
    expect(await statusOf(two.data)).toMatchObject({ duplicate_of: one.data.session_id })
    expect(codes()).toContain('PURCHASE_DUPLICATE')
  })
})
