import { afterEach, describe, expect, it } from 'vitest'
import {
  type ClientOptions,
  createClient,
  isLeydenError,
  type LeydenError,
  type Transport,
} from '../index.js'
import { json, serve } from '../test-support/server.js'
import { ADDRESS_FAULTS, ADDRESS_REASONS } from './address-reasons.js'

const metadata = {
  minSendable: 10_000,
  maxSendable: 150_000_000,
  commentAllowed: 150,
  tag: 'payRequest',
  metadata: '[["text/plain","Tips"]]',
  callback: 'https://wallet.example/cb',
}
const request = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const charge = { ...request, invoice: { uri: 'lightning:lnbc1x', request: 'lnbc1x' } }

async function failure(promise: Promise<unknown>): Promise<LeydenError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isLeydenError(error)) throw new Error(`expected a LeydenError, got ${String(error)}`)
  return error
}

describe('where requests go', () => {
  it.each([
    'https://api.example',
    'https://api.example/leyden/',
    'http://localhost:4000',
    'http://127.0.0.1:4000/x',
    'http://[::1]:4000',
    '/api/leyden',
    '/',
  ])('takes %s', (baseUrl) => {
    expect(createClient({ baseUrl }).baseUrl).toBe(baseUrl.replace(/\/$/, ''))
  })

  it.each([
    'http://api.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'ftp://api.example',
    'javascript:alert(1)',
    '//api.example',
    'api/leyden',
    '',
    'https://user:pass@api.example',
    'https://api.example/?a=1',
    'https://api.example/#x',
    '/api/../admin',
  ])('refuses %s', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', field: 'baseUrl' }),
    )
    expect(() => createClient({ baseUrl: '/ok', chargeBaseUrl: baseUrl })).toThrow(
      expect.objectContaining({ field: 'chargeBaseUrl' }),
    )
  })

  it('explains how to test on a phone if the base URL is a local network address', () => {
    const create = (baseUrl: string) => () => createClient({ baseUrl })
    expect(create('http://192.168.1.5:4000/api/leyden')).toThrow(/from a phone in your network, use a path/)
    expect(create('api/leyden')).toThrow(
      /^baseUrl must be an https URL, a path like \/leyden, or an http URL of this machine\. See docs\/errors\.md#bad_request$/,
    )
  })

  it('sends charges to chargeBaseUrl, and everything else to baseUrl', async () => {
    const first = await serve((_, response) =>
      json(response, 200, { success: true, data: { valid: true, metadata } }),
    )
    const second = await serve((_, response) => json(response, 200, { success: true, data: charge }))
    const client = createClient({ baseUrl: `${first.url}/a`, chargeBaseUrl: `${second.url}/b/`, apiKey: 'k' })
    await client.validateLightningAddress('alice+tips@wallet.example')
    await client.createCharge(request)
    expect(first.requests.map((r) => `${r.method} ${r.url}`)).toEqual([
      'GET /a/v0/ln-address/validate/alice%2Btips%40wallet.example',
    ])
    expect(second.requests.map((r) => `${r.method} ${r.url}`)).toEqual(['POST /b/v0/ln-address/fetch-charge'])
  })

  it.each(['..', '../../api/v1/ramp-widget', 'a@b/../../x', 'a@b?x=1', 'a@b#x', 'a b@c', 'a@b@c', ''])(
    'never lets %j change the path',
    async (address) => {
      const server = await serve((_, response) => json(response, 200, {}))
      const error = await failure(createClient({ baseUrl: server.url }).validateLightningAddress(address))
      expect(error).toMatchObject({ code: 'BAD_REQUEST', field: 'address' })
      expect(server.requests).toHaveLength(0)
    },
  )
})

describe('a request', () => {
  const ofGet = { accept: 'application/json' }
  const ofPost = { ...ofGet, 'content-type': 'application/json' }

  it.each<[string, Partial<ClientOptions>, post: object, get: object]>([
    ['of a page', {}, { ...ofPost, 'x-leyden': '1' }, ofGet],
    [
      'of a user',
      { getToken: async () => 'me', credentials: 'include' },
      { ...ofPost, 'x-leyden': '1', authorization: 'Bearer me' },
      // The check of an address needs no user.
      ofGet,
    ],
    ['of nobody known', { getToken: async () => null }, { ...ofPost, 'x-leyden': '1' }, ofGet],
    ['with a key', { apiKey: 'k' }, { ...ofPost, apikey: 'k' }, { ...ofGet, apikey: 'k' }],
  ])('%s has exactly the headers that it needs', async (_, options, post, get) => {
    const sent: RequestInit[] = []
    const transport: Transport = async (_, init) => {
      sent.push(init)
      const data = init.method === 'POST' ? charge : { valid: true, metadata }
      return Response.json({ success: true, data })
    }
    const client = createClient({ baseUrl: 'https://bff.example', transport, ...options })
    await client.createCharge(request)
    await client.validateLightningAddress('alice@wallet.example')
    expect(sent.map(({ headers }) => headers)).toStrictEqual([post, get])
    for (const init of sent) expect('credentials' in init).toBe('credentials' in options)
  })
})

