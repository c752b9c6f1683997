import type { Network } from '@leyden/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSignedInvoice } from '../invoice/invoice-signature.js'
import { atSecond, TIMESTAMP, testInvoice } from '../test-support/invoice-encoder.js'
import vectors from '../vectors/lnurl-callback-cases.json' with { type: 'json' }
import {
  buildCallbackUrl,
  type CallbackTolerance,
  commentFits,
  cutComment,
  descriptionHash,
  isMadeOutTo,
  parseCallbackResponse,
} from './pay-request.js'

describe('callback vectors', () => {
  it.each(vectors.cases)('$id: $note', ({ request, body, expect: expected }) => {
    const { metadata, callback, now, network } = request
    const verdict = parseCallbackResponse(body, {
      amountMsat: BigInt(request.amountMsat),
      network: network as Network,
      metadata,
      callback,
      now: atSecond(now),
      payerData: 'payerData' in request ? request.payerData : undefined,
    })
    if (!expected.ok || !('value' in expected) || !expected.value) {
      expect(verdict).toMatchObject({ ok: false, reason: expected.code?.toLowerCase() })
      return
    }
    if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`)
    const { value } = expected
    expect(new Set(verdict.warnings.map((warning) => warning.toUpperCase()))).toEqual(
      new Set(expected.warnings),
    )
    expect(verdict).toMatchObject({
      successAction: value.successAction,
      verify: value.verify,
      disposable: value.disposable,
      invoice: {
        paymentRequest: value.pr,
        paymentHash: value.paymentHash,
        amountMsat: BigInt(value.amountMsat),
        expiresAt: value.expiresAt,
      },
    })
    expect(decodeSignedInvoice(value.pr).payee).toBe(value.payee)
    expect(descriptionHash(metadata, 'payerData' in request ? request.payerData : undefined)).toBe(
      value.descriptionHashExpected,
    )
  })

  it.each(vectors.descriptionHashes)(
    'hashes the description of an invoice: $id',
    ({ metadata, payerData, sha256 }) => {
      expect(descriptionHash(metadata, payerData ?? undefined)).toBe(sha256)
    },
  )

  it.each(vectors.callbackUrls)('builds the right URL: $id', ({ callback, params, expected }) => {
    const { amount, comment, payerdata } = { comment: '', payerdata: '', ...params }
    expect(buildCallbackUrl(callback, { amountMsat: BigInt(amount), comment, payerData: payerdata })).toBe(
      expected,
    )
  })

  it.each(vectors.comments)('counts a comment in code points and UTF-16 units: $id', (row) => {
    const fits = row.codePoints <= row.commentAllowed && row.utf16 <= row.commentAllowed
    expect(commentFits(row.comment, row.commentAllowed)).toBe(fits)
    const cut = cutComment(row.comment, row.commentAllowed)
    expect([commentFits(cut, row.commentAllowed), cut === row.comment]).toEqual([true, fits])
    if (!row.acceptByCodePoints) expect(fits).toBe(false)
  })
})

const [good] = vectors.cases.filter((row) => row.id === 'h-matches')
if (!good) throw new Error('the vectors have no plain valid case')
const request = {
  ...good.request,
  network: 'mainnet' as const,
  amountMsat: BigInt(good.request.amountMsat),
  now: atSecond(good.request.now),
}
const parse = (changes: object, expectation: object = {}) =>
  parseCallbackResponse({ ...JSON.parse(good.body), ...changes }, { ...request, ...expectation })

describe('parseCallbackResponse', () => {
  it('removes the scheme that some services add', () => {
    const { pr } = JSON.parse(good.body)
    for (const text of [`lightning:${pr}`, ` lightning://${pr}\n`, `LIGHTNING:${pr.toUpperCase()}`])
      expect(parse({ pr: text })).toMatchObject({ ok: true, invoice: { paymentRequest: pr } })
  })

  it.each<[CallbackTolerance[], object]>([
    [[], {}],
    [['pr_with_scheme'], { pr: `lightning:${JSON.parse(good.body).pr}` }],
    [['pr_in_capitals'], { pr: JSON.parse(good.body).pr.toUpperCase() }],
    [['routes_not_empty'], { routes: [[{ nodeId: '02' }]] }],
    [['empty_success_action'], { successAction: {} }],
    [['disposable_not_boolean'], { disposable: 'false' }],
  ])('tells the operator of a server what else it tolerates: %j', (tolerated, changes) => {
    expect(parse(changes)).toMatchObject({ ok: true, tolerated, warnings: [] })
  })

  it('refuses a reply with an unknown success action', () => {
    for (const successAction of [{ tag: 'confetti' }, { tag: 'MESSAGE', message: 'x' }, { tag: 'noop' }])
      expect(parse({ successAction })).toMatchObject({ ok: false, reason: 'unknown_success_action' })
  })

  it('treats an empty success action and an empty verify URL like absent ones', () => {
    for (const successAction of [
      null,
      '',
      ' ',
      {},
      [],
      { tag: null, message: null },
      { tag: '', message: '', url: '', description: '' },
    ])
      expect(parse({ successAction })).toMatchObject({ ok: true, successAction: null, warnings: [] })
    for (const verify of [null, '', ' ', undefined])
      expect(parse({ verify })).toMatchObject({ ok: true, verify: null, warnings: [] })
    for (const pr of [null, '', ' ', 7, {}]) expect(parse({ pr })).toMatchObject({ reason: 'missing_pr' })
  })

  it('drops a success action that names no kind', () => {
    for (const successAction of [{ tag: null, message: 'x' }, { message: 'x' }, { tag: 7 }, 'thanks'])
      expect(parse({ successAction })).toMatchObject({
        ok: true,
        successAction: null,
        warnings: ['success_action_dropped'],
      })
  })

  it('drops a known success action that is malformed', () => {
    for (const successAction of [
      { tag: 'message', message: 'x'.repeat(145) },
      { tag: 'message' },
      { tag: 'url', description: 'x', url: 'javascript:alert(1)' },
      { tag: 'url', description: 'x', url: 'http://pay.example.com/' },
      { tag: 'url', description: 'x', url: 'https://user@pay.example.com/' },
      { tag: 'aes', description: 'x', ciphertext: '***', iv: 'ABEiM0RVZneImaq7zN3u/w==' },
      // Not a whole number of AES blocks.
      { tag: 'aes', description: 'x', ciphertext: 'AAAA', iv: 'ABEiM0RVZneImaq7zN3u/w==' },
      { tag: 'aes', description: 'x', ciphertext: 'h+7FsacL6bSzf5IbP5PO1Q==', iv: 'A'.repeat(24) },
      { tag: 'aes', description: 'x', ciphertext: 'A'.repeat(4160), iv: 'ABEiM0RVZneImaq7zN3u/w==' },
    ])
      expect(parse({ successAction })).toMatchObject({
        ok: true,
        successAction: null,
        warnings: ['success_action_dropped'],
      })
    expect(parse({ successAction: { tag: 'message', message: 'x'.repeat(144) } })).toMatchObject({
      warnings: [],
    })
  })

  it('tolerates an invoice with a plain description, which is what many backends make, without a warning', () => {
    const pr = testInvoice({ prefix: 'lnbc10u' })
    expect(parse({ pr }, { now: TIMESTAMP })).toMatchObject({
      ok: true,
      warnings: [],
      tolerated: ['plain_description'],
    })
  })

  it('keeps a public verify URL and removes any other', () => {
    expect(parse({ verify: 'https://pay.example.com/v/1' })).toMatchObject({
      verify: 'https://pay.example.com/v/1',
      warnings: [],
    })
    for (const verify of ['http://pay.example.com/v', 'https://localhost/v', 7])
      expect(parse({ verify })).toMatchObject({ ok: true, verify: null, warnings: ['verify_dropped'] })
  })

  it('refuses an invoice from the second it expires, and warns shortly before', () => {
    const { expiresAt } = { expiresAt: 1_760_003_595 }
    expect(parse({}, { now: expiresAt })).toMatchObject({ ok: false, reason: 'expired' })
    expect(parse({}, { now: expiresAt - 1 })).toMatchObject({ ok: true, warnings: ['expires_soon'] })
    expect(parse({}, { now: expiresAt - 30 })).toMatchObject({ ok: true, warnings: [] })
  })

  it('refuses an amount that is off by one millisatoshi, and reports both amounts', () => {
    expect(parse({}, { amountMsat: request.amountMsat + 1n })).toMatchObject({
      ok: false,
      reason: 'amount_mismatch',
      refusal: { expected: '1000001', actual: '1000000' },
    })
  })

  it('passes on the error message of the service in one line, without marks that could disguise it', () => {
    const reason = ' Only\u202e 5000\u200f sats\r\n\tleft\u0000 '
    expect(parseCallbackResponse({ status: 'ERROR', reason }, request)).toMatchObject({
      message: 'Only 5000 sats left',
    })
    expect(parseCallbackResponse({ status: 'ERROR', reason: 'é'.repeat(300) }, request)).toMatchObject({
      message: 'é'.repeat(200),
    })
    expect(parseCallbackResponse('{"status":"Error","reason":"no funds"}', request)).toEqual({
      ok: false,
      reason: 'upstream_error',
      message: 'no funds',
    })
  })
})

