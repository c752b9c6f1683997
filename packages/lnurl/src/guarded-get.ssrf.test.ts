import { isIP } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connect } from './connect-tls.js'
import { createGuardedGet, type GuardedGetOptions } from './guarded-get.js'
import { createResolveName } from './resolve-name.js'
import { disguisedHosts, INSIDE, INSIDE_NAMES } from './test-support/hostile-hosts.js'
import {
  DEAF,
  OUTSIDE,
  OUTSIDE_IPV6,
  PATIENT,
  resultOf,
  startTestInternet,
  type TestInternet,
} from './test-support/test-internet.js'

/** DNS names whose addresses are, or become, internal ones. */
const named = new Map<string, (count: number) => readonly string[] | { cname: string }>()
INSIDE.forEach((address, index) => {
  named.set(`only-${index}.example.com`, () => [address])
  // The first does not respond, so that a client tries the second.
  named.set(`mixed-${index}.example.com`, () => [DEAF, address])
  named.set(`before-${index}.example.com`, () => [address, OUTSIDE_IPV6, DEAF])
  named.set(`alias-${index}.example.com`, () => ({ cname: `only-${index}.example.com` }))
  // Each look-up sends two queries: A and AAAA.
  named.set(`rebinds-${index}.example.com`, (count) => (count <= 2 ? [OUTSIDE] : [address]))
})

const queries = new Map<string, number>()

function zone(hostname: string): readonly string[] | { cname: string } | undefined {
  const count = (queries.get(hostname) ?? 0) + 1
  queries.set(hostname, count)
  const bare = hostname.replace(/\.$/, '')
  if (INSIDE_NAMES.some((name) => new URL(`https://${name}`).hostname.replace(/\.$/, '') === bare))
    return ['127.0.0.1']
  return named.get(hostname)?.(count) ?? [OUTSIDE]
}

const disguised = disguisedHosts()
const redirectTargets = [
  ...disguised.slice(0, 60).map((host) => `https://${host}/latest/meta-data/`),
  ...disguised.slice(60, 90).map((host) => `//${host}/x`),
  ...disguised.slice(90, 110).map((host) => `http://${host}/x`),
  ...INSIDE_NAMES.map((name) => `https://${name}/x`),
  ...[...named.keys()].filter((name) => !name.startsWith('rebinds')).map((name) => `https://${name}/x`),
  'https://pay.example.com:993/x',
  'https://pay.example.com:22/x',
  'https://only-0.example.com:8443/x',
  'https:\\\\127.0.0.1\\x',
  'https://user:secret@127.0.0.1/x',
  'https://pay.example.com@127.0.0.1/x',
  'https://127.0.0.1#@pay.example.com/',
  'https://127.0.0.1?@pay.example.com/',
  'https://127.0.0.1\\@pay.example.com/',
]

/** URLs that lead to internal addresses. */
const corpus = [
  ...disguised.map((host) => `https://${host}/x`),
  ...INSIDE_NAMES.map((host) => `https://${host}/x`),
  ...[...named.keys()].filter((name) => !name.startsWith('rebinds')).map((host) => `https://${host}/x`),
  ...redirectTargets.map((_, index) => `https://redirects.example.com/${index}`),
  ...['127.0.0.1', '[::1]', 'localhost'].map((host) => `https://user@${host}/x`),
  'https://pay.example.com@127.0.0.1/x',
  'https://127.0.0.1\\@pay.example.com/x',
  ...[1, 22, 25, 80, 110, 587, 993, 1023, 2049, 5060, 6000, 6667, 10_080].map(
    (port) => `https://pay.example.com:${port}/x`,
  ),
  ...['127.0.0.1', '[::1]', 'localhost', 'only-0.example.com'].flatMap((host) =>
    [6379, 8080, 8443, 9200].map((port) => `https://${host}:${port}/x`),
  ),
  'http://127.0.0.1/x',
  'http://169.254.169.254/latest/meta-data/',
]
const rebinding = [...named.keys()]
  .filter((name) => name.startsWith('rebinds'))
  .map((host) => `https://${host}/x`)

let internet: TestInternet

beforeAll(async () => {
  internet = await startTestInternet({
    zone,
    answer: (request, response) => {
      const index =
        /^redirects\.example\.com$/.test(request.headers.host ?? '') && Number(request.url?.slice(1))
      const location = typeof index === 'number' ? redirectTargets[index] : undefined
      if (location === undefined) response.end('{"fine":true}')
      else response.writeHead(302, { location: location.replace(/[^ -~]+/g, encodeURIComponent) }).end()
    },
  })
})