describe('the key', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document')
  })

  it('goes out as the apikey header, without the header of pages', async () => {
    const server = await serve((_, response) => json(response, 200, { success: true, data: charge }))
    await createClient({ baseUrl: server.url, apiKey: 'the-key' }).createCharge(request)
    expect(server.requests[0]?.headers).toMatchObject({
      apikey: 'the-key',
      'content-type': 'application/json',
    })
    expect(server.requests[0]?.headers).not.toHaveProperty('x-leyden')
  })

  it('is refused in a page, with the reason and without the key', () => {
    Object.assign(globalThis, { document: {} })
    const attempt = () => createClient({ baseUrl: 'https://api.example', apiKey: 'the-key' })
    expect(attempt).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', field: 'apiKey' }))
    expect(attempt).toThrow(/BFF/)
    expect(() => createClient({ baseUrl: 'https://api.example' })).not.toThrow()
    expect(attempt).not.toThrow(/the-key/)
  })

  it('is allowed beside a document for tests that say so', () => {
    Object.assign(globalThis, { document: {} })
    const options = { baseUrl: 'https://api.example', apiKey: 'the-key' }
    expect(() => createClient({ ...options, allowApiKeyHere: 'test' })).not.toThrow()
    expect(() => createClient({ ...options, allowApiKeyHere: undefined })).toThrow()
  })

  it('does not follow a redirect to another host', async () => {
    const thief = await serve((_, response) => json(response, 200, { success: true, data: charge }))
    const server = await serve((_, response) => {
      response.writeHead(307, { location: `${thief.url}/v0/ln-address/fetch-charge` })
      response.end()
    })
    const client = createClient({ baseUrl: server.url, apiKey: 'the-key' })
    expect((await failure(client.createCharge(request))).code).toBe('BAD_RESPONSE')
    expect((await failure(client.validateLightningAddress(request.lnaddress))).code).toBe('BAD_RESPONSE')
    expect(thief.requests).toHaveLength(0)
  })

  it('is never in an error, even if the service repeats it', async () => {
    const server = await serve((_, response) =>
      json(response, 400, { success: false, error: { code: 'OTHER', message: 'bad key the-key' } }),
    )
    const error = await failure(
      createClient({ baseUrl: server.url, apiKey: 'the-key' }).createCharge(request),
    )
    expect(error.code).toBe('OTHER')
    expect(`${error.message}${JSON.stringify(error)}${error.stack}`).not.toContain('the-key')
  })
})

