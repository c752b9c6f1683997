import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createConnectTls } from '../connect-tls.js'
import { type CorpusCase, type CorpusReply, readCorpus } from '../corpus/corpus.js'
import { createCertificate } from '../test-support/certificate.js'
import { CORPUS_ADDRESS, createCorpusServer } from '../test-support/corpus-server.js'
import { OUTSIDE, startTestInternet, type TestInternet } from '../test-support/test-internet.js'
import { type AddressCheck, SENTENCES } from './address-report.js'
import { type CheckAddressOptions, checkAddress } from './check-address.js'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const corpus = readCorpus().flatMap(({ cases }) => cases)
type Served = Omit<CorpusCase, 'id' | 'about' | 'right'>

let internet: TestInternet
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeAll(async () => {
  internet = await startTestInternet({
    answer: (request, response) => answer(request, response),
    openPorts: [3000, 8443],
  })
})
afterAll(() => internet.close())

/** Replies that deviate from right ones only as a case says. */
async function check(served: Served, options: CheckAddressOptions = {}) {
  answer = createCorpusServer({ id: '', about: '', right: {}, ...served }, () => NOW_MS / 1000)
  internet.requests.length = 0
  const report = await checkAddress(CORPUS_ADDRESS, {
    connect: internet.connect,
    resolve: async (hostname) => served.hosts?.[hostname] ?? [OUTSIDE],
    now: () => new Date(NOW_MS),
    ...options,
  })
  expect(report.ok).toBe(!report.checks.some(({ status }) => status === 'problem'))
  for (const { status, reason, message } of report.checks) {
    expect(reason === undefined).toBe(status === 'ok')
    if (reason !== undefined) expect(message.startsWith(SENTENCES[reason])).toBe(true)
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
const callback = (change: Record<string, unknown>): Served => ({ callback: { change } })
const verify = (body: CorpusReply['body']): Served => ({ ...VERIFIED, verify: { body } })
const REFUSAL = { body: { status: 'ERROR', reason: 'Amount is too large' } }

/** The step, its status and reason, the case, and the words of the message in brackets. */
type Row = [AddressCheck['step'], AddressCheck['status'], string, Served | string, string?]

const FOUND: Row[] = [
  ['look-up', 'problem', 'insecure_redirect', 'look-up-redirect-http'],
  ['look-up', 'problem', 'bad_json', 'html-page'],
  ['look-up', 'problem', 'bad_shape', { lookUp: { body: [] } }],
  ['look-up', 'problem', 'upstream_error', 'no-such-user'],
  ['look-up', 'problem', 'wrong_tag', 'tag-missing'],
  ['look-up', 'problem', 'bad_callback', 'callback-relative'],
  ['look-up', 'problem', 'insecure_callback', 'callback-http'],
  ['look-up', 'problem', 'private_callback', 'callback-container'],
  ['look-up', 'problem', 'port_callback', 'callback-low-port'],
  ['look-up', 'problem', 'onion_callback', 'callback-onion'],
  ['look-up', 'problem', 'bad_amount_range', 'limits-swapped'],
  ['look-up', 'problem', 'no_whole_sat_amount', 'limits-in-sats'],
  ['look-up', 'problem', 'bad_metadata', 'metadata-array'],
  ['look-up', 'problem', 'no_text_plain', 'metadata-empty-list'],
  ['look-up', 'problem', 'unsupported_payer_data', 'pubkey-mandatory', 'pubkey'],
  ['look-up', 'warning', 'callback_with_spaces', 'spaces-around'],
  ['look-up', 'warning', 'amount_as_text', 'limits-text'],
  ['look-up', 'warning', 'no_identifier', 'metadata-no-identifier'],
  ['look-up', 'warning', 'image_dropped', 'image-data-url'],
  ['look-up', 'warning', 'comment_clamped', 'comment-huge'],
  ['look-up', 'warning', 'payer_data_not_object', 'payer-data-empty'],
  ['charge', 'problem', 'name_not_found', 'callback-no-address'],
  ['charge', 'problem', 'private_address', 'callback-inside'],
  ['charge', 'problem', 'too_many_redirects', 'redirect-loop'],
  ['charge', 'problem', 'body_too_large', 'callback-over-256-kib'],
  ['charge', 'problem', 'upstream_error', { callback: [REFUSAL, REFUSAL] }, 'Amount is too large'],
  ['charge', 'problem', 'comment_refused', 'comment-refused', 'Comment may have 100 bytes'],
  ['charge', 'problem', 'missing_pr', 'pr-null'],
  ['charge', 'problem', 'bad_invoice', 'pr-cut', 'checksum'],
  ['charge', 'problem', 'wrong_network', 'pr-regtest', 'regtest'],
  ['charge', 'problem', 'amount_mismatch', 'pr-other-amount', '2000'],
  ['charge', 'problem', 'amount_missing', 'pr-no-amount'],
  ['charge', 'problem', 'expired', 'pr-expired'],
  ['charge', 'problem', 'unknown_success_action', 'success-noop'],
  ['charge', 'warning', 'pr_in_capitals', 'pr-capitals'],
  ['charge', 'warning', 'expires_soon', 'pr-expires-soon'],
  ['charge', 'warning', 'description_hash_mismatch', 'pr-other-hash'],
  ['charge', 'warning', 'success_url_other_host', 'success-url-elsewhere'],
  ['verify', 'warning', 'verify_dropped', 'verify-http'],
  ['verify', 'warning', 'verify_dropped', callback({ verify: `https://${'a'.repeat(56)}.onion/v` })],
  ['verify', 'warning', 'settled_not_boolean', verify({ ...OPEN, settled: 'false' })],
  ['verify', 'warning', 'no_pr', verify({ settled: false })],
  ['verify', 'warning', 'upstream_error', verify({ status: 'ERROR', reason: 'Not found' })],
  ['verify', 'problem', 'bad_json', verify('<!doctype html>')],
  ['verify', 'problem', 'paid_by_nobody', 'verify-paid'],
  ['verify', 'problem', 'wrong_preimage', 'verify-wrong-preimage'],
  ['verify', 'problem', 'other_invoice', 'verify-pr-other'],
  ['verify', 'problem', 'early_preimage', 'verify-preimage-early'],
  ['verify', 'problem', 'preimage_without_settled', 'verify-no-settled'],
]

describe('a check of an address', () => {
  it.each(FOUND)(
    'reports what the engine has found, %s: a %s, %s',
    async (step, status, reason, served, words) => {
      const { checks } = await check(typeof served === 'string' ? corpusCase(served) : served)
      const lines = checks.filter((each) => each.step === step)
      expect(lines).toContainEqual(expect.objectContaining({ status, reason }))
      expect(lines).not.toContainEqual(expect.objectContaining({ status: 'ok' }))
      if (words !== undefined) expect(lines.map(({ message }) => message).join()).toContain(words)
    },
  )

  it('has a line of each step for a right server', async () => {
    const { ok, checks, invoiceMsat, requests } = await check(VERIFIED)
    expect([ok, invoiceMsat]).toEqual([true, '1000'])
    expect(checks.map(({ step, status }) => `${step} ${status}`)).toEqual([
      'address ok',
      'look-up ok',
      'charge ok',
      'verify ok',
    ])
    expect(requests).toMatchObject([
      { step: 'look-up', url: 'https://shop.example/.well-known/lnurlp/ana', status: 200 },
      { step: 'charge', status: 200 },
      { step: 'verify', url: 'https://shop.example/verify/1', status: 200 },
    ])
  })

  it('says where a request was redirected, and that no verification is offered', async () => {
    const { requests, checks } = await check({
      ...corpusCase('redirect-301'),
      // The location has this amount.
      lookUp: { change: { minSendable: 21_000 } },
    })
    expect(requests[1]).toMatchObject({
      step: 'charge',
      status: 301,
      location: expect.stringContaining('/cb2'),
    })
    expect(checks.at(-1)).toMatchObject({
      step: 'verify',
      status: 'ok',
      message: expect.stringContaining('Not offered'),
    })
  })

  it.each([
    ['ana', 'no_at'],
    ['ana@127.0.0.1', 'ip_or_numeric_tld'],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
  ])('names what is wrong with %s, and sends nothing', async (address, words) => {
    internet.requests.length = 0
    const report = await checkAddress(address, { connect: internet.connect, resolve: async () => [OUTSIDE] })
    expect(report).toMatchObject({
      ok: false,
      requests: [],
      checks: [{ step: 'address', reason: 'not_an_address', message: expect.stringContaining(words) }],
    })
    expect(internet.requests).toEqual([])
  })

  it('blames no server if the check is ended', async () => {
    const { ok, checks } = await check({}, { signal: AbortSignal.abort() })
    expect([ok, checks[1]?.status, checks[1]?.reason]).toEqual([true, 'unknown', 'aborted'])
  })

  it('requests no invoice if it is told so', async () => {
    const { ok, invoiceMsat } = await check({}, { lookUpOnly: true })
    expect([ok, invoiceMsat]).toEqual([true, undefined])
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
    const reason = '\u001b[31mred\n\u202e'
    const { checks } = await check({ lookUp: { body: { status: 'ERROR', reason } } })
    const texts = checks.map(({ message }) => message).join()
    expect(texts).toContain('red')
    expect(texts).not.toMatch(/[\p{Cc}\u202e]/u)
  })
})

describe('a check over TLS', () => {
  it.each(['CERT_HAS_EXPIRED', 'ECONNRESET'])('names why no host answers: %s', async (code) => {
    const connect: CheckAddressOptions['connect'] = () =>
      new Socket().destroy(Object.assign(new Error('TLS'), { code }))
    const { checks } = await check({}, { connect })
    expect(checks[1]).toMatchObject({
      step: 'look-up',
      status: 'problem',
      reason: 'unreachable',
      message: expect.stringContaining(`(${code})`),
    })
  })

  it('names a certificate that is for another name', async () => {
    const { key, cert } = createCertificate(['else.example'])
    const server = createHttpsServer({ key, cert }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    // The engine asks for a public address; the socket goes to this machine.
    const connect: CheckAddressOptions['connect'] = (target) =>
      Object.defineProperty(
        createConnectTls({ ca: cert })({ ...target, addresses: ['127.0.0.1'], port }),
        'remoteAddress',
        { value: OUTSIDE },
      )
    const { checks } = await check({}, { connect })
    expect(checks[1]?.message).toContain('(ERR_TLS_CERT_ALTNAME_INVALID)')
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
    const { ok } = await check({}, { localServer: `http://127.0.0.1:${port}` })
    expect(ok).toBe(true)
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
    const { checks } = await check({}, { resolve: async () => ['127.0.0.1'] })
    expect(checks[1]).toMatchObject({ step: 'look-up', reason: 'private_address' })
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
    const { ok } = await check({ lookUp: { change: { minSendable: 21_000 } }, ...example })
    const { lookUpError, chargeError, refused } = example.right
    expect(ok).toBe(!(lookUpError ?? chargeError ?? refused))
    expect(internet.hits).toEqual([])
  })
})
