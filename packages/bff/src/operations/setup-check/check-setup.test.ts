import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderChargeRequest, ProviderOptions } from '@leyden/core/provider'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fixedRates } from '../../exchange-rates/exchange-rate-sources.js'
import { ratesFrom } from '../../exchange-rates/rates-from.js'
import type { BffOptions } from '../../kernel/bff-options.js'
import { createBff } from '../../kernel/create-bff.js'
import { toNodeHandler } from '../../node.js'
import { serviceProvider } from '../../providers/service-provider.js'
import { undiciTransport } from '../../providers/undici-transport.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { memoryLog } from '../../test-support/memory-log.js'
import { KEY, SECRET } from '../../test-support/shop.js'
import { operations } from '../operations.js'
import { CHECKS, type CheckRequest, type Finding } from './check-setup.js'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: KEY })
})
afterAll(() => sandbox.close())

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A program that is reached by its public URL, optionally through a proxy that adds headers. */
async function open(
  override: Partial<BffOptions> & { apiKey?: string; baseUrl?: string; token?: string } = {},
  proxyHeaders: Record<string, string> = {},
) {
  let handle = async (_: IncomingMessage, __: unknown) => {}
  const server = createServer((incoming, outgoing) => {
    Object.assign(incoming.headers, proxyHeaders)
    void handle(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/leyden`
  const { apiKey = KEY, baseUrl = sandbox.url, token, ...options } = override
  const sent: string[] = []
  const transport = undiciTransport()
  const provider = serviceProvider({
    apiKey,
    baseUrl,
    transport(url, init) {
      sent.push(String(init.body))
      return transport(url, init)
    },
  })
  const store = options.store ?? memoryStore()
  const ops = operations({ token })
  const bff = createBff({
    pay: provider,
    identify: async () => ({ guest: true }),
    onEvent() {},
    publicUrl: own,
    secrets: [SECRET],
    network: 'regtest',
    log: memoryLog(),
    ...options,
    ramp: { provider, origins: [sandbox.rampUrl], ...options.ramp },
    // On a busy machine a correct setup may answer late.
    limits: { timeoutMs: 60_000, ...options.limits },
    extensions: [ops, ...(options.extensions ?? [])],
    store,
  })
  handle = toNodeHandler(bff) as typeof handle
  closers.push(async () => {
    await bff.close()
    server.closeAllConnections()
    server.close()
  })
  return { ops, own, store, sent }
}

const problems = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === 'problem')

async function closedUrl() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

it('finds no problem in a correct setup, and leaves no data', async () => {
  const { ops, store, own, sent } = await open({
    settlement: { recipients: ['carol@wallet.example'] },
    extensions: [fixedRates({ USD: '100000' })],
  })
  const { ok, findings } = await ops.check({ origins: [new URL(own).origin] })
  expect(problems(findings)).toEqual([])
  expect(ok).toBe(true)
  expect(findings.map(({ subject }) => subject)).toEqual([...Object.keys(CHECKS), 'rates'])
  // The sandbox is on this machine, without TLS.
  expect(findings.filter(({ outcome }) => outcome !== 'ok')).toMatchObject([
    { subject: 'webhook', outcome: 'warning' },
  ])
  expect(sent.find((body) => body.includes('lnaddress'))).toContain('carol@wallet.example')
  for (const lane of ['event', 'wake'] as const)
    expect(await store.claim(lane, 10, 1_000, new Date(Date.now() + 1e9))).toEqual([])
})

it('warns if no server is told of payments', async () => {
  const { ops } = await open({ onEvent: undefined })
  const { ok, findings } = await ops.check()
  expect(ok).toBe(true)
  expect(findings.find(({ subject }) => subject === 'events')).toMatchObject({
    outcome: 'warning',
    what: 'No server of yours is told of payments and purchases.',
    fix: expect.stringContaining('LEYDEN_EVENTS_URL'),
  })
})

describe('says whether payments will be seen', () => {
  /** Stands for providers that need the sandbox, which is not running yet when the table is made. */
  const RECIPIENTS = {} as BffOptions['pay']
  const paymentsOf = async (override: Partial<BffOptions>, ask?: CheckRequest) => {
    const { ops } = await open(override.pay === RECIPIENTS ? { ...override, pay: recipients() } : override)
    const { ok, findings } = await ops.check(ask)
    expect(ok).toBe(true)
    return findings.find(({ subject }) => subject === 'payments')
  }
  const service = () => serviceProvider({ apiKey: KEY, baseUrl: sandbox.url, transport: undiciTransport() })
  /** The recipient's own server, which verifies payments to everybody but one. */
  const recipients = () => ({
    ...service(),
    async createCharge(request: ProviderChargeRequest, options: ProviderOptions) {
      const charge = await service().createCharge(request, options)
      const verifyUrl = `https://wallet.example/verify/${request.lnaddress}`
      return request.lnaddress === 'dave@wallet.example' ? charge : { ...charge, verifyUrl }
    },
    verify: async () => ({ status: 'open' as const }),
  })

  it.each<[string, Partial<BffOptions>, string, RegExp]>([
    ['by nobody, with the service alone', {}, 'warning', /cannot be seen/],
    [
      'by nobody, to an address of the shop',
      { limits: { charges: { addresses: ['carol@wallet.example'] } } },
      'warning',
      /to carol@wallet\.example cannot be seen/,
    ],
    [
      'by this server',
      { settlement: { recipients: ['carol@wallet.example'] } },
      'ok',
      /to carol@wallet\.example are seen/,
    ],
    [
      'by this server, to everybody',
      { settlement: { recipients: true } },
      'ok',
      /are seen once your wallet or server/,
    ],
    ['by recipients, if they do', { pay: RECIPIENTS }, 'skipped', /Pass an address/],
    [
      'by recipients who do',
      { pay: RECIPIENTS, limits: { charges: { addresses: ['carol@wallet.example'] } } },
      'ok',
      /to carol@wallet\.example are seen: the server of the recipient/,
    ],
    [
      'by some recipients',
      {
        pay: RECIPIENTS,
        limits: { charges: { addresses: ['carol@wallet.example', 'dave@wallet.example'] } },
      },
      'warning',
      /to dave@wallet\.example cannot be seen/,
    ],
  ])('%s', async (_, override, outcome, what) => {
    const payments = await paymentsOf(override)
    expect(payments).toMatchObject({ outcome, what: expect.stringMatching(what) })
    if (outcome === 'warning') expect(payments?.fix).toContain('LEYDEN_PROVIDER=verified-first')
  })

  it('for the address that is passed', async () => {
    expect(await paymentsOf({ pay: RECIPIENTS }, { address: 'Carol@wallet.example' })).toMatchObject({
      outcome: 'ok',
    })
    expect(await paymentsOf({}, { address: 'carol@wallet.example' })).toMatchObject({ outcome: 'warning' })
  })
})