describe('validate', () => {
  const validateAgainst = async (status: number, body: unknown, headers = {}) => {
    const server = await serve((_, response) => json(response, status, body, headers))
    const client = createClient({ baseUrl: server.url, apiKey: 'key', addressCodes: ['our own'] })
    return client.validateLightningAddress('a@b.example')
  }

  it('returns what the address advertises, unknown fields kept', async () => {
    const answer = await validateAgainst(200, {
      success: true,
      data: { valid: true, metadata: { ...metadata, extra: 1 } },
    })
    expect(answer).toEqual({ valid: true, metadata: { ...metadata, extra: 1 } })
  })

  it.each([
    [200, { success: true, data: { valid: false } }],
    [400, { success: false, message: 'no' }],
    [404, { success: false, error: { code: 'NOT_FOUND', message: 'no' } }],
    [404, { success: false, message: 'no' }],
    [400, { success: false, error: { code: 'invalid-address', message: 'no' } }],
    [422, { success: false, error: { code: '', message: 'no' } }],
    [422, { success: false, error: { code: 422, message: 'no' } }],
    [400, { success: false, error: { code: 'OUR_OWN', message: 'no' } }],
    [422, { message: 'no' }],
    [200, { success: false, message: 'no' }],
    [200, { success: false, error: { code: 'ADDRESS_NOT_FOUND', message: 'no' } }],
  ])('takes %i %j as "not a Lightning Address"', async (status, body) => {
    expect(await validateAgainst(status, body)).toMatchObject({
      valid: false,
      reason: 'not_lightning_address',
    })
  })

  it.each(ADDRESS_REASONS)('keeps a reason that it knows: %s', async (reason) => {
    expect(await validateAgainst(200, { success: true, data: { valid: false, reason } })).toMatchObject({
      reason,
    })
  })

  it.each(ADDRESS_FAULTS)('keeps a fault that it knows: %s', async (detail) => {
    const data = { valid: false, reason: 'not_usable', detail }
    expect(await validateAgainst(200, { success: true, data })).toMatchObject(data)
  })

  it('leaves out what it does not know, and what is no name', async () => {
    const data = {
      reason: 'other',
      detail: 'other',
      payer_data: ['name', '<b>', 7],
      provider_host: 'a b',
      x: 1,
    }
    expect(await validateAgainst(200, { success: true, data: { valid: false, ...data } })).toEqual({
      valid: false,
      reason: 'not_lightning_address',
      payer_data: ['name'],
      x: 1,
    })
  })

  it("cleans the recipient's own words", async () => {
    const words = {
      provider_message: `Pay\u202e\u200f\r\n\u0007 later ${'x'.repeat(500)}`,
      provider_host: 'a.example',
    }
    const answer = await validateAgainst(200, {
      success: true,
      data: { valid: false, reason: 'not_usable', ...words },
    })
    if (answer.valid) throw new Error('The answer is a refusal.')
    expect(answer.provider_message).toMatch(/^Pay later x{150,190}$/)
    expect(answer.provider_host).toBe('a.example')
  })

  it.each([
    [
      { code: 'NOT_LIGHTNING_ADDRESS', reason: 'not_usable', detail: 'bad_metadata' },
      'not_usable',
      undefined,
    ],
    [{ code: 'PAYER_DATA_REQUIRED', actual: 'pubkey' }, 'payer_data_required', ['pubkey']],
    [{ code: 'PAYER_DATA_REQUIRED' }, 'payer_data_required', []],
  ])('takes the refusal %j of a BFF for an answer', async (error, reason, payer_data) => {
    const server = await serve((_, response) =>
      json(response, 422, { success: false, error: { message: 'no', ...error } }),
    )
    const client = createClient({ baseUrl: server.url })
    expect(await client.validateLightningAddress('a@b.example')).toMatchObject(
      payer_data ? { valid: false, reason, payer_data } : { valid: false, reason, detail: 'bad_metadata' },
    )
  })

  it.each([
    [401, { success: false, message: 'no' }, 'UNAUTHORIZED'],
    [403, {}, 'UNAUTHORIZED'],
    [404, 'not json at all', 'NOT_FOUND'],
    [400, { success: false, error: { code: 'UNAUTHORIZED', message: '' } }, 'UNAUTHORIZED'],
    [400, { success: false, error: { code: 'RATE_LIMITED', message: '' } }, 'RATE_LIMITED'],
    [429, {}, 'RATE_LIMITED'],
    [500, { success: false, message: 'oops' }, 'SERVICE_UNAVAILABLE'],
    [503, '<html>', 'SERVICE_UNAVAILABLE'],
    [200, { success: false, error: { code: 'RATE_LIMITED', message: '' } }, 'RATE_LIMITED'],
    [200, { success: false, error: { code: 'UNAUTHORIZED', message: '' } }, 'UNAUTHORIZED'],
    [400, { success: false, error: { code: 'NOT_CONFIGURED', message: '' } }, 'NOT_CONFIGURED'],
    [409, { success: false, error: { code: 'OTHER', message: '' } }, 'OTHER'],
    // The trouble of the shop's account must not be told as a fault of the recipient.
    [422, { success: false, error: { code: 'QUOTA_EXCEEDED', message: '' } }, 'QUOTA_EXCEEDED'],
    [422, { success: false, error: { code: 'ACCOUNT_SUSPENDED', message: '' } }, 'ACCOUNT_SUSPENDED'],
    [400, { success: false, error: { code: 'INVALID_API_VERSION', message: '' } }, 'INVALID_API_VERSION'],
    [404, { success: false, error: { code: 'SOMETHING', message: '' } }, 'SOMETHING'],
    [200, { success: false, error: { code: 'QUOTA_EXCEEDED', message: '' } }, 'QUOTA_EXCEEDED'],
    [400, { success: false, error: { code: 'quota-exceeded', message: '' } }, 'BAD_REQUEST'],
    [200, '<html>', 'BAD_RESPONSE'],
    [200, { success: true }, 'BAD_RESPONSE'],
    [200, { success: true, data: { valid: 'yes' } }, 'BAD_RESPONSE'],
    [200, { success: true, data: { valid: true } }, 'BAD_RESPONSE'],
  ])('never takes %i %j as one', async (status, body, code) => {
    expect((await failure(validateAgainst(status, body, { 'retry-after': '60' }))).code).toBe(code)
  })

  it.each([
    [404, { message: 'Route GET:/leyden/v0/… not found', error: 'Not Found' }, 'NOT_FOUND'],
    [404, { success: false, error: { code: 'NOT_FOUND', message: '' } }, 'NOT_FOUND'],
    [400, { message: 'Bad Request' }, 'BAD_REQUEST'],
  ])(
    'in a page, does not take %i %j as one either: it may come from another server',
    async (status, body, code) => {
      const server = await serve((_, response) => json(response, status, body))
      const client = createClient({ baseUrl: server.url })
      expect((await failure(client.validateLightningAddress('a@b.example'))).code).toBe(code)
    },
  )

  it('in a page too, takes an error in the envelope of the service as one', async () => {
    const server = await serve((_, response) => json(response, 404, { success: false, message: 'no' }))
    const client = createClient({ baseUrl: server.url })
    expect(await client.validateLightningAddress('a@b.example')).toMatchObject({ valid: false })
  })

  it('distinguishes a reply of the BFF from one of another server, and reports which party failed', async () => {
    const error = { code: 'TIMEOUT', message: 'no', party: 'recipient' }
    const ofBff = await failure(validateAgainst(400, { success: false, error }))
    expect(ofBff).toMatchObject({ code: 'TIMEOUT', status: 400, party: 'recipient' })
    expect(ofBff.contentType).toBeUndefined()
    const stranger = { success: false, error: { code: 'TIMEOUT', message: 'no', party: 'somebody' } }
    expect((await failure(validateAgainst(400, stranger))).party).toBeUndefined()
    const other = await failure(validateAgainst(400, {}, { 'content-type': 'text/html; charset=utf-8' }))
    expect(other).toMatchObject({ status: 400, contentType: 'text/html; charset=utf-8' })
  })

  it.each([
    ['metadata.tag', { tag: undefined }],
    ['metadata.tag', { tag: '' }],
    ['metadata.minSendable', { minSendable: '10000' }],
    ['metadata.maxSendable', { maxSendable: null }],
  ])('names the field of a reply that is missing or of another type: %s, %j', async (field, change) => {
    const data = { valid: true, metadata: { ...metadata, ...change } }
    expect(await failure(validateAgainst(200, { success: true, data }))).toMatchObject({
      code: 'BAD_RESPONSE',
      field,
    })
  })

  it('does not take a reply without a boolean as an answer, whatever it advertises', async () => {
    const data = { valid: 'yes', metadata }
    expect(await failure(validateAgainst(200, { success: true, data }))).toMatchObject({ field: 'valid' })
  })

  it('is sent without the bearer token, which identifies the user', async () => {
    const server = await serve((_, response) =>
      json(response, 200, { success: true, data: { valid: true, metadata } }),
    )
    const client = createClient({ baseUrl: server.url, getToken: async () => 'token' })
    await client.validateLightningAddress('a@b.example')
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('retries when the server fails once', async () => {
    const server = await serve((_, response, count) =>
      count < 3
        ? json(response, count === 1 ? 503 : 500, {})
        : json(response, 200, { success: true, data: { valid: true, metadata } }),
    )
    const answer = await createClient({ baseUrl: server.url }).validateLightningAddress('a@b.example')
    expect(answer.valid).toBe(true)
    expect(server.requests).toHaveLength(3)
  })

  it('gets at most three requests', async () => {
    const server = await serve((_, response) => json(response, 503, {}))
    await failure(createClient({ baseUrl: server.url }).validateLightningAddress('a@b.example'))
    expect(server.requests).toHaveLength(3)
  })

  it('waits before each retry, longer each time', async () => {
    const times: number[] = []
    const server = await serve((_, response) => {
      times.push(performance.now())
      json(response, 429, {})
    })
    await failure(createClient({ baseUrl: server.url }).validateLightningAddress('a@b.example'))
    const [first = 0, second = 0, third = 0] = times
    // Half of 150 and of 300 milliseconds are the shortest delays; a timer may fire a millisecond early.
    expect(second - first).toBeGreaterThan(73)
    expect(third - second).toBeGreaterThan(148)
  })

  it.each([
    ['a reply that a retry would repeat', 200, '<html>', {}],
    ['a redirect, which is not followed', 307, {}, { location: '/elsewhere' }],
    [
      'a BFF whose provider gave an unusable reply',
      502,
      { success: false, error: { code: 'BAD_RESPONSE', message: '' } },
      {},
    ],
    ['a server that asks for a pause of more than a second', 429, {}, { 'retry-after': '2' }],
  ])('is requested once from %s', async (_, status, body, headers) => {
    const server = await serve((_, response) => {
      if (typeof body === 'string') response.end(body)
      else json(response, status, body, headers)
    })
    await failure(createClient({ baseUrl: server.url }).validateLightningAddress('a@b.example'))
    expect(server.requests).toHaveLength(1)
  })

  it('says how long to wait, from the body or from Retry-After', async () => {
    const body = { success: false, error: { code: 'RATE_LIMITED', message: '', retry_after_ms: 7_000 } }
    expect((await failure(validateAgainst(429, body))).retryAfterMs).toBe(7_000)
    expect((await failure(validateAgainst(429, {}, { 'retry-after': '20' }))).retryAfterMs).toBe(20_000)
    const date = new Date(Date.now() + 30_000).toUTCString()
    expect((await failure(validateAgainst(429, {}, { 'retry-after': date }))).retryAfterMs).toBeGreaterThan(
      20_000,
    )
  })
})

describe('a charge', () => {
  const createCharge = async (data: unknown, body = request) => {
    const server = await serve((_, response) => json(response, 200, { success: true, data }))
    return createClient({ baseUrl: server.url }).createCharge(body)
  }

  it('is returned as requested', async () => {
    expect(await createCharge(charge)).toEqual(charge)
    const mixed = {
      ...charge,
      lnaddress: 'Alice@Wallet.example',
      invoice: { uri: 'LIGHTNING:LNBC1X', request: 'lnbc1x' },
    }
    expect(await createCharge(mixed)).toEqual(mixed)
  })

  it.each([
    ['recipient', { ...charge, lnaddress: 'mallory@wallet.example' }],
    ['amount', { ...charge, amount: '9000000' }],
    ['uri', { ...charge, invoice: { uri: 'lightning:lnbc1y', request: 'lnbc1x' } }],
    ['uri', { ...charge, invoice: { uri: 'javascript:alert(1)', request: 'lnbc1x' } }],
  ])('is refused with another %s', async (field, data) => {
    const error = await failure(createCharge(data))
    expect(error).toMatchObject({ code: 'INVOICE_MISMATCH', field })
    expect(JSON.stringify(error)).not.toContain('lnbc1')
  })

  it.each([
    [
      ['amount', 'description', 'source'],
      ['source', 'description', 'amount'],
    ],
    [['amount'], ['amount', 'recipient', 1]],
    [[], []],
    [undefined, undefined],
    [undefined, true],
    [undefined, 'amount, description and source'],
    [undefined, { description: true }],
  ])('claims the checks %o for %o', async (claimed, checked) => {
    const state = { kind: 'charge', status: 'open', at: '2026-01-01T00:00:00Z' }
    const reading = { lnaddress: charge.lnaddress, amount: charge.amount, reference: 'order-7' }
    expect((await createCharge({ ...charge, checked })).checked).toEqual(claimed)
    const server = await serve((_, response) =>
      json(response, 200, {
        success: true,
        data: {
          ...reading,
          expires_at: '2026-01-01T00:15:00Z',
          charge: { ...charge, checked, state, created_at: '2026-01-01T00:00:00Z' },
        },
      }),
    )
    const read = await createClient({ baseUrl: server.url }).readIntent('an intent')
    expect(read.charge?.checked).toEqual(claimed)
  })

  it('names the amount that came instead', async () => {
    const error = await failure(createCharge({ ...charge, amount: '9000000' }))
    expect(error).toMatchObject({ expected: '2100000', actual: '9000000' })
  })

  it.each([
    ['lnaddress', { ...charge, lnaddress: 1 }],
    ['amount', { ...charge, amount: 2_100_000 }],
    ['amount', { ...charge, amount: '2.1e6' }],
    ['invoice.request', { ...charge, invoice: { uri: 'lightning:' } }],
    ['invoice.request', { ...charge, invoice: null }],
    ['invoice.uri', { ...charge, invoice: { request: 'x' } }],
  ])('is a BAD_RESPONSE without %s', async (field, data) => {
    expect(await failure(createCharge(data))).toMatchObject({ code: 'BAD_RESPONSE', field })
  })

  it('is never retried', async () => {
    for (const answer of [503, 429, 'cut'] as const) {
      const server = await serve((_, response) => {
        if (answer === 'cut') response.destroy()
        else json(response, answer, {})
      })
      await failure(createClient({ baseUrl: server.url }).createCharge(request))
      expect(server.requests).toHaveLength(1)
    }
  })

  it('sends the idempotency key and the header of pages', async () => {
    const server = await serve((_, response) => json(response, 200, { success: true, data: charge }))
    await createClient({ baseUrl: server.url }).createCharge(request, { idempotencyKey: 'k1' })
    expect(server.requests[0]?.headers).toMatchObject({ 'idempotency-key': 'k1', 'x-leyden': '1' })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(request)
  })

  it('keeps the message of a BFF, which names the field for the developer', async () => {
    const body = {
      success: false,
      error: { code: 'BAD_REQUEST', message: 'reference is too long.', field: 'reference' },
    }
    const server = await serve((_, response) => json(response, 400, body))
    const error = await failure(createClient({ baseUrl: server.url }).createCharge(request))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      field: 'reference',
      message: 'reference is too long. See docs/errors.md#bad_request',
    })
  })
})

