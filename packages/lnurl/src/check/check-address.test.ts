import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createConnectTls } from '../connect-tls.js'
import { type CorpusCase, type CorpusReply, readCorpus } from '../corpus/corpus.js'
import { createCertificate } from '../test-support/certificate.js'
import { CORPUS_ADDRESS, createCorpusServer } from '../test-support/corpus-server.js'
import { OUTSIDE, startTestInternet, type TestInternet } from '../test-support/test-internet.js'
import { ADDRESS_CHECKS, type AddressCheck, type AddressCheckName } from './address-report.js'
import { type CheckAddressOptions, checkAddress } from './check-address.js'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const corpus = readCorpus().flatMap(({ cases }) => cases)
type Served = Omit<CorpusCase, 'id' | 'about' | 'right'>

let internet: TestInternet
let answer: (request: IncomingMessage, response: ServerResponse) => void
const origins: unknown[] = []

beforeAll(async () => {
  internet = await startTestInternet({
    answer: (request, response) => {
      origins.push(request.headers.origin)
      answer(request, response)
    },
    openPorts: [3000, 8443],
  })
})

afterAll(() => internet.close())

/** Replies that deviate from right ones only as a case says; right ones may be read by every page. */
function serve(served: Served, { allowOrigin = '*' as string | null } = {}) {
  const handle = createCorpusServer({ id: '', about: '', right: {}, ...served }, () => NOW_MS / 1000)
  answer = (request, response) => {
    if (allowOrigin !== null) response.setHeader('access-control-allow-origin', allowOrigin)
    handle(request, response)
  }
}

async function check(served: Served, options: CheckAddressOptions & { allowOrigin?: string | null } = {}) {
  serve(served, options)
  internet.requests.length = 0
  const report = await checkAddress(CORPUS_ADDRESS, {
    connect: internet.connect,
    resolve: async (hostname) => served.hosts?.[hostname] ?? [OUTSIDE],
    now: () => new Date(NOW_MS),
    ...options,
  })
  expect(report.ok).toBe(!report.checks.some(({ status }) => status === 'problem'))
  for (const each of report.checks) {
    expect(each.rule).toBe(ADDRESS_CHECKS[each.name])
    // A line without a consequence or a cure helps nobody.
    if (each.status === 'problem' || each.status === 'warning')
      expect(each).toMatchObject({
        consequence: expect.stringMatching(/.{10}/),
        fix: expect.stringMatching(/.{5}/),
      })
  }
  return report
}

const corpusCase = (id: string): CorpusCase => {
  const found = corpus.find((each) => each.id === id)
  if (!found) throw new Error(`The corpus has no ${id}.`)
  return found
}

const OPEN = { status: 'OK', settled: false, preimage: null, pr: '{{pr}}' }
const VERIFIED: Served = {
  callback: { change: { verify: 'https://shop.example/verify/1' } },
  verify: { body: OPEN },
}
const lookUp = (change: Record<string, unknown>): Served => ({ lookUp: { change } })
const metadata = (...entries: unknown[]): Served =>
  lookUp({
    metadata: JSON.stringify([['text/plain', 'Sats'], ['text/identifier', CORPUS_ADDRESS], ...entries]),
  })
const callback = (change: Record<string, unknown>): Served => ({ callback: { change } })
const verify = (body: CorpusReply['body']): Served => ({ ...VERIFIED, verify: { body } })
const REFUSAL = { body: { status: 'ERROR', reason: 'Amount is too large' } }
const html = { 'content-type': 'text/html' }

type Row = [
  name: AddressCheckName,
  status: AddressCheck['status'],
  what: string,
  served: Served | string,
  says: RegExp,
]

