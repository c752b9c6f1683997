import { createClient, type ExchangeRate, type Transport } from '@leyden/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Measurement } from '../kernel/measure.js'
import { openShop, PUBLIC_URL } from '../test-support/shop.js'
import { coinbase, coinbaseSource, fixedRates } from './exchange-rate-sources.js'
import type { ExchangeRateSource } from './exchange-rates.js'
import { ratesFrom } from './rates-from.js'

/** A shop whose source counts its requests, and fails or hangs if the test wants that. */
function openRates(rates: Record<string, string> = { USD: '97142.86', KWD: '29876.123' }) {
  const source = {
    requests: 0,
    answer: async () => ({ rates }) as Awaited<ReturnType<ExchangeRateSource['readRates']>>,
  }
  const shop = openShop({
    extensions: [
      ratesFrom({
        readRates() {
          source.requests++
          return source.answer()
        },
      }),
    ],
  })
  const read = (currency = 'USD') => shop.get<ExchangeRate>(`v0/rates/${currency}`)
  return { ...shop, source, read }
}

describe('exchange rates', () => {
  it('are returned with all digits and their time, and read by the client of a page', async () => {
    const { bff, read } = openRates()
    expect((await read('kwd')).data).toEqual({
      currency: 'KWD',
      rate: '29876.123',
      as_of: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const page = createClient({
      baseUrl: PUBLIC_URL,
      transport: (url, init) => bff.fetch(new Request(url, init)),
    })
    expect(await page.readExchangeRate('USD')).toMatchObject({ currency: 'USD', rate: '97142.86' })
    await expect(page.readExchangeRate('../x')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('of all currencies and callers need one request to the source about once a minute', async () => {
    const { read, source, turnClock } = openRates()
    await Promise.all([read(), read(), read('KWD')])
    turnClock(59_000)
    await read()
    expect(source.requests).toBe(1)
    // At once, while the next request to the source runs.
    turnClock(2_000)
    source.answer = () => new Promise(() => {})
    expect((await read()).status).toBe(200)
    expect(source.requests).toBe(2)
  })

  it('wait for newer ones if they are older than two minutes', async () => {
    const { read, source, turnClock } = openRates()
    await read()
    turnClock(130_000)
    source.answer = async () => ({ rates: { USD: '100000' } })
    expect((await read()).data.rate).toBe('100000')
  })

  it('stay the last known ones for 15 minutes while the source fails, and are then refused', async () => {
    const { log, read, source, turnClock } = openRates()
    const { as_of } = (await read()).data
    source.answer = async () => {
      throw new Error('connect ECONNREFUSED')
    }
    turnClock(14 * 60_000)
    expect((await read()).data).toEqual({ currency: 'USD', rate: '97142.86', as_of })
    const warning = log.lines.find(({ fields }) => fields.code === 'EXCHANGE_RATES_FAILED')
    expect(warning?.fields).toMatchObject({ cause: 'connect ECONNREFUSED' })
    turnClock(61_000)
    const refused = await read()
    expect([refused.status, refused.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(refused.error.retry_after_ms).toBeGreaterThan(0)
    source.answer = async () => ({ rates: { USD: '100000' } })
    turnClock(10_000)
    expect((await read()).data.rate).toBe('100000')
  })

  it('of a hanging source are refused in time, and sooner if old ones are known', async () => {
    const { read, source } = openRates()
    source.answer = () => new Promise(() => {})
    const clock = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const reply = read()
    await vi.waitFor(() => expect(source.requests).toBe(1))
    await clock.advanceTimersByTimeAsync(8_000)
    expect((await reply).status).toBe(503)
    const old = openRates()
    old.source.answer = async () => ({ rates: { USD: '1' }, asOf: new Date(Date.now() - 16 * 60_000) })
    expect((await old.read()).status).toBe(503)
  })

  it.each(['1e5', '-1', '0', '0.000', '97,142', '', '1'.repeat(19), 97142 as unknown as string])(
    'are not passed on as %j',
    async (price) => {
      const { error, status } = await openRates({ USD: price }).read()
      expect([status, error.code]).toEqual([400, 'BAD_REQUEST'])
      expect(() => fixedRates({ USD: price })).toThrow(/USD must be a price in digits/)
    },
  )

  it('are refused for an invalid currency, and for one that the source lacks', async () => {
    const { read } = openRates()
    for (const [path, code] of [
      ['DOLLARS', 'BAD_REQUEST'],
      ['U$D', 'BAD_REQUEST'],
      ['EUR', 'BAD_REQUEST'],
    ])
      expect((await read(path)).error.code).toBe(code)
  })

  it('are read by the server of the shop from the cache of its pages, without their rate limit', async () => {
    let requests = 0
    const rates = ratesFrom({ readRates: async () => ({ rates: { USD: `${++requests}` } }) })
    await expect(rates.readExchangeRate('USD')).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    const { get } = openShop({ extensions: [rates], limits: { rates: { lookUpsPerMinute: 1 } } })
    const { data } = await get('v0/rates/USD', { ip: '192.0.2.1' })
    expect(await rates.readExchangeRate('USD')).toEqual(data)
    expect(await rates.readExchangeRate('USD')).toMatchObject({ currency: 'USD', rate: '1' })
    await expect(rates.readExchangeRate('EUR')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(requests).toBe(1)
  })

  it('do not exist without a source, which a page of another origin can read', async () => {
    const shop = openShop({ allowedOrigins: ['https://page.example'] })
    const origin = 'https://page.example'
    const { status, error, headers } = await shop.get('v0/rates/USD', { headers: { origin } })
    expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    const foreign = await shop.get('v0/rates/USD', { headers: { origin: 'https://evil.example' } })
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([404, null])
  })

  it('are measured as calls of another server', async () => {
    const measured: Measurement[] = []
    const measure = (measurement: Measurement) => void measured.push(measurement)
    const shop = openShop({ measure, extensions: [fixedRates({ USD: '100000' })] })
    await shop.get('v0/rates/USD')
    expect(measured).toContainEqual(expect.objectContaining({ of: 'upstream', method: 'readRates' }))
  })

  it('are limited per client, apart from look-ups, and do not affect the readiness of the BFF', async () => {
    const { bff, get } = openShop({
      extensions: [ratesFrom({ readRates: () => Promise.reject(new Error('down')) })],
      limits: { rates: { lookUpsPerMinute: 2 } },
    })
    const requestStatus = async (path: string) => (await get(path, { ip: '192.0.2.1' })).status
    const rates = [
      await requestStatus('v0/rates/USD'),
      await requestStatus('v0/rates/USD'),
      await requestStatus('v0/rates/USD'),
    ]
    expect(rates).toEqual([503, 503, 429])
    expect(await requestStatus('v0/ln-address/validate/alice%40wallet.example')).toBe(200)
    expect(await bff.ready()).toMatchObject({ ready: true, problems: [] })
  })
})

describe('the public rates of Coinbase', () => {
  const answering = (body: unknown, init?: ResponseInit) => {
    const sent: [string, RequestInit][] = []
    const transport: Transport = async (url, request) => {
      sent.push([url, request])
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), init)
    }
    const read = () => coinbaseSource({ transport }).readRates({ signal: new AbortController().signal })
    return { sent, read }
  }

  it('are read with one request that names neither the shop nor a key', async () => {
    const { sent, read } = answering({
      data: { currency: 'BTC', rates: { USD: '97142.865', JPY: '15000000' } },
    })
    expect(await read()).toEqual({ rates: { USD: '97142.865', JPY: '15000000', __proto__: null } })
    const [[url, { headers, redirect }]] = sent as [[string, RequestInit]]
    expect(url).toBe('https://api.coinbase.com/v2/exchange-rates?currency=BTC')
    expect([headers, redirect]).toEqual([{ accept: 'application/json' }, 'manual'])
  })

  it('are the rates of a BFF with coinbase()', async () => {
    const transport: Transport = async () => Response.json({ data: { currency: 'BTC', rates: { USD: '7' } } })
    const shop = openShop({ extensions: [coinbase({ transport })] })
    expect((await shop.get('v0/rates/USD')).data).toMatchObject({ currency: 'USD', rate: '7' })
  })

  it.each([
    ['a redirect', '', { status: 302, headers: { location: 'http://127.0.0.1/' } }],
    ['a failure', { data: { currency: 'BTC', rates: {} } }, { status: 500 }],
    ['no JSON', '<h1>Busy</h1>', {}],
    ['another base', { data: { currency: 'USD', rates: { USD: '1' } } }, {}],
    ['an endless reply', 'x'.repeat(1_000_001), {}],
  ])('are refused for %s', async (_, body, init) => {
    await expect(answering(body, init).read()).rejects.toMatchObject({ code: 'BAD_RESPONSE' })
  })
})