describe('a ramp session', () => {
  const session = {
    session_token: 't',
    widget_url: 'https://ramp.example/?session=t',
    session_id: 'ses_1',
    expires_at: '2026-01-01T00:15:00Z',
  }
  const createSession = async (data: unknown) => {
    const server = await serve((_, response) => json(response, 200, { success: true, data }))
    return createClient({ baseUrl: server.url }).createRampSession({ email: 'a@mail.example' })
  }

  it('is returned complete', async () => {
    expect(await createSession({ ...session, more: 1 })).toEqual({ ...session, more: 1 })
  })

  const ofOrder = {
    session_id: 'ses_1',
    status: 'created',
    at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-01T00:15:00Z',
    watch_url: 'v0/watch/x',
    widget_url: 'https://ramp.example/?session=t',
  }

  it('of an order comes with the sessions of the order, without those that cannot be watched', async () => {
    const ended = { ...ofOrder, widget_url: undefined }
    const broken = [
      { ...ofOrder, watch_url: '' },
      { ...ofOrder, at: 'soon' },
      { ...ofOrder, widget_url: 7 },
      null,
    ]
    const opened = await createSession({ ...session, sessions: [ofOrder, ...broken, ended] })
    expect(opened.sessions).toEqual([ofOrder, { ...ended }])
    expect((await createSession({ ...session, sessions: 'none' })).sessions).toBeUndefined()
  })

  it.each([
    ['the BFF', undefined, 'payment_started', [ofOrder]],
    ['the service', 'key', undefined, undefined],
  ])(
    'that is refused for an order names why, and the sessions, if %s says so',
    async (_, apiKey, reason, sessions) => {
      const error = {
        code: 'NO_FURTHER_SESSION',
        message: '',
        reason: 'payment_started',
        sessions: [ofOrder],
      }
      const server = await serve((_message, response) => json(response, 409, { success: false, error }))
      const client = createClient({ baseUrl: server.url, apiKey })
      const refusal = await failure(client.createRampSession({ order: 'x', after: 'ses_1' }))
      expect(refusal.code).toBe('NO_FURTHER_SESSION')
      expect([refusal.reason, refusal.sessions]).toEqual([reason, sessions])
    },
  )

  it('is a BAD_RESPONSE if its expiry is not a date', async () => {
    expect(await failure(createSession({ ...session, expires_at: 'soon' }))).toMatchObject({
      field: 'expires_at',
    })
  })

  it.each(Object.keys(session))('is a BAD_RESPONSE without %s', async (field) => {
    expect(await failure(createSession({ ...session, [field]: undefined }))).toMatchObject({
      code: 'BAD_RESPONSE',
      field,
    })
  })
})