const FINE: Row[] = [
  ['address', 'ok', 'an address', {}, /shop\.example\/\.well-known\/lnurlp\/ana$/],
  ['connection', 'ok', 'a connection', {}, /^Connected to shop\.example\.$/],
  ['redirects', 'ok', 'no redirect', {}, /^No request is redirected/],
  ['http', 'ok', 'JSON with status 200', {}, /look-up \d+ bytes in \d+ ms and request for an invoice \d+/],
  ['cors', 'ok', 'replies for every page', {}, /every origin/],
  ['reply', 'ok', 'a pay request', {}, /is a pay request/],
  ['callback', 'ok', 'a callback', {}, /at the domain of the address/],
  [
    'callback',
    'ok',
    'a callback elsewhere',
    'port',
    /at shop\.example:8443, over https, on a port of its own/,
  ],
  ['amounts', 'ok', 'limits', lookUp({ minSendable: 1500 }), /^From 1\.5 sats to 10,000,000 sats\.$/],
  ['metadata', 'ok', 'a description', {}, /“Sats for ana”/],
  ['identifier', 'ok', 'an identifier', {}, /ana@shop\.example/],
  ['image', 'ok', 'an image', 'image-png', /one image/],
  ['image', 'ok', 'no image', {}, /no image/],
  ['long-description', 'ok', 'a long description', metadata(['text/long-desc', 'Long']), /of 4 characters/],
  ['long-description', 'ok', 'no long description', {}, /no long description/],
  ['comment', 'ok', 'comments', {}, /may have 255 characters/],
  ['comment', 'ok', 'no comments', { lookUp: { without: ['commentAllowed'] } }, /No comment is accepted/],
  ['payer-data', 'ok', 'no payer data', {}, /No payer data/],
  ['payer-data', 'ok', 'payer data', 'name-mandatory', /name \(demanded\)/],
  ['invoice', 'ok', 'an invoice', {}, /of mainnet over exactly 1 sat, with a right signature/],
  ['expiry', 'ok', 'an expiry', 'pr-month', /for 30 days/],
  ['description-hash', 'ok', 'a hash', {}, /has the hash/],
  ['success-action', 'ok', 'a success action', 'success-message', /After the payment: message/],
  ['success-action', 'ok', 'no success action', {}, /none, which is fine/],
  ['verify', 'ok', 'no verification', {}, /Not offered/],
  ['verify', 'ok', 'a verification', VERIFIED, /nobody has paid yet/],
]

const WARNINGS: Row[] = [
  [
    'redirects',
    'warning',
    'a redirect',
    'redirect-301',
    /invoice is redirected with 301, from https:\/\/shop\.example\/cb to [^?]*\/cb2$/,
  ],
  ['http', 'warning', 'a status', 'status-404-with-reply', /look-up is answered with status 404/],
  [
    'http',
    'warning',
    'a content type',
    { callback: { headers: html } },
    /invoice is answered with the content type text\/html/,
  ],
  ['http', 'warning', 'no content type', { lookUp: { headers: {} } }, /with no content type/],
  ['http', 'warning', 'a compression', 'gzip', /with the encoding gzip/],
  ['http', 'warning', 'a large reply', 'image-largest', /has 134 KiB/],
  ['callback', 'warning', 'spaces', 'spaces-around', /white space/],
  ['callback', 'warning', 'a fragment', 'fragment', /fragment/],
  ['amounts', 'warning', 'texts', 'limits-text', /is a text/],
  ['amounts', 'warning', 'a fraction', 'limits-fraction', /has a fraction/],
  ['amounts', 'warning', 'a minimum of 0', 'min-zero', /minSendable is 0/],
  ['amounts', 'warning', 'too great a maximum', 'max-all-bitcoin', /9,007,199,254,740,991/],
  ['metadata', 'warning', 'an entry of another type', metadata('odd'), /is no list/],
  ['metadata', 'warning', 'two descriptions', 'metadata-two-descriptions', /several text\/plain/],
  ['identifier', 'warning', 'no identifier', 'metadata-no-identifier', /neither/],
  [
    'identifier',
    'warning',
    'another identifier',
    lookUp({ metadata: '[["text/plain","x"],["text/identifier","bo@shop.example"]]' }),
    /another address/,
  ],
  ['image', 'warning', 'an unfit image', 'image-data-url', /is not shown/],
  [
    'image',
    'warning',
    'two images',
    metadata(['image/png;base64', '{{png:40}}'], ['image/png;base64', '{{png:40}}']),
    /several images/,
  ],
  ['comment', 'warning', 'a text', 'comment-text', /is a text/],
  ['comment', 'warning', 'no number', 'comment-true', /is no number/],
  ['comment', 'warning', 'a huge number', 'comment-huge', /greater than 2,000/],
  ['payer-data', 'warning', 'a list', 'payer-data-empty', /no object/],
  ['payer-data', 'warning', 'a text', 'mandatory-text', /is no boolean/],
  ['invoice', 'warning', 'a scheme', 'pr-scheme', /scheme or white space/],
  ['invoice', 'warning', 'capitals', 'pr-capitals', /in capitals/],
  ['invoice', 'warning', 'routes', callback({ routes: [['x']] }), /"routes" is not empty/],
  ['invoice', 'warning', 'disposable as text', 'disposable-text', /"disposable" is no boolean/],
  ['expiry', 'warning', 'an invoice for seconds', 'pr-expires-soon', /within 30 seconds/],
  ['description-hash', 'warning', 'another hash', 'pr-other-hash', /is not that of metadata/],
  ['description-hash', 'warning', 'a description', 'pr-plain-description', /in place of a hash/],
  ['success-action', 'warning', 'an empty one', 'success-empty', /but empty/],
  ['success-action', 'warning', 'one without TLS', 'success-url-http', /is not shown/],
  ['success-action', 'warning', 'one elsewhere', 'success-url-elsewhere', /at another host/],
  ['verify', 'warning', 'settled as text', verify({ ...OPEN, settled: 'false' }), /"settled" is no boolean/],
  ['verify', 'warning', 'no invoice', verify({ settled: false }), /does not name the invoice/],
  ['verify', 'warning', 'an error', verify({ status: 'ERROR', reason: 'Not found' }), /is an error/],
]

