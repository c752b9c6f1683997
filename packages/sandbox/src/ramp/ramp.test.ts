import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.js'

const NOW = Date.UTC(2026, 10, 21, 12)
const WEBHOOK = 'https://shop.example/webhooks/ramp/v1.a.b.3kf9LzQ0aT7xYw2c'

/** A webhook's body, in either of its two envelopes. */
interface Envelope {
  id?: string
  type?: string
  event?: string
  created_at: string
  livemode?: boolean
  url?: string
  data: Record<string, unknown>
}

interface Arrival {
  method: string
  url: string
  body: Envelope
}

const open: Sandbox[] = []
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.close()
})

/** A sandbox whose webhooks arrive in a list; `answer` is the shop's reply to each. */
function setUp(options: SandboxOptions = {}, answer: (arrival: Arrival) => number = () => 204) {
  const clock = { ms: NOW }
  const probes: string[] = []
  const arrivals: Arrival[] = []
  const sandbox = createSandbox({
    seed: 'ramp',
    now: () => clock.ms,
    rampOrigin: 'https://ramp.example',
    retryDelaysMs: [5, 5, 5],
    lateMs: 150,
    deliver: async (request) => {
      if (request.method === 'GET') {
        probes.push(request.url)
        return new Response(null, { status: 204 })
      }
      const arrival = { method: request.method, url: request.url, body: await request.json() } as Arrival
      arrivals.push(arrival)
      return new Response(null, { status: answer(arrival) })
    },
    ...options,
  })
  open.push(sandbox)

  async function create(body: unknown, headers: Record<string, string> = { apikey: 'sandbox-key' }) {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await sandbox.fetch(new Request('https://sandbox.example/api/v1/ramp-widget', init))
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  async function load(widgetUrl: string) {
    const response = await sandbox.rampFetch(new Request(widgetUrl))
    const page = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      page,
      key: /data-key="(\w+)"/.exec(page)?.[1] ?? '',
    }
  }
  async function act(action: string, body: object) {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await sandbox.rampFetch(new Request(`https://ramp.example/${action}`, init))
    return { status: response.status, body: await response.json() }
  }
  /** Creates a session, opens it and buys for 50. */
  async function buy(email: string, order: object = {}) {
    const created = await create({ email, webhook_url: WEBHOOK, ...order })
    const { key } = await load(created.body.data.widget_url)
    await act('code', { key, code: '123456' })
    await act('identity', { key, method: 'sample' })
    const bought = await act('purchase', { key, amount: '50', card_last_four: '4242' })
    return { session: created.body.data, bought }
  }
  return { clock, sandbox, probes, arrivals, create, load, act, buy }
}

const kinds = (arrivals: Arrival[]) => arrivals.map(({ body }) => body.type ?? body.event)