afterAll(() => internet.close())

beforeEach(() => {
  queries.clear()
  internet.hits.length = 0
})

function guarded(options: GuardedGetOptions = {}) {
  const { connect, dns } = internet
  return resultOf(
    createGuardedGet({ connect, resolve: createResolveName([dns.address]), budgets: PATIENT, ...options }),
  )
}

/** The same fetcher without its checks. */
function unguarded() {
  const byName = createResolveName([internet.dns.address])
  return guarded({
    vet: (text, base) =>
      URL.canParse(text, base) ? { ok: true, url: new URL(text, base) } : { ok: false, problem: 'bad' },
    isAllowedAddress: () => true,
    isOwnAddress: async () => false,
    portsPerHour: Number.POSITIVE_INFINITY,
    resolve: async (hostname) => {
      const bare = hostname.replace(/^\[|\]$/g, '')
      return isIP(bare) ? [bare] : byName(hostname)
    },
  })
}

/** Resolves a name, checks the address, and then connects by name: like a check before `fetch`. */
function checkedThenConnectedByName() {
  const byName = createResolveName([internet.dns.address])
  /** The second look-up of each name, which the connection uses. */
  const later = new Map<string, string[]>()
  return guarded({
    resolve: async (hostname) => {
      const checked = await byName(hostname)
      later.set(hostname, await byName(hostname))
      return checked
    },
    connect: (target) => internet.connect({ ...target, addresses: later.get(target.servername) ?? [] }),
    isAllowedAddress: (address) => address === OUTSIDE || internet.hits.length > 0,
  })
}

/** Which of the URLs reached an internal address. */
async function reaching(get: ReturnType<typeof guarded>, urls: readonly string[]): Promise<string[]> {
  const reached: string[] = []
  for (const url of urls) {
    const before = internet.hits.length
    await get(url)
    if (internet.hits.length > before) reached.push(url)
  }
  return reached
}

describe('a fetcher for untrusted URLs', () => {
  it(`reaches no internal address through any of ${corpus.length} URLs`, async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300)
    const get = guarded()
    const reasons = new Set<string>()
    for (const url of corpus) {
      const result = await get(url)
      reasons.add(result.ok ? `taken: ${url}` : result.reason)
    }
    expect(internet.hits).toEqual([])
    // Each is refused by a check, and not because of a network error.
    expect([...reasons].sort()).toEqual([
      'bad_redirect',
      'bad_url',
      'insecure_redirect',
      'insecure_url',
      'port_redirect',
      'port_url',
      'private_address',
      'private_redirect',
      'private_url',
    ])
  })

  it.each(['https', 'http'])('says that it does not use the Tor network, over %s', async (scheme) => {
    const get = guarded()
    expect(await get(`${scheme}://${'a'.repeat(56)}.onion/.well-known/lnurlp/ana`)).toMatchObject({
      ok: false,
      reason: 'onion_unsupported',
    })
  })

  it('would reach one through each of them without the checks', async () => {
    const reached = new Set(await reaching(unguarded(), corpus))
    expect(corpus.filter((url) => !reached.has(url))).toEqual([])
  })

  it('connects to the address that it checked when the name changes to an internal one (DNS rebinding)', async () => {
    const get = guarded()
    for (const url of rebinding) {
      const result = await get(url)
      expect(result).toMatchObject({ ok: true, text: '{"fine":true}' })
      expect(await get(url)).toEqual({
        ok: false,
        reason: 'private_address',
      })
    }
    expect(internet.hits).toEqual([])
  })

  it('would be vulnerable to DNS rebinding if it connected by name', async () => {
    expect(await reaching(checkedThenConnectedByName(), rebinding)).toEqual(rebinding)
  })

  it('drops a connection whose remote address is not the requested one', async () => {
    let peer: { destroyed: boolean } | undefined
    const connect: Connect = (target) => {
      const socket = internet.connect(target)
      peer = socket
      return Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.7' })
    }
    const result = await guarded({ connect })('https://pay.example.com/x')
    expect(result).toEqual({ ok: false, reason: 'private_address' })
    expect(peer?.destroyed).toBe(true)
    expect(internet.requests).not.toContain('pay.example.com /x')
  })
})
