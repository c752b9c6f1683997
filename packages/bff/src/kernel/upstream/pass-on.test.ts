import { createClient } from '@leyden/core'
import { createSandbox } from '@leyden/sandbox'
import { describe, expect, it } from 'vitest'
import { serviceProvider } from '../../providers/service-provider.js'
import { asAdmin, KEY, openShop, PUBLIC_URL } from '../../test-support/shop.js'

const RAMP_ORIGIN = 'https://ramp.example'

/** Fields outside the contract that a page may get. */
const NEW = {
  kyc_level: 2,
  limits: { daily: '100', tiers: [{ name: 'gold', open: true }, null, [1]] },
  is_new: false,
  nothing: null,
}
/** Fields that must not reach a page, at any depth. */
const WITHHELD = {
  access_token: 'canary',
  refreshToken: 'canary',
  client_secret: 'canary',
  api_key: 'canary',
  apiKey: 'canary',
  Authorization: 'canary',
  password: 'canary',
  signing_key: 'canary',
  payment_preimage: 'canary',
  webhook_url: 'canary',
}
const JSON_WITH_PROTO =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1}'

/** A shop whose service adds fields to the `data` of each reply. */
function openAt(add: (data: Record<string, unknown>, request: Request) => object | Promise<object>) {
  const sandbox = createSandbox({ apiKey: KEY, rampOrigin: RAMP_ORIGIN, deliver: async () => new Response() })
  const service = serviceProvider({
    apiKey: KEY,
    baseUrl: 'https://service.example',
    transport: async (url, init) => {
      const request = new Request(url, init)
      const reply = await sandbox.fetch(request.clone())
      const { data, ...envelope } = (await reply.json()) as { data: Record<string, unknown> }
      // Written by hand: an object literal cannot have a field named `__proto__`.
      const body = JSON.stringify({ ...envelope, data: await add(data, request) })
      return new Response(body.replaceAll('"PROTO":1', JSON_WITH_PROTO.slice(1, -1)))
    },
  })
  const shop = openShop({
    pay: service,
    ramp: { provider: service, origins: [RAMP_ORIGIN] },
    identify: async () => ({ guest: true }),
  })
  const page = createClient({
    baseUrl: PUBLIC_URL,
    transport: (url, init) => shop.bff.fetch(new Request(url, init)),
  })
  const charge = () => page.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
  return {
    shop,
    operations: [
      ['validate', () => page.validateLightningAddress('alice@wallet.example')],
      ['fetch-charge', charge],
      ['ramp-widget', () => page.createRampSession({ email: 'a@mail.example' })],
    ] as const,
  }
}

describe('fields of the service that the contract does not name', () => {
  it('reach the page from each operation as the service sent them', async () => {
    for (const [name, operation] of openAt((data) => ({ ...data, ...NEW })).operations)
      expect(await operation(), name).toMatchObject(NEW)
  })

  it('reach the page from inside of metadata and invoice too', async () => {
    const { operations } = openAt(({ metadata, invoice, ...data }) => ({
      ...data,
      metadata: metadata && { ...metadata, ...NEW },
      invoice: invoice && { ...invoice, ...NEW },
    }))
    expect(await operations[0][1]()).toMatchObject({ metadata: { tag: 'payRequest', ...NEW } })
    expect(await operations[1][1]()).toMatchObject({ invoice: { request: expect.any(String), ...NEW } })
  })

  it('are still there when the charge of an order is read again', async () => {
    const { shop } = openAt((data) => ({ ...data, ...NEW }))
    const order = { lnaddress: 'alice@wallet.example', amount: '2100000', reference: 'order-7' }
    const { intent } = (await shop.post<{ intent: string }>('admin/intents', order, asAdmin())).data
    await shop.post('v0/ln-address/fetch-charge', { intent })
    expect((await shop.post('v0/intent', { intent })).data).toMatchObject({ charge: NEW })
  })

  it('are removed if they may contain a secret, a token or the webhook URL, at any depth', async () => {
    const { operations } = openAt(({ metadata, ...data }) => ({
      ...data,
      ...WITHHELD,
      kept: { ...WITHHELD, list: [{ ...WITHHELD, kept: 1 }] },
      metadata: metadata && { ...metadata, ...WITHHELD },
    }))
    for (const [name, operation] of operations) {
      const reply = await operation()
      expect(reply, name).toMatchObject({ kept: { list: [{ kept: 1 }] } })
      expect(JSON.stringify(reply), name).not.toContain('canary')
    }
  })

  it('keep the token that opens the session, which the page needs', async () => {
    const session = await openAt((data) => data).operations[2][1]()
    expect(session.session_token).toEqual(expect.any(String))
    expect(session.widget_url).toContain(session.session_token)
  })

  it('are removed if they echo a secret that the BFF sent, under any name', async () => {
    const { operations } = openAt(async (data, request) => {
      const { webhook_url } = (request.method === 'POST' ? await request.json() : {}) as Record<
        string,
        string
      >
      return { ...data, echo: { kept: 'this', of: [`to ${webhook_url}`] } }
    })
    const session = await operations[2][1]()
    expect(session).toMatchObject({ echo: { kept: 'this' } })
    expect(JSON.stringify(session)).not.toContain('/webhooks/ramp/')
  })

  it('never have a name that would change the prototype of an object', async () => {
    const { operations } = openAt(({ metadata, ...data }) => ({
      ...data,
      kept: { PROTO: 1 },
      metadata: metadata && { ...metadata, PROTO: 1 },
      PROTO: 1,
    }))
    for (const [name, operation] of operations) {
      const reply = JSON.stringify(await operation())
      expect(reply, name).toContain('"kept":{}')
      expect(reply, name).not.toMatch(/__proto__|constructor|prototype|polluted/)
    }
  })

  it('cannot replace fields of the BFF', async () => {
    const mine = { mode: 'live', network: 'mainnet', watch_url: 'https://evil.example/', detects: ['app'] }
    const { operations } = openAt((data) => ({
      ...data,
      ...mine,
      takes_payer_data: true,
      ramp_origins: ['x'],
    }))
    const [validation, charge, session] = await Promise.all(operations.map(([, operation]) => operation()))
    expect(validation).toMatchObject({ mode: 'test', network: 'regtest' })
    expect(validation).not.toHaveProperty('takes_payer_data')
    expect(charge).toMatchObject({ mode: 'test', detects: ['preimage'] })
    expect(session).toMatchObject({ mode: 'test', ramp_origins: [RAMP_ORIGIN] })
    expect(JSON.stringify([charge, session])).not.toContain('evil')
  })

  it('are dropped if they are too large or too deeply nested', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)
    for (const [name, operation] of openAt((data) => ({ ...data, deep })).operations)
      expect(JSON.stringify(await operation()), name).not.toContain('{"a":'.repeat(9))
    for (const [name, operation] of openAt((data) => ({ ...data, large: 'x'.repeat(20_000) })).operations)
      expect(await operation(), name).not.toHaveProperty('large')
  })
})