describe('a 404 of the service', () => {
  const errorOf = async (body: unknown, apiKey: string | undefined = 'key') => {
    const server = await serve((_, response) => json(response, 404, body))
    return failure(createClient({ baseUrl: server.url, apiKey }).createCharge(request))
  }

  it.each([
    { success: false, message: 'no such address' },
    { success: false, error: { code: 'NOT_FOUND', message: 'no such address' } },
    { success: false, error: { message: 'no such address' } },
  ])('is a refusal with its message in its own envelope: %j', async (body) => {
    const { code, retryable, cause } = await errorOf(body)
    expect([code, retryable]).toEqual(['REFUSED', false])
    expect(cause).toMatchObject({ message: 'no such address' })
  })

  it.each(['not json', {}, { message: 'Not Found', error: 'Not Found' }, { success: true }])(
    'is that of a server without the route in any other form: %j',
    async (body) => {
      expect((await errorOf(body)).code).toBe('NOT_FOUND')
    },
  )

  it('keeps a code of its own', async () => {
    const error = { code: 'ADDRESS_GONE', message: '' }
    expect((await errorOf({ success: false, error })).code).toBe('ADDRESS_GONE')
  })

  it('stays NOT_FOUND if a BFF says so', async () => {
    const server = await serve((_, response) =>
      json(response, 404, { success: false, error: { code: 'NOT_FOUND', message: '' } }),
    )
    expect((await failure(createClient({ baseUrl: server.url }).createCharge(request))).code).toBe(
      'NOT_FOUND',
    )
  })
})