const PROBLEMS: Row[] = [
  [
    'connection',
    'problem',
    'a host without an address',
    'callback-no-address',
    /invoice at gone\.example fails: its name has no address/,
  ],
  [
    'connection',
    'problem',
    'a host in a private network',
    'callback-inside',
    /fails: its name has no address, or not only public ones/,
  ],
  ['redirects', 'problem', 'a loop', 'redirect-loop', /more than five times/],
  [
    'redirects',
    'problem',
    'no TLS after it',
    'look-up-redirect-http',
    /The look-up at shop\.example is redirected to a URL without TLS/,
  ],
  ['redirects', 'problem', 'a private network after it', 'redirect-inside', /into a private network/],
  [
    'redirects',
    'problem',
    'a port of another protocol',
    { callback: { status: 302, headers: { location: 'https://shop.example:25/' } } },
    /to a port that no wallet may request/,
  ],
  ['redirects', 'problem', 'no location', 'redirect-no-location', /Location is missing/],
  ['http', 'problem', 'too large a reply', 'callback-over-256-kib', /more than 256 KiB/],
  ['http', 'problem', 'an unknown compression', 'encoding-unknown', /a compression that nobody asked for/],
  ['reply', 'problem', 'a page', 'html-page', /is not JSON/],
  ['reply', 'problem', 'a list', { lookUp: { body: [] } }, /not an object/],
  ['reply', 'problem', 'an error', 'no-such-user', /answers with an error: “/],
  ['reply', 'problem', 'no tag', 'tag-missing', /no tag/],
  ['callback', 'problem', 'no URL', 'callback-relative', /no absolute URL/],
  ['callback', 'problem', 'no TLS', 'callback-http', /has no TLS/],
  ['callback', 'problem', 'a private name', 'callback-container', /private network/],
  ['callback', 'problem', 'a port', 'callback-low-port', /belongs to another protocol/],
  ['callback', 'problem', 'an onion name', 'callback-onion', /onion name/],
  ['amounts', 'problem', 'no range', 'limits-swapped', /no range/],
  ['amounts', 'problem', 'no whole sat', 'limits-in-sats', /no whole sat/],
  ['metadata', 'problem', 'an array', 'metadata-array', /no text with a JSON list/],
  ['metadata', 'problem', 'no description', 'metadata-empty-list', /no text\/plain/],
  ['payer-data', 'problem', 'a key', 'pubkey-mandatory', /only a wallet’s own key can give: pubkey/],
  ['comment', 'problem', 'a refusal', 'comment-refused', /is refused: “Comment may have 100 bytes”/],
  [
    'invoice',
    'problem',
    'a refusal',
    { callback: [REFUSAL, REFUSAL] },
    /refuses 1 sat, the smallest amount: “Amount is too large/,
  ],
  ['invoice', 'problem', 'a page', 'callback-page', /other than JSON/],
  ['invoice', 'problem', 'a list', 'reply-in-list', /not an object/],
  ['invoice', 'problem', 'no invoice', 'pr-null', /no invoice in "pr"/],
  ['invoice', 'problem', 'a cut invoice', 'pr-cut', /a rule of BOLT 11: checksum/],
  ['invoice', 'problem', 'another network', 'pr-regtest', /one of regtest, not of mainnet/],
  ['invoice', 'problem', 'another amount', 'pr-other-amount', /over 2 sats; it was to be 1 sat/],
  ['invoice', 'problem', 'no amount', 'pr-no-amount', /has no amount/],
  ['expiry', 'problem', 'an expired invoice', 'pr-expired', /has expired already/],
  ['success-action', 'problem', 'an unknown one', 'success-noop', /LUD-09 does not know/],
  ['verify', 'problem', 'a URL without TLS', 'verify-http', /no https URL of a public domain/],
  [
    'verify',
    'problem',
    'an onion URL',
    callback({ verify: `https://${'a'.repeat(56)}.onion/v` }),
    /no https URL/,
  ],
  ['verify', 'problem', 'a false payment', 'verify-paid', /though nobody has paid it/],
  ['verify', 'problem', 'a false payment with a wrong preimage', 'verify-wrong-preimage', /not its own/],
  ['verify', 'problem', 'a payment of another invoice', 'verify-pr-other', /another invoice is paid/],
  ['verify', 'problem', 'an early preimage', 'verify-preimage-early', /sends the preimage before/],
  ['verify', 'problem', 'only a preimage', 'verify-no-settled', /a preimage, but no "settled"/],
  ['verify', 'problem', 'a page', verify('<!doctype html>'), /cannot be read/],
]

