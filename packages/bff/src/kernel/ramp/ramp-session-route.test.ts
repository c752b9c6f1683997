import { LeydenError } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { GUEST, openRampShop, RAMP_ORIGIN, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { KEY, openShop } from '../../test-support/shop.js'
import type { User } from '../http/identity.js'

const USER: User = { id: 'u1', email: 'u1@example.com' }
const signedIn = (user: Partial<User> = {}) => openRampShop({ identify: async () => ({ ...USER, ...user }) })
const sent = (shop: ReturnType<typeof openRampShop>) => shop.upstream.at(-1)?.json()

describe('opening a ramp session', () => {
  it('returns a URL for the iframe and a watch URL to a guest', async () => {
    const shop = openRampShop()
    const session = await shop.open({ ...GUEST, quote_currency: 'EUR', base_currency: 'BTC' })
    expect(session).toMatchObject({ ramp_origins: [RAMP_ORIGIN], mode: 'test' })
    expect(new URL(session.widget_url).origin).toBe(RAMP_ORIGIN)
    expect(await shop.state(session)).toMatchObject({ kind: 'ramp', status: 'created' })
    const { webhook_url, reference_id, ...rest } = await sent(shop)
    expect(rest).toEqual({ ...GUEST, quote_currency: 'EUR', base_currency: 'BTC' })
    expect(webhook_url).toMatch(/^https:\/\/shop\.example\/api\/leyden\/webhooks\/ramp\/[\w.]+$/)
    expect(reference_id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is answered while the service probes the webhook URL', async () => {
    const shop = openRampShop()
    await shop.open()
    expect(shop.posts).toMatchObject([{ status: 204, body: '' }])
  })

  it('takes the server’s fields from the server', async () => {
    const shop = signedIn({
      destination: 'u1@wallet.example',
      accessToken: 'returning',
      referenceId: 'order-7',
      metadata: { tier: 'gold' },
    })
    await shop.open({})
    expect(await sent(shop)).toMatchObject({
      email: 'u1@example.com',
      destination: 'u1@wallet.example',
      access_token: 'returning',
      reference_id: 'order-7',
      metadata: { tier: 'gold' },
    })
  })

  it('lets a user set the destination only if the server does not', async () => {
    const free = signedIn()
    await free.open({ destination: 'U1@Wallet.Example' })
    expect(await sent(free)).toMatchObject({ destination: 'u1@wallet.example' })
    const bound = signedIn({ destination: 'u1@wallet.example' })
    const reply = await bound.post(RAMP_PATH, { destination: 'mallory@wallet.example' })
    expect([reply.status, reply.error.field]).toEqual([400, 'destination'])
  })

  it.each(['email', 'webhook_url', 'access_token', 'reference_id', 'id', '__proto__', 'constructor'])(
    'refuses %s from the page of a signed-in user, and names the field',
    async (field) => {
      const shop = signedIn()
      const reply = await shop.post(RAMP_PATH, `{"${field}":"https://evil.example"}`)
      expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', field])
      expect(shop.upstream).toHaveLength(0)
    },
  )

  it.each(['webhook_url', 'access_token', 'reference_id'])(
    'refuses %s from a guest, and names the field',
    async (field) => {
      const reply = await openRampShop().post(RAMP_PATH, { ...GUEST, [field]: 'x' })
      expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', field])
    },
  )

  it.each([
    ['a currency with a space', { quote_currency: 'US D' }, 'quote_currency'],
    ['a currency of 17 letters', { base_currency: 'B'.repeat(17) }, 'base_currency'],
    ['an empty currency', { base_currency: '' }, 'base_currency'],
    ['a currency of another type', { base_currency: 7 }, 'base_currency'],
    [
      'a destination of another network',
      { destination: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
      'destination',
    ],
    [
      'a destination that nobody can spend from',
      { destination: '1111111111111111111114oLvT2' },
      'destination',
    ],
    ['an invalid destination', { destination: 'to me' }, 'destination'],
    ['metadata with a key that is not listed', { metadata: { a: 'b' } }, 'metadata.a'],
    ['metadata that is a list', { metadata: ['a'] }, 'metadata'],
  ])('refuses %s', async (_, body, field) => {
    const reply = await openRampShop().post(RAMP_PATH, { ...GUEST, ...body })
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', field])
  })

  it.each(['usd', 'USDT', 'BTC_LN', 'BTC-LN', 'btc'])(
    'leaves the currency %s to the service',
    async (code) => {
      const createRampSession = vi.fn(async () => Promise.reject(new LeydenError('UNSUPPORTED_CURRENCY', '')))
      const shop = openRampShop({ ramp: { provider: { createRampSession } } })
      await shop.post(RAMP_PATH, { ...GUEST, quote_currency: code, base_currency: code })
      expect(createRampSession).toHaveBeenCalledWith(
        expect.objectContaining({ quote_currency: code, base_currency: code }),
        expect.anything(),
      )
    },
  )

  it.each([
    ['testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['regtest', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['mainnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ] as const)('takes an on-chain address of %s, also in a bitcoin: URI', async (network, address) => {
    const shop = openRampShop({ network })
    for (const destination of [address, `bitcoin:${address}?amount=0.1`]) {
      await shop.open({ ...GUEST, destination })
      expect(await sent(shop)).toMatchObject({ destination: address })
    }
  })

  it('accepts any JSON object as metadata of `identify`, and refuses other values', async () => {
    const metadata = { tier: 7, tags: ['a', { b: null }] }
    const shop = signedIn({ metadata })
    await shop.open({})
    expect(await sent(shop)).toMatchObject({ metadata })
    const wrong = signedIn({ metadata: { created: new Date() } })
    expect((await wrong.post(RAMP_PATH, {})).error.field).toBe('metadata')
  })

  it('restricts currencies and metadata to the configured lists; the server’s metadata wins', async () => {
    const rampFields = {
      quoteCurrencies: ['EUR'],
      baseCurrencies: ['BTC'],
      metadataKeys: ['campaign', 'tier'],
    }
    const identify = async () => ({ ...USER, metadata: { tier: 'gold' } })
    const shop = openRampShop({ ramp: { fields: rampFields }, identify })
    await shop.open({ quote_currency: 'eur', metadata: { campaign: 'spring', tier: 'platinum' } })
    expect(await sent(shop)).toMatchObject({
      quote_currency: 'EUR',
      metadata: { campaign: 'spring', tier: 'gold' },
    })
    const refused = async (body: object) => (await shop.post(RAMP_PATH, body)).error.field
    expect(await refused({ quote_currency: 'USD' })).toBe('quote_currency')
    expect(await refused({ metadata: { other: 'x' } })).toBe('metadata.other')
    expect(await refused({ metadata: { campaign: 'x'.repeat(501) } })).toBe('metadata.campaign')
    expect(await refused({ metadata: { campaign: 7 } })).toBe('metadata.campaign')
  })

  it.each([
    '',
    'guest',
    'guest@',
    '@example.com',
    'a b@example.com',
    'a@b',
    `${'x'.repeat(250)}@example.com`,
    'a@b.c\r\nx: y',
    42,
  ])('refuses the e-mail %j of a guest', async (email) => {
    const shop = openRampShop()
    const reply = await shop.post(RAMP_PATH, { email })
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'INVALID_EMAIL', 'email'])
    expect(shop.upstream).toHaveLength(0)
  })

  it('needs a user, or a guest if guests are allowed', async () => {
    const nobody = openRampShop({ identify: async () => null })
    expect(await nobody.post(RAMP_PATH, GUEST)).toMatchObject({
      status: 401,
      error: { code: 'SIGN_IN_REQUIRED' },
    })
    expect(nobody.upstream).toHaveLength(0)
  })

  it('opens no session while identify fails', async () => {
    const shop = openRampShop({ identify: () => Promise.reject(new Error('database down')) })
    expect(await shop.post(RAMP_PATH, GUEST)).toMatchObject({
      status: 503,
      error: { code: 'SERVICE_UNAVAILABLE' },
    })
    expect(shop.upstream).toHaveLength(0)
  })

  it('reports that there is no ramp if none is configured', async () => {
    expect((await openShop().post(RAMP_PATH, GUEST)).error.code).toBe('NOT_CONFIGURED')
  })

  it('calls the host’s challenge before it opens a session for a guest', async () => {
    const challenge = vi.fn(async () => false)
    const shop = openRampShop({ ramp: { challenge } })
    const reply = await shop.post(RAMP_PATH, GUEST)
    expect([reply.status, reply.error.field]).toEqual([403, 'challenge'])
    expect(challenge).toHaveBeenCalledWith(expect.any(Request), GUEST)
    expect(shop.upstream).toHaveLength(0)
  })

  it('counts guests per e-mail in any spelling, and per IP', async () => {
    const shop = openRampShop({ limits: { rates: { sessionsPerHour: 2, guestSessionsPerHour: 3 } } })
    const sessionStatus = async (email: string, ip: string) =>
      (await shop.post(RAMP_PATH, { email }, { ip })).status
    expect([
      await sessionStatus('a@example.com', '192.0.2.1'),
      await sessionStatus('A@Example.com', '192.0.2.2'),
    ]).toEqual([200, 200])
    expect(await sessionStatus('a@example.com', '192.0.2.3')).toBe(429)
    expect([
      await sessionStatus('b@example.com', '192.0.2.1'),
      await sessionStatus('c@example.com', '192.0.2.1'),
    ]).toEqual([200, 200])
    expect(await sessionStatus('d@example.com', '192.0.2.1')).toBe(429)
  })

  it('counts users', async () => {
    const shop = openRampShop({ identify: async () => USER, limits: { rates: { sessionsPerHour: 1 } } })
    expect((await shop.post(RAMP_PATH, {})).status).toBe(200)
    const reply = await shop.post(RAMP_PATH, {})
    expect([reply.status, reply.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(reply.error.retry_after_ms).toBeGreaterThan(0)
  })

  it.each([
    ['invalidemail', 400, 'INVALID_EMAIL'],
    ['badwebhook', 503, 'NOT_CONFIGURED'],
    ['unauthorized', 503, 'NOT_CONFIGURED'],
    ['ratelimited', 429, 'RATE_LIMITED'],
    ['down', 503, 'MAINTENANCE'],
    ['othererror', 502, 'REGION_NOT_SUPPORTED'],
  ])('answers for %s with %i %s, never with the service’s message', async (user, status, code) => {
    const shop = openRampShop()
    const reply = await shop.post(RAMP_PATH, { email: `${user}@example.com` })
    expect([reply.status, reply.error.code]).toEqual([status, code])
    expect(reply.text).not.toMatch(/Quota|Jurisdiction|upgraded|product|did not respond|format of/)
    expect(reply.text + shop.log.text()).not.toContain(KEY)
    expect(shop.log.text()).not.toMatch(/@example\.com|webhooks\/ramp\//)
  })

  it('names the source of the e-mail address that the service refused, if it is not the page', async () => {
    const reply = await signedIn({ email: 'invalidemail@example.com' }).post(RAMP_PATH, {})
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'INVALID_EMAIL', 'account'])
    expect(reply.text).not.toContain('@')
  })

  it('returns no URL of an unlisted origin, and logs which origin to list', async () => {
    const shop = openRampShop({ ramp: { origins: ['https://other.example'] } })
    const reply = await shop.post(RAMP_PATH, GUEST)
    expect([reply.status, reply.error.code]).toEqual([503, 'NOT_CONFIGURED'])
    expect(reply.text).not.toContain(RAMP_ORIGIN)
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      {
        message: expect.stringContaining('LEYDEN_RAMP_ORIGINS'),
        fields: { origin: RAMP_ORIGIN, rampOrigins: ['https://other.example'] },
      },
    ])
    expect(shop.log.text()).not.toMatch(/session=/)
    // It is not a failure of the service, which gets the next request for a session.
    for (let round = 0; round < 12; round++) await shop.post(RAMP_PATH, { email: `g${round}@example.com` })
    expect(shop.upstream.length).toBe(13)
  })
})
