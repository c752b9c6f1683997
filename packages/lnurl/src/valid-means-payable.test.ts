import { isLeydenError } from '@leyden/core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lnurlProvider } from './lnurl-provider.js'
import { OUTSIDE, startTestInternet, type TestInternet } from './test-support/test-internet.js'

const RUNS = process.env.LEYDEN_SOAK === '1' ? 20_000 : 400
const PORTS = [1024, 3000, 8443, 9735, 65_535]
const ONION = 'pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion'
const { signal } = new AbortController()
const silent = { info() {}, warn() {}, error() {} }

let internet: TestInternet
let lookUp = ''

beforeAll(async () => {
  internet = await startTestInternet({
    openPorts: PORTS,
    answer: ({ url }, response) =>
      response.end(url?.startsWith('/.well-known/') ? lookUp : '{"status":"ERROR","reason":"No"}'),
  })
})

afterAll(() => internet.close())

const label = fc.stringMatching(/^[a-z0-9_]([a-zA-Z0-9_-]{0,8}[a-z0-9_])?$/)
const host = fc.oneof(
  fc
    .tuple(label, label, fc.constantFrom('example', 'com', 'xn--p1ai', 'EXAMPLE'))
    .map((labels) => labels.join('.')),
  fc.constantFrom(
    'shop.example',
    'shop.example.',
    'shop.example..',
    'my_node.shop.example',
    'bücher.example',
  ),
  fc.constantFrom('localhost', '127.0.0.1', '0x7f.1', '[::1]', 'lnbits', 'shop.local', 'shop.test'),
  fc.domain(),
  fc.constant(ONION),
)
const port = fc.constantFrom('', '', ':443', ':80', ':25', ':6667', ':0', ...PORTS.map((each) => `:${each}`))
const tail = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '/cb',
    '/cb?',
    '/cb?id=7',
    '/cb?amount=1&comment=x',
    '/cb#part',
    '/a b?c d',
    '/%zz?%',
  ),
  fc.webPath(),
  fc.webQueryParameters().map((query) => `/cb?${query}`),
  fc.integer({ min: 7_700, max: 8_000 }).map((length) => `/${'a'.repeat(length)}`),
)
const callback = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom('https://', 'https://', 'https://', 'HTTPS://', 'http://', ' https://', 'https:'),
        host,
        port,
        tail,
      )
      .map((parts) => parts.join('')),
  },
  fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
  fc.constantFrom(null, '', 7, '/cb', 'https://user@shop.example/cb'),
)
const number = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.double({ min: 0, max: 1e19, noNaN: true }),
  fc.constantFrom(null, 0, 1, 999, 1000, '1000', '1000.5', '0', '2100000000000000000', '1e3', true, 2 ** 53),
)
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', '☕'.repeat(255)),
  fc.constant('☕'.repeat(255)),
)
const metadata = fc.oneof(
  text.map((description) => JSON.stringify([['text/plain', description]])),
  fc.json(),
  fc.constantFrom(null, '', '[]', [['text/plain', 'x']]),
)
const demand = fc.oneof(
  fc.record({ mandatory: fc.constantFrom(true, false, 'true', 'false', 1, 0, null) }),
  fc.constantFrom(null, true, {}, ''),
)
const payerData = fc.oneof(
  fc.dictionary(fc.constantFrom('name', 'email', 'identifier', 'pubkey', 'shoesize', '__proto__'), demand),
  fc.constantFrom(null, '', [], {}),
)
const reply = fc.record(
  {
    tag: fc.constant('payRequest'),
    callback,
    minSendable: number,
    maxSendable: number,
    metadata,
    commentAllowed: number,
    payerData,
  },
  { requiredKeys: ['tag', 'callback', 'minSendable', 'maxSendable', 'metadata'] },
)
/** A reply that is right but for some of its fields, so that many replies are valid. */
const nearlyRight = fc.tuple(reply, fc.boolean()).chain(([odd, hasOddCallback]) =>
  fc.subarray(Object.keys(odd) as (keyof typeof odd)[], { maxLength: 2 }).map((fields) => ({
    tag: 'payRequest',
    callback: hasOddCallback ? odd.callback : 'https://shop.example/cb',
    minSendable: 1000,
    maxSendable: 100_000_000,
    metadata: '[["text/plain","x"]]',
    commentAllowed: 255,
    ...Object.fromEntries(fields.map((field) => [field, odd[field]])),
  })),
)

it('requests an invoice for every address that the look-up calls valid', async () => {
  let valid = 0
  const property = fc.asyncProperty(
    fc.oneof({ weight: 3, arbitrary: nearlyRight }, reply),
    text,
    fc.record({ name: text, email: text, identifier: text }),
    fc.boolean(),
    async (body, note, given, isLargest) => {
      lookUp = JSON.stringify(body)
      const provider = lnurlProvider({
        connect: internet.connect,
        resolve: async () => [OUTSIDE],
        log: silent,
      })
      const lnaddress = 'ana@shop.example'
      const answer = await provider
        .validateLightningAddress(lnaddress, { signal })
        .catch((error: unknown) => {
          if (!isLeydenError(error)) throw error
          return { valid: false } as const
        })
      if (!answer.valid) return
      valid++
      const { metadata } = answer
      internet.requests.length = 0
      const amount = BigInt(isLargest ? metadata.maxSendable : metadata.minSendable)
      const payerData = Object.fromEntries(Object.entries(given).map(([kind, value]) => [kind, value || 'x']))
      const description = note.slice(0, metadata.commentAllowed)
      const request = { lnaddress, amount: String(amount), description, payerData }
      const refusal = await provider
        .createCharge(request, { signal, metadata })
        .catch((error: unknown) => error)
      // The server's own word, and not a check that failed before the request.
      expect(refusal).toMatchObject({ code: 'REFUSED', providerMessage: 'No' })
      expect(internet.requests).toHaveLength(1)
      const { searchParams } = new URL(`https://x${internet.requests[0]?.split(' ')[1]}`)
      expect(searchParams.getAll('amount')).toEqual([String(amount)])
    },
  )
  await fc.assert(property, { numRuns: RUNS })
  // The property must not hold because nothing is valid.
  expect(valid).toBeGreaterThan(RUNS / 4)
})