describe.each([
  ['says that all is well with', FINE],
  ['warns of', WARNINGS],
  ['names the problem of', PROBLEMS],
])('a check of an address %s', (_, rows) => {
  it.each(rows)('%s: %s: %s', async (name, status, _what, served, says) => {
    const { checks } = await check(typeof served === 'string' ? corpusCase(served) : served)
    const lines = checks.filter((each) => each.name === name)
    expect(lines).toContainEqual(expect.objectContaining({ status, message: expect.stringMatching(says) }))
    // One line that all is well, or those that say what is not.
    if (status === 'ok') expect(lines).toHaveLength(1)
    else expect(lines).not.toContainEqual(expect.objectContaining({ status: 'ok' }))
  })
})

describe('a check of an address', () => {
  it('has a line of each check for a right server, and asks as a page of another origin', async () => {
    origins.length = 0
    const { ok, checks, invoiceMsat, requests } = await check(VERIFIED)
    expect(ok).toBe(true)
    expect(checks.map(({ name }) => name)).toEqual(Object.keys(ADDRESS_CHECKS))
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(invoiceMsat).toBe('1000')
    expect(requests).toMatchObject([
      { step: 'look-up', url: 'https://shop.example/.well-known/lnurlp/ana', status: 200, allowOrigin: '*' },
      { step: 'charge', status: 200, contentType: 'application/json', bytes: expect.any(Number) },
      { step: 'verify', url: 'https://shop.example/verify/1', status: 200, ms: expect.any(Number) },
    ])
    expect(new Set(origins)).toEqual(new Set(['https://wallet.example']))
  })

  it('has a test of something wrong for each check that can find something', () => {
    const tested = new Set([...WARNINGS, ...PROBLEMS].map(([name]) => name))
    const others = Object.keys(ADDRESS_CHECKS).filter((name) => !tested.has(name as AddressCheckName))
    // `cors` and `address` have their own tests, and nothing can be wrong with a long description.
    expect(others).toEqual(['address', 'cors', 'long-description'])
  })

  it.each([null, 'https://shop.example', 'null'])(
    'names the problem of pages that may not read the replies: %s',
    async (allowOrigin) => {
      const { checks } = await check(VERIFIED, { allowOrigin })
      expect(checks.filter(({ status }) => status !== 'ok')).toMatchObject([
        {
          name: 'cors',
          status: 'problem',
          message: expect.stringMatching(/look-up, request for an invoice, and verification/),
          consequence: expect.stringMatching(/web page/),
        },
      ])
    },
  )

  it('is content with a server that allows the origin of the request', async () => {
    const { ok } = await check({}, { allowOrigin: 'https://wallet.example' })
    expect(ok).toBe(true)
  })

  it.each([
    ['ana', /no_at/, /name@domain/],
    ['ana@127.0.0.1', /ip_or_numeric_tld/, /public domain/],
    ['ana@bücher.example', /domain_not_ascii/, /ana@xn--bcher-kva\.example/],
  ])('names what is wrong with %s, and sends nothing', async (address, message, fix) => {
    internet.requests.length = 0
    const report = await checkAddress(address, { connect: internet.connect, resolve: async () => [OUTSIDE] })
    expect(report).toMatchObject({
      ok: false,
      requests: [],
      checks: [
        {
          name: 'address',
          status: 'problem',
          message: expect.stringMatching(message),
          fix: expect.stringMatching(fix),
        },
      ],
    })
    expect(internet.requests).toEqual([])
  })

  it.each([
    ['ana@shop.test', 'problem', /has a URL that no wallet requests/],
    [`ana@${'a'.repeat(56)}.onion`, 'problem', /leads into the Tor network/],
  ])('says that %s is out of reach', async (address, status, message) => {
    internet.requests.length = 0
    const { checks } = await checkAddress(address, {
      connect: internet.connect,
      resolve: async () => [OUTSIDE],
    })
    expect(checks[1]).toMatchObject({ name: 'connection', status, message: expect.stringMatching(message) })
    expect(internet.requests).toEqual([])
  })

  it('blames no server if the check is ended', async () => {
    const { ok, checks } = await check({}, { signal: AbortSignal.abort() })
    expect(ok).toBe(true)
    expect(checks[1]).toMatchObject({
      name: 'connection',
      status: 'unknown',
      message: expect.stringMatching(/was ended before there was a reply/),
    })
  })

  it('requests no invoice if it is told so', async () => {
    const { ok, checks, invoiceMsat } = await check({}, { lookUpOnly: true })
    expect([ok, invoiceMsat]).toEqual([true, undefined])
    expect(checks.at(-1)).toMatchObject({ name: 'invoice', status: 'unknown' })
    expect(internet.requests).toHaveLength(1)
  })

  it('sends a comment where one is accepted, and again without it after a refusal', async () => {
    const { invoiceMsat } = await check(corpusCase('comment-refused'))
    expect(internet.requests.slice(1).map((each) => each.includes('comment='))).toEqual([true, false])
    expect(invoiceMsat).toBe('1000')
  })

  it('gives payer data that is demanded, and no other', async () => {
    await check(lookUp({ payerData: { name: { mandatory: true }, email: { mandatory: false } } }))
    expect(internet.requests.at(-1)).toContain(`payerdata=${encodeURIComponent('{"name":"Check"}')}`)
  })

  it('has no text of a server with control characters or marks of direction', async () => {
    const { checks } = await check(corpusCase('error-reason-markup'))
    expect(checks.map(({ message }) => message).join()).toContain('“<b>Pay</b> later now”')
    const odd = await check({
      lookUp: {
        change: {
          payerData: { '\u001b[31mred\n\u202e': {} },
          metadata: JSON.stringify([
            ['text/plain', '\u001b]8;;x'],
            ['text/identifier', '\u009b1m'],
          ]),
        },
        headers: { 'content-type': 'text/x\u009b' },
      },
    })
    const texts = [
      ...odd.checks.map(({ message }) => message),
      ...odd.requests.map(({ contentType = '' }) => contentType),
    ]
    expect(texts.join()).toContain('[31mred')
    expect(texts.join()).not.toMatch(/[\p{Cc}\u202e]/u)
  })
})

