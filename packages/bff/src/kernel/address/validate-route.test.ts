import { createClient } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { serviceProvider } from '../../providers/service-provider.js'
import { openShop, PUBLIC_URL } from '../../test-support/shop.js'

const path = (address: string) => `v0/ln-address/validate/${encodeURIComponent(address)}`

describe('validating a Lightning Address', () => {
  it('returns the data that the address advertises, with mode and network', async () => {
    const { get } = openShop()
    const reply = await get(path('alice@wallet.example'))
    expect(reply.status).toBe(200)
    expect(reply.data).toMatchObject({
      valid: true,
      metadata: { tag: 'payRequest', minSendable: 10_000 },
      mode: 'test',
      network: 'regtest',
    })
    // The service drops payer data.
    expect(reply.data).not.toHaveProperty('takes_payer_data')
  })

  it.each([
    'notfound@wallet.example',
    'invalid@wallet.example',
    'somebody@mail.example',
    'badrequest@wallet.example',
  ])('reports that %s is not a Lightning Address', async (address) => {
    const reply = await openShop().get(path(address))
    expect([reply.status, reply.data]).toEqual([
      200,
      { valid: false, reason: 'not_lightning_address', mode: 'test', network: 'regtest' },
    ])
  })

  it('explains to the page and in the log why the sandbox does not know an address', async () => {
    const { get, log } = openShop()
    expect((await get(path('me@gmail.com'))).data).toMatchObject({ valid: false, reason: 'not_in_sandbox' })
    const line = log.lines.find(({ fields }) => fields.code === 'SANDBOX_ADDRESS_UNKNOWN')
    expect(line).toMatchObject({ level: 'warn' })
  })

  it.each([
    'no-at-sign',
    'a@b',
    'a@@example.com',
    '../../api/v1/ramp-widget',
    '..@..',
    'a@127.0.0.1',
    ' ',
    'á@example.com',
  ])('refuses %j without a request upstream', async (address) => {
    const { get, upstream } = openShop()
    expect((await get(path(address))).data).toMatchObject({ valid: false, reason: 'malformed' })
    expect(upstream).toHaveLength(0)
  })

  it.each([
    ['down@wallet.example', 503, 'SERVICE_UNAVAILABLE'],
    ['broken@wallet.example', 503, 'SERVICE_UNAVAILABLE'],
    ['html@wallet.example', 502, 'BAD_RESPONSE'],
    ['ratelimited@wallet.example', 429, 'RATE_LIMITED'],
    ['unauthorized@wallet.example', 503, 'NOT_CONFIGURED'],
  ])('answers for %s with %i %s, not with "no Lightning Address"', async (address, status, code) => {
    const reply = await openShop().get(path(address))
    expect([reply.status, reply.error.code]).toEqual([status, code])
    expect(reply.error.message).not.toMatch(/maintained|slow down|Internal/)
  })

  it('reports when to retry', async () => {
    const reply = await openShop().get(path('ratelimited@wallet.example'))
    expect(reply.error.retry_after_ms).toBe(2_000)
    expect(reply.headers.get('retry-after')).toBe('2')
  })

  it('times out', async () => {
    const reply = await openShop({ limits: { timeoutMs: 100 } }).get(path('hang@wallet.example'))
    expect([reply.status, reply.error.code]).toEqual([504, 'TIMEOUT'])
  })

  it('logs a wrong API key as an error, and does not mention it to the page', async () => {
    const { get, log } = openShop({}, { apiKey: 'another key' })
    const reply = await get(path('alice@wallet.example'))
    expect(reply.error.code).toBe('NOT_CONFIGURED')
    expect(log.lines.some((line) => line.level === 'error' && line.fields.errorCode === 'UNAUTHORIZED')).toBe(
      true,
    )
  })

  it('sends one request upstream for concurrent look-ups, in any spelling', async () => {
    const { get, upstream } = openShop()
    const spellings = ['alice@wallet.example', 'Alice@Wallet.Example', 'lightning:alice@wallet.example']
    await Promise.all(spellings.map((address) => get(path(address))))
    expect(upstream).toHaveLength(1)
  })

  it('caches a valid address, and an invalid one for a shorter time', async () => {
    const { get, upstream, turnClock } = openShop()
    const askBoth = async () => {
      await get(path('alice@wallet.example'))
      await get(path('notfound@wallet.example'))
      return upstream.length
    }
    expect(await askBoth()).toBe(2)
    expect(await askBoth()).toBe(2)
    turnClock(11_000)
    expect(await askBoth()).toBe(3)
    turnClock(50_000)
    expect(await askBoth()).toBe(5)
  })

  it('caches a failure for less than a page waits before its retry', async () => {
    const { get, upstream, turnClock } = openShop()
    await get(path('unauthorized@wallet.example'))
    await get(path('unauthorized@wallet.example'))
    expect(upstream).toHaveLength(1)
    turnClock(1_001)
    await get(path('unauthorized@wallet.example'))
    expect(upstream).toHaveLength(2)
  })

  it('never answers "invalid" if the shop refuses the request or the service does not respond', async () => {
    const closed = openShop({ limits: { charges: { addresses: ['@shop.example'] } } })
    const missing = openShop({
      pay: serviceProvider({
        apiKey: 'key-for-nobody',
        baseUrl: 'https://service.example',
        transport: async () => new Response('<h1>404</h1>', { status: 404 }),
      }),
    })
    for (const shop of [closed, missing]) {
      const page = createClient({
        baseUrl: PUBLIC_URL,
        transport: (url, init) => shop.bff.fetch(new Request(url, init)),
      })
      await expect(page.validateLightningAddress('alice@wallet.example')).rejects.toThrow()
    }
  })

  it('counts look-ups per IP', async () => {
    const { get } = openShop({ limits: { rates: { lookUpsPerMinute: 2 } } })
    const lookUpStatus = async (ip: string) => (await get(path('alice@wallet.example'), { ip })).status
    expect([
      await lookUpStatus('192.0.2.1'),
      await lookUpStatus('192.0.2.1'),
      await lookUpStatus('192.0.2.1'),
    ]).toEqual([200, 200, 429])
    expect(await lookUpStatus('192.0.2.2')).toBe(200)
  })

  it('limits requests per domain and per key, but not cached answers', async () => {
    // Requests without an IP address are anonymous and may use half of a budget.
    const { get } = openShop({
      limits: { rates: { domainPerMinute: 4, keyPerMinute: 6, strangersPerMinute: 100 } },
    })
    const lookUpStatus = async (address: string) => (await get(path(address))).status
    expect([
      await lookUpStatus('a@one.example'),
      await lookUpStatus('b@one.example'),
      await lookUpStatus('c@one.example'),
    ]).toEqual([200, 200, 429])
    expect([
      await lookUpStatus('a@one.example'),
      await lookUpStatus('a@two.example'),
      await lookUpStatus('b@two.example'),
    ]).toEqual([200, 200, 429])
  })
})