describe('an intent', () => {
  const state = { kind: 'charge', status: 'pending' }
  const reading = {
    lnaddress: 'alice@wallet.example',
    amount: '2100500',
    reference: 'order-7',
    expires_at: '2026-01-01T00:15:00Z',
    charge: { ...charge, created_at: '2026-01-01T00:00:00Z', state },
  }
  const payment = { id: 'ab'.repeat(32), amount: '2100000', at: '2026-01-01T00:00:00Z' }
  const readIntent = async (data: unknown) => {
    const server = await serve((_, response) => json(response, 200, { success: true, data }))
    const answer = createClient({ baseUrl: '/never', chargeBaseUrl: server.url }).readIntent('signed')
    return { answer: await answer, requests: server.requests }
  }

  it('is sent to chargeBaseUrl in the body, and returned complete', async () => {
    const { answer, requests } = await readIntent({ ...reading, description: 'Two cups' })
    expect(answer).toEqual({ ...reading, description: 'Two cups' })
    expect(requests).toMatchObject([{ method: 'POST', url: '/v0/intent', body: '{"intent":"signed"}' }])
    const { charge: _, ...withoutCharge } = reading
    expect((await readIntent(withoutCharge)).answer).toEqual(withoutCharge)
    const arrived = [payment, { ...payment, amount: '500000' }]
    expect((await readIntent({ ...reading, arrived })).answer).toEqual({ ...reading, arrived })
  })

  it('has a charge on its own terms, which the page does not send', async () => {
    const server = await serve((_, response) => json(response, 200, { success: true, data: charge }))
    const answer = await createClient({ baseUrl: server.url }).createCharge({ intent: 'signed' })
    expect(answer).toMatchObject(charge)
    expect(server.requests).toMatchObject([{ body: '{"intent":"signed"}' }])
  })

  it.each([
    ['lnaddress', { lnaddress: undefined }],
    ['amount', { amount: '' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '021' }],
    ['amount', { amount: '21 sat' }],
    ['amount', { amount: '1'.repeat(20) }],
    ['reference', { reference: 7 }],
    ['expires_at', { expires_at: undefined }],
    ['expires_at', { expires_at: 'soon' }],
    ['invoice.request', { charge: { ...reading.charge, invoice: {} } }],
    ['charge.state', { charge: { ...reading.charge, state: undefined } }],
    ['charge.state', { charge: { ...reading.charge, state: { kind: 'ramp', status: 'pending' } } }],
    ['arrived', { arrived: null }],
    ['arrived', { arrived: {} }],
    ['arrived', { arrived: [payment, null] }],
    ['arrived', { arrived: [{ ...payment, id: 'ab' }] }],
    ['arrived', { arrived: [{ ...payment, id: `${payment.id}a` }] }],
    ['arrived', { arrived: [{ ...payment, amount: 2_100_000 }] }],
    ['arrived', { arrived: [{ ...payment, amount: '-1' }] }],
    ['arrived', { arrived: [{ ...payment, amount: '21.5' }] }],
    ['arrived', { arrived: [{ ...payment, at: 'yesterday' }] }],
  ])('is a BAD_RESPONSE without a usable %s: %j', async (field, change) => {
    expect(await failure(readIntent({ ...reading, ...change }))).toMatchObject({
      code: 'BAD_RESPONSE',
      field,
    })
  })
})