it('only warns if the source of exchange rates does not answer', async () => {
  const readRates = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const { ops } = await open({ extensions: [ratesFrom({ readRates })] })
  const { ok, findings } = await ops.check()
  expect(ok).toBe(true)
  expect(findings.at(-1)).toMatchObject({ subject: 'rates', outcome: 'warning', party: 'network' })
})

describe('names the problem, where the fault is and what to do, if', () => {
  const row = (
    name: string,
    setup: () => Promise<{ ops: Awaited<ReturnType<typeof open>>['ops']; ask?: CheckRequest }>,
    expected: { [Field in keyof Finding]?: string }[],
  ) =>
    it(name, async () => {
      const { ops, ask } = await setup()
      const { ok, findings } = await ops.check(ask)
      expect(ok).toBe(false)
      expect(problems(findings)).toEqual(
        expected.map(({ what = '', fix = '', ...rest }) =>
          expect.objectContaining({
            ...rest,
            what: expect.stringContaining(what),
            fix: expect.stringContaining(fix),
          }),
        ),
      )
      expect(JSON.stringify(findings)).not.toContain(KEY)
    })
  const configuration = { party: 'configuration' } as const

  row('the key is wrong', () => open({ apiKey: 'another-key' }), [
    { subject: 'look-up', ...configuration, what: 'refuses the API key (401', fix: 'LEYDEN_API_KEY' },
    { subject: 'ramp', ...configuration, what: 'refuses the API key', fix: 'LEYDEN_API_KEY' },
  ])
  row('the base URL is of another server', () => open({ baseUrl: sandbox.rampUrl }), [
    // A service too may refuse an address that does not exist by a 404.
    { subject: 'ramp', ...configuration, what: 'does not know this operation', fix: 'LEYDEN_BASE_URL' },
  ])
  row('the service is down', async () => open({ baseUrl: await closedUrl() }), [
    { subject: 'look-up', party: 'network', what: 'ECONNREFUSED', fix: 'the service is down' },
    { subject: 'ramp', party: 'network', what: 'ECONNREFUSED', fix: 'firewall' },
  ])
  row('nothing listens at the public URL', async () => open({ publicUrl: `${await closedUrl()}/leyden` }), [
    { subject: 'ramp', ...configuration, what: 'cannot reach the publicUrl', fix: 'LEYDEN_PUBLIC_URL' },
    { subject: 'webhook', party: 'network', what: 'ECONNREFUSED', fix: 'LEYDEN_PUBLIC_URL' },
  ])
  row(
    'another program is at the public URL',
    async () => open({ publicUrl: `${sandbox.url}/leyden`, ramp: { provider: undefined } }),
    [{ subject: 'webhook', ...configuration, what: 'with 404', fix: 'the program runs behind it' }],
  )
  row('the program at the public URL has another secret', async () => {
    const { own } = await open({ secrets: ['another secret, with more than 32 characters'] })
    return open({ publicUrl: own, ramp: { provider: undefined } })
  }, [{ subject: 'webhook', ...configuration, what: 'another LEYDEN_SECRET' }])
  row("the ramp's origin is another one", () => open({ ramp: { origins: ['https://ramp.example'] } }), [
    {
      subject: 'ramp',
      ...configuration,
      what: 'ramp.origins is https://ramp.example',
      fix: 'http://127.0.0.1',
    },
  ])
  const ofMainnet = async () => ({
    ...(await open({ network: 'mainnet' })),
    ask: { address: 'alice@wallet.example' },
  })
  row('the key is of another network', ofMainnet, [
    {
      subject: 'charge',
      ...configuration,
      what: 'of regtest, and this BFF is set to mainnet',
      fix: 'LEYDEN_NETWORK=regtest',
    },
  ])
  row('mode and network contradict each other', () => open({ mode: 'live' }), [
    { subject: 'mode', ...configuration, what: 'mode is live, but network is regtest', fix: 'LEYDEN_MODE' },
  ])
  row('webhooks come from the other mode', async () => {
    const shop = await open()
    await fetch(`${shop.own}/api/v1/ramp-widget`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: '{"email":"guest@mail.example"}',
    })
    const { webhook_url } = JSON.parse(shop.sent.find((body) => body.includes('webhook_url')) ?? '')
    const event = {
      id: 'evt_1',
      type: 'ramp.x',
      created_at: '2026-01-01T00:00:00Z',
      livemode: true,
      data: {},
    }
    await fetch(webhook_url, { method: 'POST', body: JSON.stringify(event) })
    return shop
  }, [{ subject: 'mode', ...configuration, what: 'livemode: true, but mode is test', fix: 'the same mode' }])
  row('the clock is off', () => open({ now: () => new Date(Date.now() - 600_000) }), [
    { subject: 'clock', party: 'machine', what: 'seconds behind', fix: 'timedatectl' },
  ])
  row('the store cannot be written', async () => {
    const store = memoryStore()
    store.commit = () => Promise.reject(new Error('SQLite: attempt to write a readonly database'))
    return open({ store })
  }, [{ subject: 'store', party: 'machine', what: 'readonly database', fix: 'LEYDEN_DATA_DIR' }])
  row(
    "the page's origin is not allowed",
    async () => ({ ...(await open()), ask: { origins: ['https://page.example'] } }),
    [{ subject: 'origins', ...configuration, fix: 'LEYDEN_ALLOWED_ORIGINS=https://page.example' }],
  )
  row('a page comes without TLS', () => open({ allowedOrigins: ['http://page.example'] }), [
    { subject: 'origins', ...configuration, what: 'http://page.example come without TLS', fix: 'https' },
  ])
  row('a proxy is not trusted', () => open({}, { 'x-forwarded-for': '203.0.113.9' }), [
    {
      subject: 'proxy',
      ...configuration,
      what: 'proxy at 127.0.0.1',
      fix: 'LEYDEN_TRUSTED_PROXIES=127.0.0.1',
    },
  ])
  row(
    'a trusted proxy writes no address',
    () => open({ trustedProxies: ['127.0.0.1'] }, { 'x-forwarded-for': 'unknown' }),
    [{ subject: 'proxy', ...configuration, what: 'no client address that can be read' }],
  )
  row('a trusted proxy adds no header', () => open({ trustedProxies: ['127.0.0.1'] }), [
    { subject: 'proxy', ...configuration, what: 'without X-Forwarded-For' },
  ])
})

