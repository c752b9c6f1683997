import type { PayMetadata } from '@leyden/core'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedGet, type GuardedGet } from './guarded-get.js'
import { lnurlProvider } from './lnurl-provider.js'
import { payCharge } from './pay-charge.js'
import { createResolveName } from './resolve-name.js'
import { disguisedHosts, INSIDE, INSIDE_NAMES } from './test-support/hostile-hosts.js'
import { OUTSIDE, PATIENT, startTestInternet, type TestInternet } from './test-support/test-internet.js'

const { signal } = new AbortController()
const silent = { info() {}, warn() {}, error() {} }

/** Ordinary-looking names that resolve to internal addresses. */
const named = INSIDE.map((address, index) => ({ host: `pay-${index}.example.com`, address }))

/**
 * Spellings of internal addresses: `guarded-get.ssrf.test.ts` has all of them, so that a few show here that nothing is
 * requested without that check.
 */
const spellings = disguisedHosts().filter((_, index) => process.env.LEYDEN_SOAK === '1' || index % 4 === 0)

/** URLs that a hostile provider gives us for the invoice or for its verification. */
const tricks = [
  ...[...spellings, ...INSIDE_NAMES, ...named.map(({ host }) => host)].map((host) => `https://${host}/cb`),
  ...[80, 22, 993, 6667].map((port) => `https://pay.example.com:${port}/cb`),
  ...[6379, 8443].map((port) => `https://pay-0.example.com:${port}/cb`),
  'https://pay.example.com@127.0.0.1/cb',
  'https://127.0.0.1\\@pay.example.com/cb',
  'http://127.0.0.1/cb',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'javascript:alert(1)',
  'data:application/json,{}',
  '//127.0.0.1/cb',
  '/cb',
  '',
]

/** Targets of redirects: each name, each port, and every fourth spelling of an address. */
const detours = [
  ...disguisedHosts()
    .filter((_, index) => index % 4 === 0)
    .map((host) => `https://${host}/cb`),
  ...[...INSIDE_NAMES, ...named.map(({ host }) => host)].map((host) => `https://${host}/cb`),
  ...[6379, 8080, 8443].map((port) => `https://pay-0.example.com:${port}/cb`),
  ...[22, 80, 993, 6667].map((port) => `https://pay.example.com:${port}/cb`),
  'https://pay.example.com@127.0.0.1/cb',
  'http://127.0.0.1/cb',
]

const asHex = (text: string) => Buffer.from(text).toString('hex')

let internet: TestInternet
let sandbox: Sandbox
let callback = ''
let verify: string | undefined
/** Where the callback redirects to. */
let location: string | undefined

beforeAll(async () => {
  sandbox = createSandbox({ network: 'regtest' })
  internet = await startTestInternet({
    zone: (name) => {
      const inside = named.find(({ host }) => host === name)
      return inside ? [inside.address] : [OUTSIDE]
    },
    answer: async (request, response) => {
      if (location !== undefined && !request.url?.startsWith('/.well-known')) {
        response.writeHead(307, { location: location.replace(/[^ -~]+/g, encodeURIComponent) }).end()
        return
      }
      const honest = await sandbox.lnurlFetch(new Request(`https://${request.headers.host}${request.url}`))
      const body = (await honest.json()) as Record<string, unknown>
      if (request.url?.startsWith('/.well-known') && callback !== '') body.callback = callback
      if (verify !== undefined && 'pr' in body) body.verify = verify
      response.end(JSON.stringify(body))
    },
  })
})

afterAll(async () => {
  sandbox.close()
  await internet.close()
})

beforeEach(() => {
  internet.hits.length = 0
  callback = ''
  verify = undefined
  location = undefined
})

function provider() {
  return lnurlProvider({
    network: 'regtest',
    connect: internet.connect,
    resolve: createResolveName([internet.dns.address]),
    log: silent,
  })
}