describe('an exchange rate', () => {
  const rate = { currency: 'USD', rate: '97123.45', as_of: '2026-01-01T00:00:00Z' }
  const readRate = async (data: unknown, currency = 'USD') => {
    const server = await serve((_, response) => json(response, 200, { success: true, data }))
    const answer = createClient({ baseUrl: server.url, getToken: async () => 't' }).readExchangeRate(currency)
    return { answer: await answer, requests: server.requests }
  }

  it('is read without the user’s token', async () => {
    const { answer, requests } = await readRate(rate)
    expect(answer).toEqual(rate)
    expect(requests).toMatchObject([{ method: 'GET', url: '/v0/rates/USD' }])
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    for (const each of ['0.000012', '97123'])
      expect((await readRate({ ...rate, rate: each })).answer).toMatchObject({ rate: each })
  })

  it.each(['usd', 'US', 'USDT', '../x'])('is not requested in %s', async (currency) => {
    expect(await failure(readRate(rate, currency))).toMatchObject({ code: 'BAD_REQUEST', field: 'currency' })
  })

  it.each([
    ['currency', { currency: 'EUR' }],
    ['rate', { rate: 97_123 }],
    ['rate', { rate: '0.00' }],
    ['rate', { rate: '-1' }],
    ['rate', { rate: '1e5' }],
    ['rate', { rate: '97,123' }],
    ['rate', { rate: '1.' }],
    ['as_of', { as_of: undefined }],
    ['as_of', { as_of: 'now' }],
  ])('is a BAD_RESPONSE without a usable %s: %j', async (field, change) => {
    expect(await failure(readRate({ ...rate, ...change }))).toMatchObject({ code: 'BAD_RESPONSE', field })
  })
})

