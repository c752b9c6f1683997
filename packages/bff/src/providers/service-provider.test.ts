import { Readable } from 'node:stream'
import type { Transport } from '@leyden/core'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answer, json, startUpstream } from '../test-support/misbehaving-server.js'
import { KEY, openShop } from '../test-support/shop.js'
import { guardTransport } from './guard-transport.js'
import { serviceProvider } from './service-provider.js'
import { undiciTransport } from './undici-transport.js'

const GOOD_METADATA = {
  minSendable: 1_000,
  maxSendable: 100_000_000,
  tag: 'payRequest',
  metadata: '[["text/plain","x"]]',
  callback: 'https://wallet.example/cb',
}
const GOOD_LOOK_UP = { success: true, data: { valid: true, metadata: GOOD_METADATA } }

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

async function upstream(answer: Answer) {
  const server = await startUpstream(answer)
  closers.push(server.close)
  return server
}

/** A service whose look-ups succeed, and whose charges get the given reply. */
const onCharge =
  (answer: Answer): Answer =>
  (response, request) =>
    request.method === 'GET' ? json(GOOD_LOOK_UP)(response, request) : answer(response, request)

const nothing: Answer = () => {}
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"success":true,"data":{"valid":true,')
  // After the bytes above have left.
  response.write('"x":', () => response.destroy())
}
const drip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}
const huge: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"success":true,"data":{"valid":true,"x":"')
  // Write piece by piece: ten megabytes at once would block this process, which also reads them.
  Readable.from(Array<string>(160).fill('x'.repeat(65_536))).pipe(response)
}
const html: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>')
}

const FAULTS: [name: string, answer: Answer, codes: string[], retryAfterMs?: number][] = [
  [
    'answers 404 with a page',
    (response) => response.writeHead(404).end('<h1>nginx</h1>'),
    ['SERVICE_UNAVAILABLE'],
  ],
  ['closes the connection at once', (response) => response.destroy(), ['NETWORK']],
  ['ends in the middle of a body', cut, ['NETWORK', 'BAD_RESPONSE']],
  ['sends ten megabytes', huge, ['BAD_RESPONSE']],
  ['sends HTML', html, ['BAD_RESPONSE']],
  ['sends wrong JSON', json([1, 2, 3]), ['BAD_RESPONSE']],
  ['sends a success without data', json({ success: true }), ['BAD_RESPONSE']],
  [
    'sends data of the wrong types',
    json({ success: true, data: { valid: 'yes', invoice: 7 } }),
    ['BAD_RESPONSE'],
  ],
  ['answers 500', json({ success: false, message: `stack of ${KEY}` }, 500), ['SERVICE_UNAVAILABLE']],
  [
    'answers 502 with a page',
    (response) => response.writeHead(502).end('<h1>nginx</h1>'),
    ['SERVICE_UNAVAILABLE'],
  ],
  [
    'limits',
    json({ success: false, message: 'slow down' }, 429, { 'retry-after': '7' }),
    ['RATE_LIMITED'],
    7_000,
  ],
  [
    'limits the rate without Retry-After',
    json({ success: false, message: 'slow down' }, 429),
    ['RATE_LIMITED'],
  ],
  [
    'limits the rate by its error code',
    json({ success: false, error: { code: 'RATE_LIMITED', message: 'x' } }, 400),
    ['RATE_LIMITED'],
  ],
  [
    'repeats the key',
    json({ success: true, data: { valid: false, hint: `your key is ${KEY}` } }),
    ['BAD_RESPONSE'],
  ],
]

const TRANSPORTS: [name: string, make: () => Transport | undefined][] = [
  ['undici', undiciTransport],
  ['fetch', () => undefined],
]