describe('a hostile provider', () => {
  it(`reaches no internal address by any of ${tricks.length} callbacks`, async () => {
    const { validateLightningAddress, createCharge } = provider()
    for (const trick of tricks) {
      callback = trick
      const lnaddress = 'mallory@evil.example'
      const answer = await validateLightningAddress(lnaddress, { signal })
      const charging = createCharge({ lnaddress, amount: '21000' }, { signal })
      if (trick !== '') await expect(charging, trick).rejects.toMatchObject({ leydenError: true })
      if (answer.valid) continue
      expect(answer).toMatchObject({ reason: 'not_usable', detail: expect.stringMatching(/_callback$/) })
    }
    expect(internet.hits).toEqual([])
  })

  it(`requests no verification at any of ${tricks.length} URLs`, async () => {
    const { createCharge, verify: ask } = provider()
    const asked: string[] = []
    for (const trick of tricks) {
      verify = trick
      const request = { lnaddress: 'mallory@evil.example', amount: '21000' }
      const { verifyUrl, invoice } = await createCharge(request, { signal })
      if (verifyUrl === undefined) continue
      // A name that looks public: only its address shows that it is not.
      asked.push(verifyUrl)
      const payment = { verifyUrl, invoice: invoice.request, paymentHash: '' }
      expect(await ask(payment, { signal }), trick).toEqual({ status: 'unknown' })
    }
    expect(asked).toHaveLength(named.length + 2)
    expect(internet.hits).toEqual([])
  })

  it(`reaches no internal address when its callback or its verification redirects to any of ${detours.length} URLs`, async () => {
    const { createCharge, verify: ask } = provider()
    for (const detour of detours) {
      location = detour
      const request = { lnaddress: 'mallory@evil.example', amount: '21000' }
      await expect(createCharge(request, { signal }), detour).rejects.toMatchObject({ leydenError: true })
      const payment = {
        verifyUrl: `https://evil.example/${asHex(detour)}`,
        invoice: 'lnbcrt1',
        paymentHash: '',
      }
      expect(await ask(payment, { signal }), detour).toEqual({ status: 'unknown' })
    }
    expect(internet.hits).toEqual([])
  })

  it('would reach an internal address by each name without the checks', async () => {
    const get: GuardedGet = createGuardedGet({
      connect: internet.connect,
      resolve: createResolveName([internet.dns.address]),
      isAllowedAddress: () => true,
      isOwnAddress: async () => false,
      portsPerHour: Number.POSITIVE_INFINITY,
      budgets: PATIENT,
    })
    const withPorts = ['pay-0.example.com:6379', 'pay-0.example.com:8443']
    for (const host of [...named.map((each) => each.host), ...withPorts]) {
      const metadata: PayMetadata = {
        tag: 'payRequest',
        callback: `https://${host}/cb`,
        minSendable: 1000,
        maxSendable: 100_000,
        metadata: '[["text/plain","x"]]',
      }
      const upstream = { get, network: 'regtest', now: () => new Date(), log: silent } as const
      const request = { lnaddress: 'mallory@evil.example', amount: '21000' }
      await expect(payCharge(upstream, request, metadata, { signal })).rejects.toMatchObject({
        leydenError: true,
      })
    }
    expect(internet.hits).toHaveLength(named.length + withPorts.length)
  })

  it('would reach one by each redirect of a callback to such a name without the checks', async () => {
    const get = createGuardedGet({
      connect: internet.connect,
      resolve: createResolveName([internet.dns.address]),
      isAllowedAddress: () => true,
      isOwnAddress: async () => false,
      portsPerHour: Number.POSITIVE_INFINITY,
      budgets: PATIENT,
    })
    const reachable = detours.filter((detour) => detour.startsWith('https://pay-'))
    for (const detour of reachable) {
      location = detour
      await expect(get('https://evil.example/cb')).rejects.toMatchObject({ leydenError: true })
    }
    expect(internet.hits).toHaveLength(reachable.length)
    expect(reachable.length).toBeGreaterThan(named.length)
  })
})