/** Time for a webhook that must not arrive. A slow machine may see none of a wrong one, and refuses no right one. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60))

describe('a session', () => {
  it('is created from an e-mail address and a webhook URL', async () => {
    const { create, probes } = setUp()
    const { status, body } = await create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: {
        session_token: expect.stringMatching(/^\w{64}$/),
        widget_url: `https://ramp.example/?session=${body.data.session_token}`,
        session_id: expect.stringMatching(/^ses_\w{32}$/),
        expires_at: '2026-11-21T12:15:00.000Z',
      },
    })
    expect(probes).toEqual([WEBHOOK])
  })

  it('accepts every documented field', async () => {
    const { status } = await setUp().create({
      email: 'guest@mail.example',
      webhook_url: WEBHOOK,
      access_token: 'token',
      quote_currency: 'EUR',
      base_currency: 'BTC',
      destination: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      reference_id: 'order_8123',
      metadata: { shop: 'demo' },
    })
    expect(status).toBe(200)
  })

  it.each([
    [{ email: 'guest' }, 400, 'INVALID_EMAIL'],
    [{ email: undefined }, 400, 'INVALID_EMAIL'],
    [{ email: 'invalidemail@mail.example' }, 400, 'INVALID_EMAIL'],
    [{ email: `${'a'.repeat(250)}@mail.example` }, 400, 'INVALID_EMAIL'],
    [{ webhook_url: undefined }, 400, 'INVALID_WEBHOOK_URL'],
    [{ webhook_url: 'shop.example/hook' }, 400, 'INVALID_WEBHOOK_URL'],
    [{ webhook_url: 'ftp://shop.example/' }, 400, 'INVALID_WEBHOOK_URL'],
    [{ email: 'badwebhook@mail.example' }, 400, 'INVALID_WEBHOOK_URL'],
    [{ email: 'ratelimited@mail.example' }, 429, 'RATE_LIMITED'],
    [{ email: 'unauthorized@mail.example' }, 401, 'UNAUTHORIZED'],
    [{ email: 'down@mail.example' }, 503, 'MAINTENANCE'],
    [{ email: 'othererror@mail.example' }, 422, 'REGION_NOT_SUPPORTED'],
    [{ email: 'staletoken@mail.example', access_token: 'old' }, 401, 'UNAUTHORIZED'],
    [{ quote_currency: 'XXX' }, 422, 'UNSUPPORTED_CURRENCY'],
    [{ base_currency: 'ETH' }, 422, 'UNSUPPORTED_CURRENCY'],
    [{ destination: 'nowhere' }, 422, 'INVALID_DESTINATION'],
    [{ reference_id: 7 }, 400, 'INVALID_REQUEST'],
    [{ access_token: 7 }, 400, 'INVALID_REQUEST'],
    [{ metadata: [] }, 400, 'INVALID_REQUEST'],
    [{ metadata: { note: 'a'.repeat(501) } }, 400, 'INVALID_REQUEST'],
  ])('is refused with %j', async (change, status, code) => {
    const reply = await setUp().create({ email: 'guest@mail.example', webhook_url: WEBHOOK, ...change })
    expect(reply.status).toBe(status)
    expect(reply.body).toEqual({ success: false, error: { code, message: expect.stringMatching(/.{10,}/) } })
    expect(reply.headers.get('retry-after')).toBe(status === 429 ? '2' : null)
  })

  it.each([{}, { apikey: 'another' }])('needs the key: %j', async (headers) => {
    const reply = await setUp().create({ email: 'guest@mail.example', webhook_url: WEBHOOK }, headers)
    expect(reply.status).toBe(401)
    expect(reply.body.error.code).toBe('UNAUTHORIZED')
  })

  it.each([404, 500, null])('is refused when the webhook URL answers %s', async (status) => {
    const deliver = async () => {
      if (status === null) throw new TypeError('connection refused')
      return new Response(null, { status })
    }
    const reply = await setUp({ deliver }).create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    expect(reply.body.error.code).toBe('INVALID_WEBHOOK_URL')
  })
})

describe('the ramp page', () => {
  it('opens once', async () => {
    const { create, load } = setUp()
    const { body } = await create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    const first = await load(body.data.widget_url)
    expect(first.status).toBe(200)
    expect(first.page).toContain('guest@mail.example')
    expect(first.page).not.toContain(body.data.session_token)
    const second = await load(body.data.widget_url)
    expect(second.status).toBe(410)
    expect(second.page).toContain('already been used')
    expect(second.page).not.toContain('data-key')
  })

  it('does not open late, nor without a session', async () => {
    const { clock, create, load } = setUp()
    const { body } = await create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    clock.ms += 15 * 60_000
    expect(await load(body.data.widget_url)).toMatchObject({
      status: 410,
      page: expect.stringContaining('has ended'),
    })
    expect(await load('https://ramp.example/?session=made-up')).toMatchObject({ status: 404 })
    expect(await load('https://ramp.example/')).toMatchObject({ status: 404 })
  })

  it('may load nothing from other hosts', async () => {
    const { create, load } = setUp()
    const { body } = await create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    const { headers, page } = await load(body.data.widget_url)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/)
    expect(page).not.toMatch(/<script(?! type="module" src="page\.js")|style="|(src|href)="(?!page\.|data:,)/)
  })

  it('escapes its input', async () => {
    const { create, load } = setUp()
    const email = "o'brien&sons&lt@mail.example"
    const { body } = await create({ email, webhook_url: WEBHOOK })
    const { page } = await load(body.data.widget_url)
    expect(page).toContain('o&#39;brien&amp;sons&amp;lt@mail.example')
  })

  it('skips code and identity for a returning user', async () => {
    const { create, load, act } = setUp()
    const order = { email: 'guest@mail.example', webhook_url: WEBHOOK, access_token: 'known' }
    const { body } = await create(order)
    const { page, key } = await load(body.data.widget_url)
    expect(page).toContain('data-step="quote"')
    expect((await act('purchase', { key, amount: '50', card_last_four: '4242' })).status).toBe(200)
  })

  it('sells once, and only after all steps', async () => {
    const { create, load, act, arrivals } = setUp()
    const { body } = await create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    const { key } = await load(body.data.widget_url)
    const purchase = { key, amount: '50', card_last_four: '4242' }
    const codes: unknown[] = []
    const note = ({ body: reply }: { body: { success: boolean; error?: { code: string } } }) =>
      codes.push(reply.success || reply.error?.code)
    note(await act('purchase', purchase))
    note(await act('code', { key, code: '12345' }))
    note(await act('code', { key, code: '123456' }))
    note(await act('purchase', purchase))
    note(await act('identity', { key }))
    note(await act('purchase', { ...purchase, amount: '0.10' }))
    note(await act('purchase', { ...purchase, card_last_four: '0002' }))
    note(await act('purchase', purchase))
    note(await act('purchase', purchase))
    expect(codes).toEqual([
      'STEP_MISSING',
      'WRONG_CODE',
      true,
      'STEP_MISSING',
      true,
      'BAD_AMOUNT',
      'CARD_DECLINED',
      true,
      'ALREADY_BOUGHT',
    ])
    await expect.poll(() => kinds(arrivals)).toEqual(['ramp.purchase.completed'])
    await settle()
    expect(arrivals).toHaveLength(1)
  })

  it('refuses a key that it did not issue', async () => {
    const { create, act } = setUp()
    const { body } = await create({ email: 'guest@mail.example', webhook_url: WEBHOOK })
    for (const key of [undefined, '', body.data.session_token]) {
      expect((await act('purchase', { key, amount: '50' })).status).toBe(403)
    }
    expect((await act('anything', {})).status).toBe(404)
  })
})

const BITCOIN_AS_BASE = {
  base_amount: '0.00049250',
  base_currency: 'BTC',
  quote_amount: '50.00',
  quote_currency: 'USD',
}
const PRICE_AS_BASE = {
  base_amount: '50.00',
  base_currency: 'USD',
  quote_amount: '0.00049250',
  quote_currency: 'BTC',
}
const FEE_AND_RATE = { fee: '0.75', fee_currency: 'USD', rate: '100000.00' }

describe('the webhook of a purchase', () => {
  it('is sent once, in the documented envelope', async () => {
    const { buy, arrivals } = setUp()
    const order = {
      destination: 'alice@wallet.example',
      reference_id: 'order_8123',
      metadata: { shop: 'demo' },
    }
    const { session } = await buy('guest@mail.example', order)
    await expect.poll(() => arrivals).toHaveLength(1)
    expect(arrivals[0]).toEqual({
      method: 'POST',
      url: WEBHOOK,
      body: {
        id: expect.stringMatching(/^evt_\w{32}$/),
        type: 'ramp.purchase.completed',
        created_at: '2026-11-21T12:00:00.000Z',
        livemode: false,
        data: {
          session_id: session.session_id,
          email: 'guest@mail.example',
          reference_id: 'order_8123',
          destination: 'alice@wallet.example',
          metadata: { shop: 'demo' },
          status: 'completed',
          ...BITCOIN_AS_BASE,
          ...FEE_AND_RATE,
        },
      },
    })
    await settle()
    expect(arrivals).toHaveLength(1)
  })

  it('is retried until it is accepted', async () => {
    const answers = [500, 404, 204]
    const { buy, arrivals } = setUp({}, () => answers.shift() ?? 204)
    await buy('guest@mail.example')
    await expect.poll(() => arrivals).toHaveLength(3)
    expect(new Set(arrivals.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    await settle()
    expect(arrivals).toHaveLength(3)
  })

  it('is not retried forever, and each attempt is reported without the URL', async () => {
    const reports: object[] = []
    const { buy, arrivals } = setUp({ onDelivery: (report) => reports.push(report) }, () => 503)
    const { session } = await buy('guest@mail.example')
    await expect.poll(() => reports).toHaveLength(4)
    await settle()
    expect(arrivals).toHaveLength(4)
    expect(reports).toEqual(
      [1, 2, 3, 4].map((attempt) => ({
        sessionId: session.session_id,
        type: 'ramp.purchase.completed',
        attempt,
        status: 503,
      })),
    )
  })

  it('is attempted as often by default as the documentation says', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { buy, arrivals } = setUp({ retryDelaysMs: undefined }, () => 503)
    await buy('guest@mail.example')
    await vi.advanceTimersByTimeAsync(3_600_000)
    const documentation = readFileSync(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8')
    expect(documentation).toContain(`until it gets a 2xx reply: ${arrivals.length} attempts`)
  })

  it('is not sent any more after the sandbox is closed', async () => {
    const { buy, arrivals, sandbox } = setUp({ retryDelaysMs: [400] }, () => 503)
    await buy('guest@mail.example')
    await expect.poll(() => arrivals).toHaveLength(1)
    sandbox.close()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(arrivals).toHaveLength(1)
  })

  it('follows the older events with the option `all`', async () => {
    const { create, load, act, arrivals, buy } = setUp({ events: 'all' })
    await buy('guest@mail.example')
    await expect
      .poll(() => kinds(arrivals))
      .toEqual([
        'RAMP_WIDGET.V1.USER_ACCESS_TOKEN.CREATED',
        'RAMP_WIDGET.V1.KYC.APPROVED',
        'RAMP_WIDGET.V1.PAYMENT.INITIATED',
        'RAMP_WIDGET.V1.PAYMENT.SETTLED',
        'RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED',
        'ramp.purchase.completed',
      ])
    expect(arrivals[0]?.body).toMatchObject({ url: WEBHOOK, data: { access_token: expect.any(String) } })
    expect(arrivals[0]?.body).not.toHaveProperty('id')
    expect(arrivals.at(-2)?.body).toMatchObject({ data: { ...PRICE_AS_BASE, ...FEE_AND_RATE } })
    expect(arrivals.at(-1)?.body).toMatchObject({ data: { ...BITCOIN_AS_BASE, ...FEE_AND_RATE } })

    const { body } = await create({ email: 'other@mail.example', webhook_url: WEBHOOK })
    const { key } = await load(body.data.widget_url)
    await act('close', { key })
    await expect.poll(() => kinds(arrivals).at(-1)).toBe('RAMP_WIDGET.V1.SESSION.CLOSED')
  })
})

describe('a session with fault', () => {
  it('sends the same event twice', async () => {
    const { buy, arrivals } = setUp()
    await buy('twice@mail.example')
    await expect.poll(() => arrivals).toHaveLength(2)
    expect(arrivals[0]).toEqual(arrivals[1])
  })

  it('sends it late', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { buy, arrivals } = setUp()
    await buy('late+tag@mail.example')
    await vi.advanceTimersByTimeAsync(149)
    expect(arrivals).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(kinds(arrivals)).toEqual(['ramp.purchase.completed'])
  })

  it('sends the events in reverse order', async () => {
    const { buy, arrivals } = setUp()
    await buy('reordered@mail.example')
    await expect
      .poll(() => kinds(arrivals))
      .toEqual([
        'ramp.purchase.completed',
        'RAMP_WIDGET.V1.PAYMENT.SETTLED',
        'RAMP_WIDGET.V1.PAYMENT.INITIATED',
      ])
  })

  it('sends a forged one only, once', async () => {
    const { buy, arrivals } = setUp({}, () => 404)
    const { bought } = await buy('forged@mail.example')
    expect(bought.status).toBe(200)
    await expect.poll(() => arrivals).toHaveLength(1)
    await settle()
    expect(arrivals).toHaveLength(1)
    const [path, forged] = [WEBHOOK, arrivals[0]?.url ?? ''].map((url) => url.split('/').pop() ?? '')
    expect(forged).not.toBe(path)
    expect(forged).toHaveLength(path?.length ?? 0)
    expect(arrivals[0]?.url.startsWith('https://shop.example/webhooks/ramp/')).toBe(true)
  })

  it('sends two contradicting events with one id', async () => {
    const { buy, arrivals } = setUp()
    await buy('conflict@mail.example')
    await expect.poll(() => arrivals).toHaveLength(2)
    expect(arrivals[0]?.body.id).toBe(arrivals[1]?.body.id)
    expect(arrivals[0]?.body.data).not.toEqual(arrivals[1]?.body.data)
  })

  it('sends the amounts of both envelopes the other way round', async () => {
    const { buy, arrivals } = setUp({ events: 'all' })
    await buy('swapped@mail.example')
    await expect.poll(() => kinds(arrivals).at(-1)).toBe('ramp.purchase.completed')
    expect(arrivals.at(-2)?.body).toMatchObject({ data: BITCOIN_AS_BASE })
    expect(arrivals.at(-1)?.body).toMatchObject({ data: PRICE_AS_BASE })
  })

  it.each([
    ['otherdestination', { destination: 'mallory@wallet.example' }],
    ['otherreference', { reference_id: 'somebody-else' }],
    ['othercurrency', { base_currency: 'ETH' }],
    ['otherprice', { quote_currency: 'JPY' }],
  ])('sends an event of %s than was asked for', async (user, data) => {
    const { buy, arrivals } = setUp()
    await buy(`${user}@mail.example`)
    await expect.poll(() => arrivals).toHaveLength(1)
    expect(arrivals[0]?.body).toMatchObject({ type: 'ramp.purchase.completed', data })
  })

  it('is refused for a reference that a session has already', async () => {
    const { create } = setUp()
    const open = (reference_id: string) =>
      create({ email: 'oncereference@mail.example', webhook_url: WEBHOOK, reference_id })
    expect((await open('order-1')).status).toBe(200)
    expect((await open('order-2')).status).toBe(200)
    const { status, body } = await open('order-1')
    expect([status, body.error.code]).toEqual([409, 'DUPLICATE_REFERENCE'])
  })

  it('claims success and sends nothing', async () => {
    const { buy, arrivals } = setUp()
    expect((await buy('never@mail.example')).bought.body.success).toBe(true)
    await settle()
    expect(arrivals).toEqual([])
  })

  it('fails to pay', async () => {
    const { buy, arrivals } = setUp()
    expect((await buy('failed@mail.example')).bought.body.error.code).toBe('PAYMENT_FAILED')
    await expect
      .poll(() => kinds(arrivals))
      .toEqual(['RAMP_WIDGET.V1.PAYMENT.INITIATED', 'RAMP_WIDGET.V1.PAYMENT.FAILED'])
  })
})
