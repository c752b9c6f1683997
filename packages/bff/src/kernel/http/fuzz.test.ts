import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRampShop } from '../../test-support/ramp-shop.js'
import { ADMIN_TOKEN, KEY, openCharge, PUBLIC_URL, SECRET } from '../../test-support/shop.js'
import { printFigure, soakSize } from '../../test-support/soak.js'

const RUNS = soakSize(200, 20_000)

/** Strings that are known to break servers. */
const nasty = fc.constantFrom(
  '..',
  '../..',
  '%2e%2e',
  '..%2f..%2fapi',
  '%00',
  '\u0000',
  '\r\nx: y',
  '%0d%0ax:%20y',
  '//evil.example',
  '\\',
  'a@127.0.0.1',
  'a@[::1]',
  'a@b@c',
  '@',
  'a@',
  '@b.example',
  'lightning:',
  'İ@b.example',
  'K@b.example',
  '\ud800',
  '__proto__',
  'constructor',
  '1e309',
  '-0',
  '99999999999999999999',
  '{}',
  '[]',
  'null',
  '🧡'.repeat(400),
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 800 }))
const json = fc.oneof(text, fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, -1, 1.5, true, null, [], {}))

/** Kinds of invalid requests to existing routes. */
const badRequest = fc.oneof(
  fc.record({ kind: fc.constant('path' as const), path: text }),
  fc.record({ kind: fc.constant('validate' as const), address: text }),
  fc.record({
    kind: fc.constant('charge' as const),
    body: fc.dictionary(
      fc.oneof(
        fc.constantFrom('lnaddress', 'amount', 'description', 'reference', 'intent', 'payer_data'),
        text,
      ),
      json,
    ),
  }),
  fc.record({
    kind: fc.constant('raw' as const),
    bytes: fc.uint8Array({ maxLength: 2_000 }),
    route: fc.nat(5),
  }),
  fc.record({
    kind: fc.constant('ramp' as const),
    body: fc.dictionary(
      fc.oneof(fc.constantFrom('email', 'quote_currency', 'base_currency', 'destination', 'metadata'), text),
      json,
    ),
  }),
  fc.record({ kind: fc.constant('watch' as const), token: text, cursor: text }),
  fc.record({ kind: fc.constant('webhook' as const), token: text, bytes: fc.uint8Array({ maxLength: 500 }) }),
  fc.record({ kind: fc.constant('hook' as const), body: fc.oneof(fc.json(), text) }),
)
type Bad = typeof badRequest extends fc.Arbitrary<infer T> ? T : never

const ROUTES = [
  'v0/ln-address/fetch-charge',
  'api/v1/ramp-widget',
  'admin/settle',
  'admin/intents',
  'admin/drain',
  'admin/erase',
  'admin/events/x.1/release',
]
const POST = {
  'content-type': 'application/json',
  'x-leyden': '1',
  authorization: `Bearer ${ADMIN_TOKEN}`,
}

function requestOf(bad: Bad, hookUrl: string): Request | null {
  const post = (path: string, body: BodyInit) =>
    new Request(`${PUBLIC_URL}/${path}`, { method: 'POST', headers: POST, body })
  try {
    switch (bad.kind) {
      case 'path':
        return new Request(`${PUBLIC_URL}/${bad.path}`)
      case 'validate':
        return new Request(`${PUBLIC_URL}/v0/ln-address/validate/${bad.address}`)
      case 'charge':
        return post('v0/ln-address/fetch-charge', JSON.stringify(bad.body))
      case 'raw':
        return post(ROUTES[bad.route] ?? '', bad.bytes as Uint8Array<ArrayBuffer>)
      case 'ramp':
        return post('api/v1/ramp-widget', JSON.stringify(bad.body))
      case 'watch':
        return new Request(`${PUBLIC_URL}/v0/watch/${bad.token}`, {
          headers: { accept: 'text/event-stream', 'last-event-id': encodeURIComponent(bad.cursor) },
        })
      case 'webhook':
        return post(`webhooks/ramp/${bad.token}`, bad.bytes as Uint8Array<ArrayBuffer>)
      case 'hook':
        return new Request(hookUrl, { method: 'POST', body: bad.body })
    }
  } catch {
    // `Request` rejects it, so it cannot be sent.
    return null
  }
}

describe('the handler with random requests', () => {
  it('never answers with 5xx, leaks no secret, and serves valid requests in between', async () => {
    const shop = openRampShop({ limits: { rates: Object.fromEntries(UNLIMITED) } })
    await shop.open()
    const hookUrl = shop.webhookUrl()
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(badRequest, fc.nat(9), async (bad, dice) => {
        const request = requestOf(bad, hookUrl)
        if (request) {
          const response = await shop.bff.fetch(request)
          const body = await response.text()
          statuses.add(response.status)
          expect(response.status, `${bad.kind}: ${body}`).toBeLessThan(500)
          const everything = body + JSON.stringify([...response.headers])
          for (const secret of [KEY, SECRET]) expect(everything).not.toContain(secret)
          expect(everything).not.toMatch(/\n\s+at /)
        }
        // A tenth of the requests are valid, and must be served.
        if (dice === 0) expect((await openCharge(shop)).amount).toBe('2100000')
      }),
      { numRuns: RUNS },
    )
    expect([...statuses]).toEqual(expect.arrayContaining([400, 404]))
    printFigure('fuzz', `${RUNS} requests, answered with ${[...statuses].sort().join(', ')}`, 'no 5xx')
  })
})

const UNLIMITED = [
  'lookUpsPerMinute',
  'chargesPerMinute',
  'domainPerMinute',
  'keyPerMinute',
  'sessionsPerHour',
  'guestSessionsPerHour',
  'webhooksPerMinute',
].map((rate) => [rate, Number.POSITIVE_INFINITY] as const)