describe('a check over TLS', () => {
  async function tlsServer(names: string[], { isKnown = true } = {}) {
    const { key, cert } = createCertificate(names)
    const server = createHttpsServer({ key, cert }, (request, response) => answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const connectTls = createConnectTls(isKnown ? { ca: cert } : {})
    // The engine asks for a public address; the socket goes to this machine.
    const connect: CheckAddressOptions['connect'] = (target) =>
      Object.defineProperty(connectTls({ ...target, addresses: ['127.0.0.1'], port }), 'remoteAddress', {
        value: OUTSIDE,
      })
    return connect
  }

  it('says which version of TLS is used, and warns of a certificate that ends soon', async () => {
    const connect = await tlsServer(['shop.example'])
    const { checks } = await check({}, { connect, now: () => new Date() })
    // The certificate of the test ends tomorrow.
    expect(checks.find(({ name }) => name === 'connection')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/certificate of shop\.example ends on \d{4}-\d\d-\d\d/),
    })
    const earlier = await check({}, { connect, now: () => new Date(Date.now() - 60 * 86_400_000) })
    expect(earlier.checks.find(({ name }) => name === 'connection')).toMatchObject({
      status: 'ok',
      message: 'Connected to shop.example (TLSv1.3).',
    })
  })

  it.each([
    ['CERT_HAS_EXPIRED', /has expired/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /of a private authority/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /does not send the intermediate certificate/],
    ['ECONNRESET', /nothing answers over TLS in time \(ECONNRESET\)/],
  ])('explains %s', async (code, message) => {
    const connect: CheckAddressOptions['connect'] = () =>
      new Socket().destroy(Object.assign(new Error('TLS'), { code }))
    const { checks } = await check({}, { connect })
    expect(checks[1]).toMatchObject({
      name: 'connection',
      status: 'problem',
      message: expect.stringMatching(message),
    })
  })

  it('says that a certificate is for another name, or of nobody', async () => {
    const other = await check({}, { connect: await tlsServer(['else.example']) })
    expect(other.checks[1]).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/for other names/),
    })
    const connect = await tlsServer(['shop.example'], { isKnown: false })
    const unknownAuthority = await check({}, { connect })
    expect(unknownAuthority.checks[1]).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/self-signed/),
    })
  })
})