describe('a proof of payment', () => {
  const prove = async (data: unknown, watchUrl = 'v0/charges/abc') => {
    const server = await serve((_, response) => json(response, 200, { success: true, data }))
    const answer = createClient({ baseUrl: server.url }).proveCharge(watchUrl, 'f'.repeat(64))
    return { answer: await answer, requests: server.requests }
  }

  it('is sent to the charge, and answered with its state', async () => {
    const { answer, requests } = await prove({ kind: 'charge', status: 'paid' })
    expect(answer).toEqual({ kind: 'charge', status: 'paid' })
    expect(requests).toMatchObject([
      { method: 'POST', url: '/v0/charges/abc/proof', body: `{"preimage":"${'f'.repeat(64)}"}` },
    ])
  })

  it.each([{}, { kind: 'charge' }, { kind: 'order', status: 'paid' }])(
    'is answered with a state, as a poll is, and not with %j',
    async (data) => {
      const noState = { code: 'BAD_RESPONSE', field: 'status' }
      expect(await failure(prove(data))).toMatchObject(noState)
      const { url } = await serve((_, response) => json(response, 200, { success: true, data }))
      const poll = createClient({ baseUrl: url }).readState('v0/charges/abc')
      expect(await failure(poll)).toMatchObject(noState)
    },
  )

  it.each(['../admin', '/v0/charges/abc', 'https://thief.example', 'a//b', ''])(
    'is never sent to %j',
    async (watchUrl) => {
      expect(await failure(prove({ kind: 'charge', status: 'paid' }, watchUrl))).toMatchObject({
        field: 'watch_url',
      })
    },
  )
})

describe('the bearer token', () => {
  it('is sent with a POST, and refreshed once', async () => {
    const server = await serve((message, response) =>
      message.headers.authorization === 'Bearer new'
        ? json(response, 200, { success: true, data: charge })
        : json(response, 401, { success: false, error: { code: 'SIGN_IN_REQUIRED', message: '' } }),
    )
    const tokens = ['old', 'new']
    const getToken = async () => tokens.shift() ?? null
    await createClient({ baseUrl: server.url, getToken }).createCharge(request)
    expect(server.requests).toHaveLength(2)

    const error = await failure(
      createClient({ baseUrl: server.url, getToken: async () => 'old' }).createCharge(request),
    )
    expect(error.code).toBe('SIGN_IN_REQUIRED')
    expect(server.requests).toHaveLength(4)
  })

  it('is not requested again after any other error', async () => {
    const server = await serve((_, response) =>
      json(response, 401, { success: false, error: { code: 'UNAUTHORIZED', message: '' } }),
    )
    await failure(createClient({ baseUrl: server.url, getToken: async () => 'old' }).createCharge(request))
    expect(server.requests).toHaveLength(1)
  })
})

describe('credentials', () => {
  it.each([undefined, 'include'] as const)('are passed to fetch as they are set: %s', async (credentials) => {
    const inits: RequestInit[] = []
    const client = createClient({
      baseUrl: '/api/leyden',
      credentials,
      transport: async (_, init) => {
        inits.push(init)
        return Response.json({ success: true, data: charge })
      },
    })
    await client.createCharge(request)
    expect(inits.map((init) => init.credentials)).toEqual([credentials])
  })
})

describe('a server that does not answer', () => {
  it('ends in TIMEOUT, also when it stops in the middle of a body', async () => {
    const silent = await serve(() => {})
    const client = (url: string) => createClient({ baseUrl: url, timeoutMs: 150 })
    expect((await failure(client(silent.url).createCharge(request))).code).toBe('TIMEOUT')
    const stuck = await serve((_, response) => {
      response.writeHead(200)
      response.write('{"success":')
    })
    expect((await failure(client(stuck.url).validateLightningAddress('a@b.example'))).code).toBe('TIMEOUT')
  })

  it('ends in NETWORK when it is not there', async () => {
    const error = await failure(createClient({ baseUrl: 'http://127.0.0.1:1' }).createCharge(request))
    expect(error).toMatchObject({ code: 'NETWORK', retryable: true, cause: expect.any(Error) })
    expect(error.message).toMatch(/could not be reached/)
  })

  it('ends in ABORTED when the caller aborts, before or while it runs', async () => {
    const server = await serve(() => {})
    const client = createClient({ baseUrl: server.url })
    expect((await failure(client.createCharge(request, { signal: AbortSignal.abort() }))).code).toBe(
      'ABORTED',
    )
    const controller = new AbortController()
    const running = client.validateLightningAddress('a@b.example', { signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    expect((await failure(running)).code).toBe('ABORTED')
  })

  it('does not block the caller when the transport ignores its signal', async () => {
    const client = createClient({ baseUrl: '/x', transport: () => new Promise(() => {}), timeoutMs: 100 })
    expect((await failure(client.createCharge(request))).code).toBe('TIMEOUT')
  })
})