describe.each(TRANSPORTS)('with %s, a service that misbehaves', { concurrent: true }, (_, makeTransport) => {
  // Only a test that turns the clock reaches this time.
  const timeoutMs = 600_000

  function shopBefore(baseUrl: string) {
    const pay = serviceProvider({ apiKey: KEY, baseUrl, transport: makeTransport() })
    return openShop({ pay, limits: { timeoutMs } })
  }

  it('gets one request if it redirects', async () => {
    const service = await upstream((response) => response.writeHead(302, { location: '/login' }).end())
    const reply = await shopBefore(service.url).get('v0/ln-address/validate/alice%40wallet.example')
    expect([reply.status, reply.error.code]).toEqual([502, 'BAD_RESPONSE'])
    expect(service.received).toHaveLength(1)
  })

  it.each(FAULTS)(
    'that %s causes a clear error, and its text is not passed on',
    async (_, answer, codes, retryAfterMs) => {
      const lookUpServer = await upstream(answer)
      const chargeServer = await upstream(onCharge(answer))
      const replies = await Promise.all([
        shopBefore(lookUpServer.url).get('v0/ln-address/validate/alice%40wallet.example'),
        shopBefore(chargeServer.url).post('v0/ln-address/fetch-charge', {
          lnaddress: 'alice@wallet.example',
          amount: '2000',
        }),
      ])
      for (const reply of replies) {
        expect(codes, reply.text).toContain(reply.error.code)
        expect(reply.error.retry_after_ms).toBe(retryAfterMs)
        expect(reply.text + JSON.stringify([...reply.headers])).not.toContain(KEY)
        expect(reply.text).not.toMatch(/hotel|nginx|slow down|stack of/)
      }
      const posts = chargeServer.received.filter((request) => request.method === 'POST')
      expect(posts).toHaveLength(1)
      for (const request of [...lookUpServer.received, ...chargeServer.received])
        expect(request.apikey).toBe(KEY)
    },
  )

  it.each([301, 302, 303, 307, 308])(
    'that redirects with %i to another host does not leak the key',
    async (status) => {
      const elsewhere = await upstream(json(GOOD_LOOK_UP))
      const redirecting = await upstream((response) =>
        response.writeHead(status, { location: elsewhere.url }).end(),
      )
      const shop = shopBefore(redirecting.url)
      const reply = await shop.get('v0/ln-address/validate/alice%40wallet.example')
      expect([reply.status, reply.error.code]).toEqual([502, 'BAD_RESPONSE'])
      const redirected = await upstream(
        onCharge((response) => response.writeHead(status, { location: elsewhere.url }).end()),
      )
      const order = { lnaddress: 'alice@wallet.example', amount: '2000' }
      const charge = await shopBefore(redirected.url).post('v0/ln-address/fetch-charge', order)
      expect([charge.status, charge.error.code]).toEqual([502, 'BAD_RESPONSE'])
      expect(elsewhere.received).toEqual([])
    },
  )

  it('that does not exist causes a clear error', async () => {
    const shop = shopBefore('http://127.0.0.1:1')
    const reply = await shop.get('v0/ln-address/validate/alice%40wallet.example')
    expect([reply.status, reply.error.code]).toEqual([502, 'NETWORK'])
  })
})