it('shows the client’s address behind a trusted proxy', async () => {
  const { ops } = await open({ trustedProxies: ['127.0.0.0/8'] }, { 'x-forwarded-for': '203.0.113.9' })
  const { findings } = await ops.check()
  expect(findings.find(({ subject }) => subject === 'proxy')).toMatchObject({
    outcome: 'ok',
    what: expect.stringContaining('203.0.113.9'),
  })
})

it("names the ramp's origin on request if rampOrigins is not set", async () => {
  const { ops } = await open({ ramp: { provider: undefined, origins: undefined } })
  const { findings } = await ops.check({ email: 'me@mail.example' })
  expect(findings.find(({ subject }) => subject === 'ramp')?.fix).toContain(
    `LEYDEN_RAMP_ORIGINS=${sandbox.rampUrl}`,
  )
  expect((await ops.check()).findings).toContainEqual(
    expect.objectContaining({ subject: 'ramp', outcome: 'skipped' }),
  )
})

it('answers on the admin route, to requests with the token only', async () => {
  const token = 'an admin token with more than 32 characters'
  const { own } = await open({ token })
  const requestCheck = async (authorization: string) => {
    const headers = { 'content-type': 'application/json', authorization }
    return fetch(`${own}/admin/check`, {
      method: 'POST',
      headers,
      body: '{"origins":["https://page.example"]}',
    })
  }
  expect((await requestCheck('Bearer x')).status).toBe(401)
  expect(await (await requestCheck(`Bearer ${token}`)).json()).toMatchObject({ data: { ok: false } })
})