describe('buildCallbackUrl', () => {
  it('replaces an amount that the callback has already', () => {
    expect(buildCallbackUrl('https://pay.example.com/cb?amount=1&x=2', { amountMsat: 5n })).toBe(
      'https://pay.example.com/cb?amount=5&x=2',
    )
  })

  it('refuses a callback on a forbidden host', () => {
    for (const callback of ['http://pay.example.com/cb', 'https://127.0.0.1/cb', 'cb'])
      expect(() => buildCallbackUrl(callback, { amountMsat: 1n })).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', field: 'callback' }),
      )
  })
})

describe('an invoice that is made out to an address', () => {
  const address = 'alice@wallet.example'
  const text = ['text/plain', 'Tips for Alice']
  const named = JSON.stringify([text, ['text/identifier', address]])
  const hashOf = (metadata: string, payerData?: string) => ({
    descriptionHash: descriptionHash(metadata, payerData),
  })

  it.each<[string, boolean, string, { descriptionHash?: string }, string?]>([
    ['has the hash of metadata that name it', true, named, hashOf(named)],
    [
      'may name it as an e-mail address, in another spelling',
      true,
      JSON.stringify([text, ['text/email', 'Alice@WALLET.example.']]),
      hashOf(JSON.stringify([text, ['text/email', 'Alice@WALLET.example.']])),
    ],
    ['has the payer data in its hash', true, named, hashOf(named, '{"name":"Zoë"}'), '{"name":"Zoë"}'],
    ['not: the hash lacks the payer data', false, named, hashOf(named), '{"name":"Zoë"}'],
    ['not: the hash has payer data that were not sent', false, named, hashOf(named, '{"name":"Zoë"}')],
    ['not: it has a plain description', false, named, {}],
    ['not: it has the hash of other metadata', false, named, hashOf(`${named} `)],
    [
      'not: the metadata name somebody else',
      false,
      JSON.stringify([text, ['text/identifier', 'mallory@wallet.example']]),
      hashOf(JSON.stringify([text, ['text/identifier', 'mallory@wallet.example']])),
    ],
    ['not: the metadata name nobody', false, JSON.stringify([text]), hashOf(JSON.stringify([text]))],
    [
      'not: only its text has the address',
      false,
      JSON.stringify([['text/plain', address]]),
      hashOf(JSON.stringify([['text/plain', address]])),
    ],
    [
      'not: the metadata name the account without its tag',
      false,
      JSON.stringify([text, ['text/identifier', 'alice+tip@wallet.example']]),
      hashOf(JSON.stringify([text, ['text/identifier', 'alice+tip@wallet.example']])),
    ],
    ['not: the metadata are no JSON', false, address, hashOf(address)],
  ])('%s', (_, expected, metadata, invoice, payerData) => {
    expect(isMadeOutTo(address, { descriptionHash: undefined, ...invoice }, { metadata, payerData })).toBe(
      expected,
    )
  })

  it('always has that hash, and metadata with an entry of that address', () => {
    const people = fc.constantFrom(address, 'ALICE@wallet.example', 'mallory@wallet.example', 'alice', '')
    const types = fc.constantFrom('text/identifier', 'text/email', 'text/plain', 'text/long-desc')
    const metadata = fc
      .array(fc.oneof(fc.tuple(types, people), fc.jsonValue()), { maxLength: 4 })
      .map((entries) => JSON.stringify(entries))
    const payerData = fc.option(fc.constantFrom('{"name":"Zoë"}', '{}'), { nil: undefined })
    const seen = { yes: 0, no: 0 }
    fc.assert(
      fc.property(metadata, payerData, metadata, payerData, fc.boolean(), (...drawn) => {
        const [advertised, sent, hashed, hashedData, isSame] = drawn
        const invoice = isSame ? hashOf(advertised, sent) : hashOf(hashed, hashedData)
        const isMadeOut = isMadeOutTo(address, invoice, { metadata: advertised, payerData: sent })
        seen[isMadeOut ? 'yes' : 'no']++
        if (!isMadeOut) return
        expect(invoice.descriptionHash).toBe(descriptionHash(advertised, sent))
        expect(JSON.parse(advertised)).toContainEqual([
          expect.stringMatching(/^text\/(identifier|email)$/),
          expect.stringMatching(/^alice@wallet\.example$/i),
        ])
      }),
      { numRuns: 500 },
    )
    // Both happen, so that the property is not held by an answer that is always the same.
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(20)
  })
})
