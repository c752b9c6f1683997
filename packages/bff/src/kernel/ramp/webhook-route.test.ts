import { describe, expect, it, vi } from 'vitest'
import { standardWebhooksVerifier } from '../../providers/webhook-signatures.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { memoryLog } from '../../test-support/memory-log.js'
import { completed, GUEST, isRampEvent, older, openRampShop } from '../../test-support/ramp-shop.js'
import { signedHeaders } from '../../test-support/signed-headers.js'

/** For what must not happen. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100))

describe('a purchase', () => {
  it('is completed after its webhook has arrived, and the app gets one event', async () => {
    const shop = openRampShop()
    shop.bff.start()
    const session = await shop.open({ email: 'guest@example.com', destination: 'guest@wallet.example' })
    await shop.buy(session)
    await vi.waitFor(async () => expect(await shop.state(session)).toMatchObject({ status: 'completed' }))
    expect(await shop.state(session)).toMatchObject({
      livemode: false,
      details: { currency: 'BTC', destination: 'guest@wallet.example' },
    })
    await vi.waitFor(() => expect(shop.events).toHaveLength(1))
    expect(shop.events[0]).toMatchObject({
      type: 'ramp.purchase.completed',
      data: {
        meaning: 'completed',
        session_id: session.session_id,
        guest: true,
        authenticity: 'capability',
        conflict: false,
        service: { type: 'ramp.purchase.completed', data: { email: 'guest@example.com' } },
      },
    })
    await aWhile()
    expect(shop.events).toHaveLength(1)
    await shop.bff.close()
  })

  it.each([
    ['twice', 'completed', 1],
    ['reordered', 'completed', 3],
    ['late', 'completed', 1],
    ['failed', 'failed', 2],
    ['conflict', 'needs_review', 2],
  ])('whose webhooks come %s is %s, with %i events', async (email, status, count) => {
    const shop = openRampShop()
    shop.bff.start()
    const session = await shop.open({ email: `${email}@example.com` })
    await shop.buy(session)
    await vi.waitFor(() => expect(shop.events).toHaveLength(count))
    await vi.waitFor(async () => expect(await shop.state(session)).toMatchObject({ status }))
    await aWhile()
    expect(shop.events).toHaveLength(count)
    await shop.bff.close()
  })

  it.each(['forged', 'never'])('whose webhook is %s is never completed', async (email) => {
    const shop = openRampShop()
    const session = await shop.open({ email: `${email}@example.com` })
    await shop.buy(session)
    if (email === 'forged') await vi.waitFor(() => expect(shop.posts.at(-1)).toMatchObject({ status: 404 }))
    else await aWhile()
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    expect(await shop.bff.tick()).toBe(0)
  })

  it('is unknown to the app if its webhook is compressed: the sender learns of it, and nothing is stored', async () => {
    const shop = openRampShop()
    shop.bff.start()
    const session = await shop.open()
    const compressed = await shop.hook(completed('a'), undefined, { 'content-encoding': 'gzip' })
    expect(compressed.status).toBe(415)
    // The later event is the first one that the app gets.
    expect((await shop.hook(completed('b'))).status).toBe(200)
    await vi.waitFor(() => expect(shop.events).toHaveLength(1))
    expect(shop.events[0]).toMatchObject({ type: 'ramp.purchase.completed', data: { service: { id: 'b' } } })
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    await shop.bff.close()
  })

  it('is known to a page that was closed and opened again', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.buy(session)
    await vi.waitFor(() => expect(shop.posts).toContainEqual(expect.objectContaining({ status: 200 })))
    shop.turnClock(20 * 86_400_000)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })
})

describe('the inbox', () => {
  it('answers a probe with 204, and a wrong URL with the 404 of an unknown route', async () => {
    const shop = openRampShop()
    await shop.open()
    const url = shop.webhookUrl()
    const unknown = await shop.get('nowhere')
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await shop.bff.fetch(new Request(url, { method }))).status).toBe(204)
      const wrong = await shop.send(new Request(`${url.slice(0, -1)}x`, { method }))
      expect(wrong.status).toBe(404)
      if (method === 'POST') expect(wrong.error).toEqual(unknown.error)
    }
  })

  it('does not count an event of another session that arrives before its own session is known', async () => {
    const log = memoryLog()
    const shop = openRampShop({ log })
    const { createRampSession } = shop.provider
    const statuses: number[] = []
    const early = openRampShop({
      log,
      ramp: {
        provider: {
          async createRampSession(request, options) {
            const session = await createRampSession(request, options)
            const postWebhook = (event: object) => early.hook(event, request.webhook_url)
            const data = { session_id: 'ses_of_somebody_else' }
            statuses.push((await postWebhook(completed('evt_other', data))).status)
            statuses.push(
              (await postWebhook(older('PAYMENT.INITIATED', { session_id: session.session_id }))).status,
            )
            return session
          },
        },
      },
    })
    const session = await early.open()
    await early.bff.tick()
    expect(statuses).toEqual([200, 200])
    expect(await early.state(session)).toMatchObject({ status: 'needs_review' })
    expect(early.events).toMatchObject([
      { data: { service: { type: 'ramp.purchase.completed' }, suspect: ['session_id'] } },
      { data: { service: { type: 'RAMP_WIDGET.V1.PAYMENT.INITIATED' }, meaning: 'processing' } },
    ])
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ code: 'WEBHOOK_HELD' }),
      }),
    )
  })

  it('keeps no user tokens without onEvent', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store, onEvent: undefined as unknown as () => void })
    await shop.open()
    const tokens = { access_token: 'a-token-of-somebody', refresh_token: 'b' }
    await shop.hook(older('USER_ACCESS_TOKEN.CREATED', tokens))
    await shop.hook(older('PAYMENT.SETTLED'))
    const id = String(shop.log.lines.find(({ fields }) => fields.code === 'WEBHOOK_RECEIVED')?.fields.session)
    const bodies = (await store.read(id, 0)).map(({ body }) => body && new TextDecoder().decode(body))
    expect(bodies).toEqual([undefined, expect.stringContaining('PAYMENT.SETTLED')])
  })

  it('does not read the body without a valid secret in the URL', async () => {
    const shop = openRampShop()
    await shop.open()
    const pull = vi.fn()
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const url = `${shop.webhookUrl().slice(0, -4)}0000`
    const request = new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect((await shop.bff.fetch(request)).status).toBe(404)
    expect(pull).not.toHaveBeenCalled()
  })

  it('ends after 31 days', async () => {
    const shop = openRampShop()
    await shop.open()
    shop.turnClock(31 * 86_400_000 - 60_000)
    expect((await shop.hook(completed('evt_1'))).status).toBe(200)
    shop.turnClock(120_000)
    expect((await shop.hook(completed('evt_2'))).status).toBe(404)
  })

  it('accepts at most 64 kB', async () => {
    const shop = openRampShop()
    await shop.open()
    const padded = (size: number) => {
      const empty = JSON.stringify(completed('evt', { pad: '' }))
      return JSON.stringify(completed('evt', { pad: 'x'.repeat(size - empty.length) }))
    }
    expect((await shop.hook(padded(65_536))).status).toBe(200)
    expect((await shop.hook(padded(65_537))).status).toBe(413)
  })

  it('acknowledges an event only after it is stored', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    const session = await shop.open()
    const commit = vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('disk full'))
    const refused = await shop.hook(completed('evt_1'))
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    expect((await shop.hook(completed('evt_1'))).status).toBe(200)
    expect(commit).toHaveBeenCalledTimes(2)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('stores a body that it cannot parse, without any effect', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    const session = await shop.open()
    const commit = vi.spyOn(store, 'commit')
    const bodies = [
      'not json',
      '[]',
      '{}',
      '"x"',
      '\u0000',
      `${'['.repeat(30_000)}`,
      `{"type":"x","data":${'['.repeat(40)}${']'.repeat(40)}}`,
    ]
    for (const body of bodies) expect((await shop.hook(body)).status).toBe(200)
    expect(commit).toHaveBeenCalledTimes(bodies.length)
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    await shop.bff.tick()
    expect(new Set(shop.events.map(({ type }) => type))).toEqual(new Set(['webhook.unusable']))
    expect(shop.events).toHaveLength(bodies.length)
  })

  it('passes unknown kinds on, without a meaning', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook({ ...completed('evt_1'), type: 'ramp.bank.linked' })
    await shop.hook(older('BANK.LINKED'))
    await shop.hook(older('PAYMENT.SETTLED'))
    await shop.bff.tick()
    expect(shop.events.map((event) => event.type)).toEqual([
      'ramp.bank.linked',
      'ramp.bank.linked',
      'ramp.payment.settled',
    ])
    expect(await shop.state(session)).toMatchObject({ status: 'processing' })
  })

  it('passes user tokens only to the app, and then deletes them', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    const session = await shop.open()
    await shop.hook(
      older('USER_ACCESS_TOKEN.CREATED', { access_token: 'token-canary', email: 'guest@example.com' }),
    )
    await shop.bff.tick()
    const [event] = shop.events.filter(isRampEvent)
    expect(event?.data).toMatchObject({ user_tokens: { access_token: 'token-canary' } })
    expect(JSON.stringify(event?.data.service)).not.toContain('canary')
    expect(JSON.stringify(await shop.state(session)) + shop.log.text()).not.toContain('token-canary')
    const [id] = event?.id.split('.') ?? []
    expect((await store.read(id ?? '', 0))[0]?.body).toBeUndefined()
  })

  it('logs neither the capability nor the body', async () => {
    const shop = openRampShop()
    await shop.open()
    await shop.hook(completed('evt_1', { email: 'guest@example.com' }))
    await shop.hook('x', `${shop.webhookUrl()}0`)
    const token = shop.webhookUrl().split('/').at(-1) ?? ''
    expect(shop.log.text()).not.toContain(token)
    expect(shop.log.text()).not.toContain('guest@example.com')
  })

  it('counts webhooks per session', async () => {
    const shop = openRampShop({ limits: { rates: { webhooksPerMinute: 2 } } })
    await shop.open()
    const statuses = []
    for (const id of ['1', '2', '3']) statuses.push((await shop.hook(completed(id))).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('signatures of webhooks', () => {
  const secret = `whsec_${btoa('a key of at least 24 bytes!')}`
  const body = JSON.stringify(completed('evt_1'))

  it('are required if a verifier is configured', async () => {
    const shop = openRampShop({ ramp: { verifiers: [standardWebhooksVerifier({ secrets: [secret] })] } })
    const session = await shop.open()
    expect((await shop.hook(body)).status).toBe(401)
    const [refused] = shop.log.lines.filter(({ fields }) => fields.code === 'WEBHOOK_SIGNATURE_INVALID')
    expect(refused?.fields.problems).toEqual([expect.stringMatching(/^webhook-id, webhook-timestamp/)])
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    const headers = signedHeaders(secret, { id: 'msg_1', at: shop.now(), body })
    expect((await shop.hook(body, undefined, headers)).status).toBe(200)
    await shop.bff.tick()
    expect(shop.events[0]?.data).toMatchObject({ authenticity: 'signature' })
  })

  it('do not replace the capability', async () => {
    const shop = openRampShop({ ramp: { verifiers: [standardWebhooksVerifier({ secrets: [secret] })] } })
    await shop.open()
    const headers = signedHeaders(secret, { id: 'msg_1', at: shop.now(), body })
    expect((await shop.hook(body, shop.url('webhooks/ramp/x'), headers)).status).toBe(404)
  })
})

describe('the content of the service’s event', () => {
  it('reaches the app unchanged, with undocumented fields of the envelope', async () => {
    const shop = openRampShop()
    await shop.open()
    const event = completed(
      'evt_7',
      { a: { b: [1] }, base_amount: 0.0000004, base_currency: 'BTC' },
      { livemode: false, api_version: '3' },
    )
    await shop.hook({ ...event, access_token: 'token-canary' })
    const { url: _, event: type, ...rest } = older('PAYMENT.SETTLED', { amount: '0.1', currency: 'BTC' })
    await shop.hook({ event: type, ...rest })
    await shop.bff.tick()
    expect(shop.events).toMatchObject([
      {
        data: {
          service: event,
          details: { amount: '0.0000004', currency: 'BTC' },
          user_tokens: { access_token: 'token-canary' },
        },
      },
      {
        data: {
          service: { id: null, type, livemode: null, ...rest },
          details: { amount: '0.1', currency: 'BTC' },
        },
      },
    ])
    const services = shop.events.filter(isRampEvent).map(({ data }) => data.service)
    expect(JSON.stringify(services)).not.toContain('canary')
  })

  it('shows amounts, currencies and payment hash to the buyer, and nothing else', async () => {
    const shop = openRampShop()
    const session = await shop.open({ ...GUEST, destination: 'a@wallet.example' })
    const details = { destination: 'a@wallet.example', payment_hash: 'ab'.repeat(32) }
    const amounts = { base_amount: '0.00042', base_currency: 'BTC', quote_amount: 50, quote_currency: 'USD' }
    await shop.hook(completed('evt_1', { ...amounts, ...details, card: '4242', note: 'x'.repeat(300) }))
    expect((await shop.state(session)) as object).toMatchObject({
      status: 'completed',
      details: {
        amount: '0.00042',
        currency: 'BTC',
        paid_amount: '50',
        paid_currency: 'USD',
        ...details,
      },
    })
    expect(JSON.stringify(await shop.state(session))).not.toMatch(/4242|note|base_amount/)
  })

  it('can be read by the shop if its service uses other names, in short texts and known fields only', async () => {
    const read = vi.fn().mockReturnValue({ amount: 7, currency: 'B'.repeat(300), rate: 'high', card: '4242' })
    const shop = openRampShop({ ramp: { details: read } })
    const session = await shop.open({ ...GUEST, destination: 'a@wallet.example' })
    await shop.hook(completed('evt_1', { amount: '1', destination: 'a@wallet.example', coins: 7 }))
    await shop.bff.tick()
    const details = { amount: '7', currency: 'B'.repeat(255), destination: 'a@wallet.example' }
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ id: 'evt_1', data: expect.anything() }))
    expect(await shop.state(session)).toMatchObject({ details })
    expect(await shop.state(session)).not.toHaveProperty('details.rate')
    expect(shop.events).toMatchObject([{ data: { details } }])
    expect(JSON.stringify([await shop.state(session), shop.events[0]])).not.toContain('4242')
  })

  it('is not lost if the shop fails to read it', async () => {
    const shop = openRampShop({
      ramp: {
        details: () => {
          throw new Error('no such field')
        },
      },
    })
    const session = await shop.open()
    expect((await shop.hook(completed('evt_1', { amount: '1', currency: 'BTC' }))).status).toBe(200)
    expect(await shop.state(session)).toMatchObject({ status: 'completed', details: { amount: '1' } })
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  it('fails a purchase in the documented envelope too', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook({ ...completed('evt_1'), type: 'ramp.purchase.failed' })
    await shop.bff.tick()
    expect(await shop.state(session)).toMatchObject({ status: 'failed' })
    expect(shop.events).toMatchObject([{ type: 'ramp.purchase.failed', data: { meaning: 'failed' } }])
  })
})