describe.each(TRANSPORTS)('with %s, a service that never ends its reply', (_, makeTransport) => {
  it.each([
    ['sends nothing', nothing],
    ['drips', drip],
  ])('and %s causes a clear error when the time is over', async (_, answer) => {
    // Sockets do not use these timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const timeoutMs = 8_000
    const open = async (of: (hang: Answer) => Answer) => {
      let arrive = () => {}
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const server = await upstream(
        of((...args) => {
          answer(...args)
          arrive()
        }),
      )
      const pay = serviceProvider({ apiKey: KEY, baseUrl: server.url, transport: makeTransport() })
      return { server, arrived, shop: openShop({ pay, limits: { timeoutMs } }) }
    }
    const [lookUp, charge] = [await open((hang) => hang), await open(onCharge)]
    const replies = Promise.all([
      lookUp.shop.get('v0/ln-address/validate/alice%40wallet.example'),
      charge.shop.post('v0/ln-address/fetch-charge', { lnaddress: 'alice@wallet.example', amount: '2000' }),
    ])
    await Promise.all([lookUp.arrived, charge.arrived])
    await vi.advanceTimersByTimeAsync(timeoutMs)
    for (const reply of await replies) expect([reply.status, reply.error.code]).toEqual([504, 'TIMEOUT'])
    expect(charge.server.received.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

describe('a POST by undici', () => {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

  it('is retried if the connection failed', async () => {
    const gone = await upstream(nothing)
    await gone.close()
    const reply = undiciTransport()(gone.url, post)
    const { port } = new URL(gone.url)
    const back = await startUpstream(json({ success: true }), Number(port))
    closers.push(back.close)
    expect((await reply).status).toBe(200)
    expect(back.received).toHaveLength(1)
  })

  it('is not retried after a byte of it was sent', async () => {
    const { url, received } = await upstream((response) => response.destroy())
    await expect(undiciTransport()(url, post)).rejects.toThrow()
    expect(received).toHaveLength(1)
  })
})

describe('the guard around the API key', () => {
  const guarded = (fetched: string[]) =>
    guardTransport(
      async (url) => {
        fetched.push(url)
        return new Response('{}')
      },
      KEY,
      ['https://service.example/v0/ln-address/validate/'],
    )

  it.each([
    'https://service.example/v0/ln-address/validate/..',
    'https://service.example/v0/ln-address/validate/../../../api/v1/ramp-widget',
    'https://service.example/v0/ln-address/validate/%2e%2e/x',
    'https://service.example/api/v1/ramp-widget',
    'https://service.example.evil.example/v0/ln-address/validate/a',
    'https://service.example@evil.example/v0/ln-address/validate/a',
    'http://service.example/v0/ln-address/validate/a',
    'https://service.example:8443/v0/ln-address/validate/a',
    'https://service.example\\@evil.example/v0/ln-address/validate/a',
  ])('sends nothing to %s', async (url) => {
    const fetched: string[] = []
    await expect(guarded(fetched)(url, {})).rejects.toMatchObject({ field: 'url' })
    expect(fetched).toEqual([])
  })

  const answering = (response: () => Response) =>
    guardTransport(async () => response(), KEY, ['https://service.example/'])('https://service.example/x', {})

  it('treats a redirect as an error, whatever its body', async () => {
    const redirect = () => new Response(JSON.stringify(GOOD_LOOK_UP), { status: 302 })
    await expect(answering(redirect)).rejects.toMatchObject({ code: 'BAD_RESPONSE' })
  })

  it('limits the size of a reply', async () => {
    let read = 0
    const endless = new ReadableStream({
      pull(controller) {
        read += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    await expect(answering(() => new Response(endless))).rejects.toMatchObject({ code: 'BAD_RESPONSE' })
    expect(read).toBeLessThan(2_000_000)
  })

  it('drops a body that contains the key and keeps the status', async () => {
    const response = await answering(() => new Response(`your key is ${KEY}`, { status: 500 }))
    expect([response.status, await response.text()]).toEqual([500, ''])
  })

  it('allows the service’s own operations', async () => {
    const fetched: string[] = []
    const url = 'https://service.example/v0/ln-address/validate/a%40b.example'
    expect((await guarded(fetched)(url, {})).status).toBe(200)
    expect(fetched).toEqual([url])
  })

  it.each(['', 'with space', 'line\nbreak', 'ключ'])(
    'refuses the key %j, which a header cannot contain',
    (apiKey) => {
      expect(() => serviceProvider({ apiKey, baseUrl: 'https://service.example' })).toThrow(
        expect.objectContaining({ field: 'apiKey' }),
      )
    },
  )

  it.each(['apiKey', 'baseUrl'])(
    'reports that %s is missing, for example because a variable is not set',
    (field) => {
      const options = { apiKey: KEY, baseUrl: 'https://service.example' }
      for (const nothing of [{ [field]: '' }, JSON.parse(`{"${field}":null}`)])
        expect(() => serviceProvider({ ...options, ...nothing })).toThrow(
          expect.objectContaining({
            field,
            message: expect.stringContaining(`serviceProvider: ${field} is missing.`),
          }),
        )
    },
  )

  it.each([
    'http://service.example',
    'ftp://service.example',
    'service.example',
    'https://u:p@service.example',
  ])('refuses the base address %s', (baseUrl) => {
    expect(() => serviceProvider({ apiKey: KEY, baseUrl })).toThrow(
      expect.objectContaining({ field: 'baseUrl' }),
    )
  })

  it('uses the second host for charges only', async () => {
    const [main, charges] = [await upstream(json(GOOD_LOOK_UP)), await upstream(json({}, 500))]
    const provider = serviceProvider({
      apiKey: KEY,
      baseUrl: `${main.url}/base/`,
      chargeBaseUrl: charges.url,
    })
    const signal = new AbortController().signal
    await provider.validateLightningAddress('a@b.example', { signal })
    await provider.createCharge({ lnaddress: 'a@b.example', amount: '1000' }, { signal }).catch(() => {})
    expect(main.received.map(({ url }) => url)).toEqual(['/base/v0/ln-address/validate/a%40b.example'])
    expect(charges.received.map(({ url }) => url)).toEqual(['/v0/ln-address/fetch-charge'])
  })
})

describe('the key beside a document', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document')
  })

  it('is refused without allowApiKeyHere', () => {
    Object.assign(globalThis, { document: {} })
    const options = { apiKey: KEY, baseUrl: 'https://service.example' }
    expect(() => serviceProvider(options)).toThrow("allowApiKeyHere: 'test'")
    expect(() => serviceProvider({ ...options, allowApiKeyHere: 'test' })).not.toThrow()
  })
})

it('survives the cancelling of a body that has already arrived', async () => {
  const server = await upstream((response) => response.writeHead(302).end('x'.repeat(5_000)))
  for (let n = 0; n < 20; n++) {
    const { body } = await undiciTransport()(server.url, {})
    // An error of its stream would be uncaught and end the process.
    await body?.cancel()
  }
})

describe('what the service says about an address or a request', { concurrent: true }, () => {
  const LOOK_UP = 'v0/ln-address/validate/alice%40wallet.example'
  const FETCH_CHARGE = 'v0/ln-address/fetch-charge'
  const CHARGE = { lnaddress: 'alice@wallet.example', amount: '2100000' }

  async function shopWith(answer: Answer) {
    const service = await upstream(answer)
    const hosted = serviceProvider({ apiKey: KEY, baseUrl: service.url, addressCodes: ['GONE_FISHING'] })
    const shop = openShop({
      pay: hosted,
      ramp: { provider: hosted, origins: ['https://ramp.example'] },
      identify: async () => ({ guest: true }),
    })
    const failed = () => shop.log.lines.filter(({ fields }) => fields.code === 'PAYMENT_SERVICE_FAILED')
    return { ...shop, failed, serviceUrl: service.url }
  }

  it.each([
    { success: false, message: 'No such wallet' },
    { success: false, error: { code: 'NOT_FOUND', message: 'No such wallet' } },
  ])('by a 404 in its own form refuses a charge and a session for good: %j', async (body) => {
    const shop = await shopWith(onCharge(json(body, 404)))
    for (const [path, request] of [
      [FETCH_CHARGE, CHARGE],
      ['api/v1/ramp-widget', { email: 'a@mail.example' }],
    ] as const)
      expect((await shop.post(path, request)).error).toMatchObject({ code: 'REFUSED', party: 'service' })
    const facts = { errorCode: 'REFUSED', status: 404, serviceMessage: 'No such wallet' }
    expect(shop.failed()).toMatchObject([{ fields: facts }, { fields: facts }])
  })

  it.each(['ALREADY_PAID', 'INTENT_SUPERSEDED', 'SIGN_IN_REQUIRED', 'INVOICE_MISMATCH'])(
    'by the code %s says nothing of the orders and checks of this shop',
    async (code) => {
      const words = { field: 'amount', expected: 'lnbc1 unchecked', actual: 'https://phish.example' }
      const shop = await shopWith(onCharge(json({ success: false, error: { code, ...words } }, 409)))
      const { text, error } = await shop.post(FETCH_CHARGE, CHARGE)
      expect(error).toMatchObject({ code: 'REFUSED', party: 'service' })
      expect(text).not.toMatch(/unchecked|phish/)
      expect(JSON.stringify(shop.log.lines)).not.toMatch(/unchecked|phish/)
    },
  )

  it('by any other 404 is an outage, and the log names the URL without the recipient', async () => {
    const shop = await shopWith((response) => response.writeHead(404).end('<h1>nginx</h1>'))
    const replies = [
      await shop.get(LOOK_UP),
      await shop.post('api/v1/ramp-widget', { email: 'a@mail.example' }),
    ]
    for (const { error } of replies) expect(error.code).toBe('SERVICE_UNAVAILABLE')
    expect(shop.failed()).toMatchObject(
      ['/v0/ln-address/validate/', '/api/v1/ramp-widget'].map((path) => ({
        fields: { errorCode: 'NOT_FOUND', url: `${shop.serviceUrl}${path}` },
      })),
    )
    expect(JSON.stringify(shop.log.lines)).not.toContain('alice')
  })

  it.each([
    [422, 'QUOTA_EXCEEDED'],
    [422, 'ACCOUNT_SUSPENDED'],
    [400, 'INVALID_API_VERSION'],
    [200, 'QUOTA_EXCEEDED'],
  ])('by a %i with the code %s is an error of the look-up, and logged', async (status, code) => {
    const error = { code, message: 'Ask the sales team' }
    const shop = await shopWith(json({ success: false, error }, status))
    const reply = await shop.get(LOOK_UP)
    expect(reply.error.code).toBe(code)
    expect(shop.failed()).toMatchObject([
      { fields: { serviceCode: code, serviceMessage: 'Ask the sales team', route: 'validate' } },
    ])
  })

  it.each(['ADDRESS_NOT_FOUND', 'gone-fishing'])(
    'by the code %s is that this is no Lightning Address',
    async (code) => {
      const shop = await shopWith(json({ success: false, error: { code, message: '' } }, 422))
      expect((await shop.get(LOOK_UP)).data).toMatchObject({ valid: false, reason: 'not_lightning_address' })
      expect(shop.failed()).toEqual([])
    },
  )

  it.each([
    ['another tag', { tag: 'withdrawRequest' }],
    ['limits that allow nothing', { minSendable: 2_000, maxSendable: 1_000 }],
  ])('that is valid with %s is its own fault, in a look-up and in a charge', async (_, change) => {
    const metadata = { ...GOOD_METADATA, ...change }
    const shop = await shopWith(json({ success: true, data: { valid: true, metadata } }))
    for (const reply of [await shop.get(LOOK_UP), await shop.post(FETCH_CHARGE, CHARGE)])
      expect(reply.error).toMatchObject({ code: 'BAD_RESPONSE', party: 'service' })
    expect(shop.failed()[0]?.fields).toMatchObject({ cause: expect.stringContaining('metadata') })
  })

  it('that the recipient demands data which nobody can give stays the recipient’s', async () => {
    const metadata = { ...GOOD_METADATA, payerData: { pubkey: { mandatory: true } } }
    const shop = await shopWith(json({ success: true, data: { valid: true, metadata } }))
    expect((await shop.post(FETCH_CHARGE, CHARGE)).error.code).toBe('PAYER_DATA_REQUIRED')
    expect(shop.failed()).toEqual([])
  })
})
