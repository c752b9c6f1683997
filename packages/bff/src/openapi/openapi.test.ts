import { createSandbox } from '@leyden/sandbox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedRates } from '../exchange-rates.js'
import { type BffEvent, createBff, serviceProvider } from '../index.js'
import { memoryStore } from '../memory.js'
import { operations } from '../operations.js'
import { openShop } from '../test-support/shop.js'
import { openapi } from './openapi.js'

const BASE = 'https://shop.example/leyden'
const POST_HEADERS = { 'x-leyden': '1', 'content-type': 'application/json' }
const ADMIN = { authorization: 'Bearer an-admin-token-of-more-than-32-characters' }

interface Operation {
  parameters?: { name: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: { event: { post: Operation } }
  components: { schemas: object }
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
let document: Document

const sandbox = createSandbox({ rampOrigin: 'https://ramp.example', deliver: async () => new Response(null) })
const called = new Set<string>()
const events: BffEvent[] = []
let bff: ReturnType<typeof createBff>
let call: (
  path: string,
  init?: { method?: string; headers?: Record<string, string>; body?: unknown },
) => Promise<Response>
let webhookPath = ''
let heldEvent = ''

/** Validates a value against a schema of the document, with its references resolved. */
function problemsWith(schema: object, value: unknown): unknown {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
  const validate = ajv.compile(absolute)
  return validate(value) ? null : validate.errors
}

beforeAll(async () => {
  const hosted = serviceProvider({
    apiKey: 'sandbox-key',
    baseUrl: 'https://service.example',
    transport: async (url, init) => {
      if (String(init.body).includes('webhook_url'))
        webhookPath = new URL(JSON.parse(String(init.body)).webhook_url).pathname.replace('/leyden', '')
      return sandbox.fetch(new Request(url, init))
    },
  })
  bff = createBff({
    pay: hosted,
    ramp: { provider: hosted, origins: ['https://ramp.example'] },
    store: memoryStore(),
    publicUrl: BASE,
    secrets: ['a secret of more than 32 characters, for tests'],
    extensions: [
      fixedRates({ USD: '97142.86' }),
      operations({ token: 'an-admin-token-of-more-than-32-characters' }),
      openapi(),
    ],
    network: 'regtest',
    identify: async ({ headers }) =>
      headers.get('authorization') === 'Bearer user'
        ? { id: 'u1', email: 'user@mail.example' }
        : { guest: true },
    embed: { version: undefined, read: async () => new Uint8Array(1) },
    onEvent: (event) => void events.push(event),
    log: {
      info() {},
      warn() {},
      error(fields) {
        if ('event' in fields) heldEvent = String(fields.event)
      },
    },
  })
  document = (await (await bff.fetch(new Request(`${BASE}/openapi.json`))).json()) as Document
  ajv.addSchema({ $id: 'document', ...document })
  call = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const request = new Request(`${BASE}${path}`, {
      method,
      headers: method === 'POST' ? { ...POST_HEADERS, ...headers } : headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const reply = await bff.fetch(request)
    check(
      path,
      method,
      body,
      reply.status,
      await reply.clone().text(),
      reply.headers.get('content-type') ?? '',
    )
    return reply
  }
})

it('omits the admin routes if operators have a separate port', async () => {
  const served = await bff.fetch(new Request(`${BASE}/openapi.json`), { routes: 'public' })
  const isAdmin = (path: string) => path.startsWith('/admin/')
  const { paths } = (await served.json()) as Document
  expect(Object.keys(paths)).toEqual(Object.keys(document.paths).filter((path) => !isAdmin(path)))
  expect(Object.keys(document.paths).some(isAdmin)).toBe(true)
})

it('is not served without its value', async () => {
  expect((await openShop({ extensions: [] }).get('openapi.json')).status).toBe(404)
})

it('has no trace of an extension that the app does not have', async () => {
  const documentOf = async (options: Parameters<typeof openShop>[0]) => {
    const { text } = await openShop(options).get('openapi.json')
    return text
  }
  const traces = /admin|IntentRequest|SignedOrder|RampOrderRequest|Finding/g
  const rateTraces = /rates|ExchangeRate/g
  const bare = await documentOf({ extensions: [openapi()] })
  expect([bare.match(traces), bare.match(rateTraces)]).toEqual([null, null])
  const withOperations = await documentOf({})
  expect(new Set(withOperations.match(traces))).toEqual(
    new Set(['admin', 'IntentRequest', 'SignedOrder', 'RampOrderRequest']),
  )
  const withRates = await documentOf({ extensions: [fixedRates({ USD: '1' }), openapi()] })
  expect(new Set(withRates.match(rateTraces))).toEqual(new Set(['rates', 'ExchangeRate']))
  // Both documents contain the whole bare one.
  for (const document of [withOperations, withRates]) {
    const [{ paths, components }, { paths: barePaths, components: bareComponents }] = [
      JSON.parse(document) as Document,
      JSON.parse(bare) as Document,
    ]
    expect(paths).toMatchObject(barePaths)
    expect(components.schemas).toMatchObject(bareComponents.schemas)
  }
})

afterAll(() => sandbox.close())

/** Validates successful requests, and every reply, against the document. */
function check(
  path: string,
  method: string,
  body: unknown,
  status: number,
  text: string,
  type: string,
): void {
  const [template, operations] =
    Object.entries(document.paths).find(([candidate]) =>
      new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+').replace('.', '\\.')}$`).test(
        path.split('?')[0] ?? '',
      ),
    ) ?? []
  const operation = operations?.[method.toLowerCase()]
  const described = operation?.parameters?.map(({ name }) => name)
  for (const name of new URL(path, BASE).searchParams.keys()) expect(described).toContain(name)
  if (!operation) throw new Error(`${method} ${path} is not in the document.`)
  const reply = operation.responses[status] ?? operation.responses.default
  if (!reply) throw new Error(`${method} ${path} documents no ${status}.`)
  const schema = reply.content?.[type.split(';')[0] ?? '']?.schema
  if (text !== '' && !schema) throw new Error(`${method} ${path} documents no ${type}.`)
  if (schema) {
    const value = type.startsWith('application/json') ? JSON.parse(text) : text
    expect(problemsWith(schema, value), `${method} ${path} ${text}`).toBeNull()
  }
  const bodySchema = operation.requestBody?.content['application/json']?.schema
  if (body !== undefined && bodySchema && status < 300) {
    expect(problemsWith(bodySchema, body)).toBeNull()
    // The document does not describe a webhook's body.
    const unexpected = { ...(body as object), no_such_field: 1 }
    if (!path.startsWith('/webhooks/'))
      expect(problemsWith(bodySchema, unexpected), `${method} ${path}`).not.toBeNull()
  }
  if (status < 300) called.add(`${method} ${template}`)
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', body, headers })

describe('the OpenAPI document', () => {
  it('resolves all its references', async () => {
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name ?? '')
  })

  it('describes the replies of each operation', async () => {
    await call('/healthz')
    await call('/embed/v1/leyden.js')
    await call('/v0/ln-address/validate/alice%40wallet.example')
    await call('/v0/ln-address/validate/anna%40mail.example')
    await call('/v0/ln-address/validate/nothing')
    await call('/v0/rates/USD')
    const charged = await post('/v0/ln-address/fetch-charge', {
      lnaddress: 'alice@wallet.example',
      amount: '2100000',
      description: 'thanks',
      reference: 'order 7',
    })
    const { data: charge } = (await charged.json()) as {
      data: { watch_url: string; invoice: { request: string } }
    }
    await call(`/${charge.watch_url}`)
    const toUser = await call(`/${charge.watch_url}?subject=1`, { headers: { authorization: 'Bearer user' } })
    expect(await toUser.json()).toHaveProperty('subject', expect.any(String))
    const { preimage, paymentHash } = sandbox.pay(charge.invoice.request)
    await post(`/${charge.watch_url}/proof`, { preimage })
    await post('/admin/settle', { payment_hash: paymentHash }, ADMIN)
    await call(`/admin/charges/${paymentHash}`, { headers: ADMIN })
    const signed = await post(
      '/admin/intents',
      { lnaddress: 'bob@wallet.example', amount: '1000000', reference: 'order 8' },
      ADMIN,
    )
    const { data } = (await signed.json()) as { data: { intent: string } }
    await post('/v0/intent', { intent: data.intent })
    const ordered = await post('/v0/ln-address/fetch-charge', { intent: data.intent })
    const { data: orderCharge } = (await ordered.json()) as { data: { invoice: { request: string } } }
    await post('/v0/intent', { intent: data.intent })
    await post(
      '/admin/settle',
      {
        payment_hash: sandbox.pay(orderCharge.invoice.request).paymentHash,
        paid_at: new Date().toISOString(),
      },
      ADMIN,
    )
    await post('/v0/intent', { intent: data.intent })
    expect((await post('/v0/ln-address/fetch-charge', { intent: data.intent })).status).toBe(409)
    await post('/admin/drain', { dead: true }, ADMIN)
    await post('/admin/check', {}, ADMIN)
    const opened = await post('/api/v1/ramp-widget', { email: 'guest@mail.example', quote_currency: 'USD' })
    const { data: session } = (await opened.json()) as {
      data: { watch_url: string; session_id: string }
    }
    await call(webhookPath)
    await call(webhookPath, {
      method: 'POST',
      body: {
        id: 'evt_1',
        type: 'ramp.purchase.completed',
        created_at: new Date().toISOString(),
        livemode: false,
        data: {},
      },
    })
    await call(`/${session.watch_url}`)
    await call(webhookPath, { method: 'POST', body: { id: 'evt_2', type: 'x', livemode: true, data: {} } })
    await post(`/admin/events/${heldEvent}/release`, undefined, ADMIN)
    await post('/admin/events/release', { field: 'destination' }, ADMIN)
    await post(`/admin/events/${heldEvent}/redeliver`, undefined, ADMIN)
    await call('/admin/events?state=waiting&limit=1', { headers: ADMIN })
    await call(`/${session.watch_url}`)
    const rampOrder = {
      email: 'guest@mail.example',
      metadata: { cart: ['lamp'] },
      reference_id: 'order 9',
    }
    const rampOrdered = await post('/admin/ramp-orders', rampOrder, ADMIN)
    const { data: signedOrder } = (await rampOrdered.json()) as { data: { order: string } }
    expect((await post('/api/v1/ramp-widget', signedOrder)).status).toBe(200)
    await call(`/admin/sessions/${session.session_id}`, { headers: ADMIN })
    await post('/admin/erase', { payment_hash: paymentHash }, ADMIN)
    await post('/admin/erase', { user_id: 'u1' }, ADMIN)
    await post('/admin/erase', { session_id: session.session_id }, ADMIN)
    await call('/openapi.json')
    const all = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...called].sort()).toEqual(all.sort())
  })

  it('describes the message of each kind of event', async () => {
    const open = await post('/v0/ln-address/fetch-charge', {
      lnaddress: 'bob@wallet.example',
      amount: '1000000',
    })
    const { data } = (await open.json()) as { data: { invoice: { request: string } } }
    await post(
      '/admin/settle',
      { payment_hash: sandbox.pay(data.invoice.request).paymentHash, paid_at: new Date().toISOString() },
      ADMIN,
    )
    await post('/api/v1/ramp-widget', { email: 'guest@mail.example' })
    for (const body of [
      'no JSON',
      JSON.stringify({ id: 'evt_9', type: 'ramp.purchase.completed', data: {} }),
    ])
      await bff.fetch(new Request(`${BASE}${webhookPath}`, { method: 'POST', body }))
    await bff.tick()
    expect([...new Set(events.map(({ type }) => type))]).toEqual(
      expect.arrayContaining(['charge.paid', 'ramp.purchase.completed', 'webhook.unusable']),
    )
    const schema = document.webhooks.event.post.requestBody?.content['application/json']?.schema ?? {}
    const paid = events.find(({ type }) => type === 'charge.paid')
    if (paid?.type !== 'charge.paid') throw new Error('No payment was told.')
    const { evidence, preimage, paid_at, late, ...charge } = paid.data
    for (const event of [...events, { ...paid, type: 'charge.expired', data: charge }]) {
      const message = JSON.parse(JSON.stringify(event))
      expect(problemsWith(schema, message), JSON.stringify(message)).toBeNull()
      expect(problemsWith(schema, { ...message, data: { ...message.data, more: 1 } })).not.toBeNull()
    }
    // The schema of a type of core.
    const bought = events.find(({ type }) => type === 'ramp.purchase.completed')
    const withMore = { ...bought, data: { ...bought?.data, details: { more: 1 } } }
    expect(problemsWith(schema, JSON.parse(JSON.stringify(withMore)))).toContainEqual(
      expect.objectContaining({ instancePath: '/data/details' }),
    )
  })

  it.each([
    ['a charge with a wrong amount', '/v0/ln-address/fetch-charge', { lnaddress: 'a@b.example', amount: 7 }],
    [
      'a charge for nobody',
      '/v0/ln-address/fetch-charge',
      { lnaddress: 'anna@mail.example', amount: '1000000' },
    ],
    [
      'a wrong invoice',
      '/v0/ln-address/fetch-charge',
      { lnaddress: 'wrongamount@w.example', amount: '1000000' },
    ],
    [
      'a busy service',
      '/v0/ln-address/fetch-charge',
      { lnaddress: 'ratelimited@w.example', amount: '1000000' },
    ],
    ['an unsigned intent', '/v0/intent', { intent: 'x' }],
    ['a ramp without e-mail', '/api/v1/ramp-widget', {}],
    ['a settlement without token', '/admin/settle', { payment_hash: '00'.repeat(32) }],
    ['a proof of nothing', '/v0/watch/x/proof', { preimage: '00'.repeat(32) }],
    ['a forged capability', '/webhooks/ramp/x', {}],
  ])('describes an error: %s', async (_, path, body) => {
    const reply = await post(path, body)
    expect(reply.status).toBeGreaterThanOrEqual(400)
  })

  it('is validated by a check that detects an undescribed reply', () => {
    const schema = { $ref: '#/components/schemas/Charge' }
    expect(problemsWith(schema, { lnaddress: 'alice@wallet.example' })).not.toBeNull()
    const operation = () => check('/healthz', 'GET', undefined, 200, '{}', 'application/json')
    expect(operation).toThrow(/documents no/)
  })
})
