import type { PayMetadata } from '@leyden/core'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedGet, type GuardedGet } from './guarded-get.js'
import { lnurlProvider } from './lnurl-provider.js'
import { payCharge } from './pay-charge.js'
import { createResolveName } from './resolve-name.js'
import { disguisedHosts, INSIDE, INSIDE_NAMES } from './test-support/hostile-hosts.js'
import { OUTSIDE, startTestInternet, type TestInternet } from './test-support/test-internet.js'

const { signal } = new AbortController()
const silent = { info() {}, warn() {}, error() {} }

/** Ordinary-looking names that resolve to internal addresses. */
const named = INSIDE.map((address, index) => ({ host: `pay-${index}.example.com`, address }))

/** URLs that a hostile provider gives us for the invoice or for its verification. */
const tricks = [
  ...[...disguisedHosts(), ...INSIDE_NAMES, ...named.map(({ host }) => host)].map(
    (host) => `https://${host}/cb`,
  ),
  ...[80, 22, 6379, 8443].map((port) => `https://pay.example.com:${port}/cb`),
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

let internet: TestInternet
let sandbox: Sandbox
let callback = ''
let verify: string | undefined

beforeAll(async () => {
  sandbox = createSandbox({ network: 'regtest' })
  internet = await startTestInternet({
    zone: (name) => {
      const inside = named.find(({ host }) => host === name)
      return inside ? [inside.address] : [OUTSIDE]
    },
    answer: async (request, response) => {
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
})

function provider() {
  return lnurlProvider({
    network: 'regtest',
    connect: internet.connect,
    resolve: createResolveName([internet.dns.address]),
    log: silent,
  })
}

describe('a hostile provider', { timeout: 120_000 }, () => {
  it(`reaches no internal address by any of ${tricks.length} callbacks`, async () => {
    const { validateLightningAddress, createCharge } = provider()
    for (const trick of tricks) {
      callback = trick
      const lnaddress = 'mallory@evil.example'
      const answer = await validateLightningAddress(lnaddress, { signal })
      const charging = createCharge({ lnaddress, amount: '21000' }, { signal })
      if (trick !== '') await expect(charging, trick).rejects.toMatchObject({ leydenError: true })
      if (answer.valid) continue
      expect(answer.reason).toBe('not_lightning_address')
    }
    expect(internet.hits).toEqual([])
  })

  it(`requests no verification at any of ${tricks.length} URLs`, async () => {
    const { createCharge } = provider()
    for (const trick of tricks) {
      verify = trick
      const reply = await createCharge({ lnaddress: 'mallory@evil.example', amount: '21000' }, { signal })
      expect(reply.verifyUrl, trick).toBeUndefined()
    }
    expect(internet.hits).toEqual([])
  })

  it('would reach an internal address by each name without the checks', async () => {
    const get: GuardedGet = createGuardedGet({
      connect: internet.connect,
      resolve: createResolveName([internet.dns.address]),
      isAllowedAddress: () => true,
    })
    for (const { host } of named) {
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
    expect(internet.hits).toHaveLength(named.length)
  })
})