describe('a report for strangers', () => {
  const closed: CheckAddressOptions = { resolve: async () => ['127.0.0.1'], hideNetwork: true }

  it('tells a private address as one that does not exist', async () => {
    const inside = await check({}, closed)
    const nowhere = await check({}, { ...closed, resolve: async () => [] })
    expect(inside).toEqual(nowhere)
    expect(inside).toMatchObject({ ok: false, checks: [{}, { name: 'connection', status: 'problem' }, {}] })
    expect(internet.hits).toEqual([])
  })

  it('does not tell why a host does not answer, and how long that took', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const connect: CheckAddressOptions['connect'] = () =>
      createConnectTls()({ addresses: ['127.0.0.1'], port, servername: 'shop.example' })
    const shown = await check({}, { connect })
    expect(JSON.stringify(shown)).toContain('ECONNREFUSED')
    expect(shown.requests[0]?.ms).toEqual(expect.any(Number))
    const hidden = await check({}, { connect, hideNetwork: true })
    expect(JSON.stringify(hidden)).not.toContain('ECONNREFUSED')
    expect(hidden.requests[0]?.ms).toBeUndefined()
  })
})

describe('a server on this machine', () => {
  it('is requested in place of every host, as behind a proxy with TLS', async () => {
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      seen.push([request.headers.host, request.headers['x-forwarded-proto']])
      answer(request, response)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const { ok, checks } = await check({}, { localServer: `http://127.0.0.1:${port}` })
    expect(ok).toBe(true)
    expect(checks.find(({ name }) => name === 'connection')?.status).toBe('unknown')
    expect(seen).toEqual([
      ['shop.example', 'https'],
      ['shop.example', 'https'],
    ])
  })

  it.each(['http://10.0.0.1:80', 'https://127.0.0.1', 'http://shop.example', '127.0.0.1'])(
    'is not requested at %s',
    async (localServer) => {
      await expect(check({}, { localServer })).rejects.toThrow(/URL of this machine/)
    },
  )

  it('is not requested unless somebody names it', async () => {
    const report = await check({}, { resolve: async () => ['127.0.0.1'] })
    expect(report.checks[1]).toMatchObject({ name: 'connection', status: 'problem' })
    expect(internet.requests).toEqual([])
  })
})

describe('over the whole corpus', () => {
  // The others are about what the payer gives, or what happens after the payment.
  const comparable = corpus.filter(
    ({ right, charge }) =>
      charge === undefined && right.chargeError !== 'PAYER_DATA_REQUIRED' && !Array.isArray(right.verifies),
  )

  it.each(comparable)('finds a problem exactly when nobody can pay: $id', async (example) => {
    // Some locations of redirects have this amount.
    const { checks } = await check({ lookUp: { change: { minSendable: 21_000 } }, ...example })
    const { lookUpError, chargeError, refused, warnings } = example.right
    const problems = checks.filter(({ status }) => status === 'problem').map(({ name }) => name)
    if (lookUpError ?? chargeError ?? refused) expect(problems).not.toEqual([])
    else expect(problems).toEqual(warnings?.includes('verify_dropped') ? ['verify'] : [])
    expect(internet.hits).toEqual([])
  })
})
