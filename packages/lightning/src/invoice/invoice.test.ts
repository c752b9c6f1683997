import { describe, expect, it } from 'vitest'
import {
  PAYMENT_HASH,
  PAYMENT_SECRET,
  REQUIRED_TAGS,
  TIMESTAMP,
  tag,
  testInvoice,
} from '../test-support/invoice-encoder.js'
import { problemOf } from '../test-support/invoice-problem-of.js'
import invalid from '../vectors/bolt11-invalid.json' with { type: 'json' }
import valid from '../vectors/bolt11-valid.json' with { type: 'json' }
import { decodeInvoice } from './invoice.js'
import { decodeSignedInvoice, verifyInvoiceSignature } from './invoice-signature.js'

// Only the curve arithmetic detects these; all others are refused without it.
const NEEDS_THE_CURVE = new Set(['gen-n-mismatch', 'gen-tampered-amount-n'])

describe('BOLT 11 vectors', () => {
  it.each(valid.cases.filter(({ ambiguous }) => !ambiguous))('reads $id', ({ invoice, expected }) => {
    const { payeeField, payeeNodeKey, hrpCurrency, expiryExplicit, highS, ...rest } = expected
    const { paymentRequest, ...decoded } = decodeSignedInvoice(invoice)
    const { description = null, descriptionHash = null, metadata = null } = decoded
    expect({ ...decoded, description, descriptionHash, metadata }).toEqual({
      ...rest,
      amountMsat: rest.amountMsat === null ? null : BigInt(rest.amountMsat),
      payee: payeeNodeKey,
    })
    expect(paymentRequest).toBe(invoice.toLowerCase())
    expect(decodeInvoice(invoice).payee).toBe(payeeField)
    expect(verifyInvoiceSignature(decodeInvoice(invoice))).toBe(true)
  })

  it('refuses an invoice with two payment hashes: wallets differ on which one they use', () => {
    const ambiguous = valid.cases.find(({ id }) => id === 'gen-dup-p')
    expect(problemOf(() => decodeInvoice(ambiguous?.invoice ?? ''))).toBe('field_repeated')
  })

  it.each(invalid.cases)('refuses $id: $title', ({ id, invoice }) => {
    expect(problemOf(() => decodeSignedInvoice(invoice))).not.toBe('accepted')
    expect(problemOf(() => decodeInvoice(invoice)) === 'accepted').toBe(NEEDS_THE_CURVE.has(id))
  })
})

describe('decodeInvoice', () => {
  const withTags = (...tags: (typeof REQUIRED_TAGS)[number][]) => testInvoice({ more: tags })
  const without = (letter: string, ...more: (typeof REQUIRED_TAGS)[number][]) =>
    testInvoice({ tags: REQUIRED_TAGS.filter(([type]) => type !== letter), more })
  const problem = (invoice: string) => problemOf(() => decodeInvoice(invoice))

  it('reads what the encoder of the tests writes', () => {
    expect(decodeInvoice(testInvoice())).toMatchObject({
      network: 'mainnet',
      amountMsat: 250_000_000n,
      timestamp: TIMESTAMP,
      expirySeconds: 3600,
      expiresAt: TIMESTAMP + 3600,
      paymentHash: PAYMENT_HASH,
      paymentSecret: PAYMENT_SECRET,
      description: 'test',
      payee: null,
      minFinalCltvExpiryDelta: 18,
      features: [8, 14],
    })
  })

  it.each([
    ['lnbc', 'mainnet'],
    ['lntb', 'testnet'],
    ['lntbs', 'signet'],
    ['lnbcrt', 'regtest'],
  ])('reads %s as %s, with an amount and without', (prefix, network) => {
    expect(decodeInvoice(testInvoice({ prefix }))).toMatchObject({ network, amountMsat: null })
    expect(decodeInvoice(testInvoice({ prefix: `${prefix}1` }))).toMatchObject({
      network,
      amountMsat: 100_000_000_000n,
    })
  })

  it.each(['ln', 'xlnbc', 'lnb', 'lnbcr', 'lnbcrtx', 'lntbsx', 'lnltc', 'lnconstructor', 'lnbcm', 'lnurl'])(
    'refuses the prefix %s',
    (prefix) => {
      expect(problem(testInvoice({ prefix }))).toBe('unknown_prefix')
    },
  )

  it.each([
    ['0', 'amount_malformed'],
    ['0u', 'amount_malformed'],
    ['01u', 'amount_malformed'],
    ['5k', 'amount_malformed'],
    ['5uu', 'amount_malformed'],
    ['5 u', 'charset'],
    ['1p', 'amount_sub_msat'],
    ['21000001', 'amount_over_supply'],
    ['21000000000m', 'accepted'],
    ['21000000000000000010p', 'amount_over_supply'],
    ['9'.repeat(60), 'amount_over_supply'],
  ])('reads the amount %s: %s', (amount, expected) => {
    const invoice = amount.includes(' ') ? `lnbc${amount}1qqq` : testInvoice({ prefix: `lnbc${amount}` })
    expect(problem(invoice)).toBe(expected)
  })

  it('refuses a missing or doubled field that a payment needs', () => {
    expect(problem(without('p'))).toBe('missing_payment_hash')
    expect(problem(without('s'))).toBe('missing_payment_secret')
    expect(problem(without('d'))).toBe('missing_description')
    expect(problem(withTags(tag.hex('h', PAYMENT_HASH)))).toBe('two_descriptions')
    expect(problem(without('d', tag.hex('h', PAYMENT_HASH)))).toBe('accepted')
    for (const twice of [
      tag.hex('p', PAYMENT_HASH),
      tag.hex('s', PAYMENT_SECRET),
      tag.text('d', 'test'),
      tag.features([8]),
    ])
      expect(problem(withTags(twice))).toBe('field_repeated')
    expect(problem(withTags(tag.number('x', 60), tag.number('x', 60)))).toBe('field_repeated')
    expect(problem(withTags(tag.number('c', 60), tag.number('c', 60)))).toBe('field_repeated')
  })

  it('refuses fields of a wrong length', () => {
    const words = (count: number) => Array<number>(count).fill(0)
    for (const letter of ['p', 's', 'h'] as const)
      for (const length of [0, 51, 53])
        expect(problem(without(letter === 'h' ? 'd' : letter, [letter, words(length)]))).toBe('field_length')
    for (const length of [0, 52, 54]) expect(problem(withTags(['n', words(length)]))).toBe('field_length')
    for (const length of [0, 81, 160]) expect(problem(withTags(['r', words(length)]))).not.toBe('accepted')
  })

  it('refuses stray bits after a field’s last byte', () => {
    const [, hash = []] = tag.hex('p', PAYMENT_HASH)
    expect(problem(without('p', ['p', [...hash.slice(0, -1), (hash.at(-1) ?? 0) | 1]]))).toBe('field_padding')
    expect(problem(without('d', ['d', [0]]))).toBe('field_padding')
  })

  it('refuses a field that runs into the signature', () => {
    const promise = [27, 1, 2]
    const words = (count: number) => Array<number>(count).fill(0)
    for (const trailing of [[27], [27, 1], promise, [...promise, ...words(33)]])
      expect(problem(testInvoice({ trailing }))).toBe('field_overrun')
    expect(problem(testInvoice({ trailing: [...promise, ...words(34)] }))).toBe('accepted')
  })

  it('skips fields and fallback versions without a meaning', () => {
    expect(problem(withTags(['2', [1, 2, 3]], ['2', []], ['f', [19, 1]], ['f', [31]]))).toBe('accepted')
    expect(decodeSignedInvoice(withTags(['f', [19, 1]])).fallbackAddresses).toEqual([])
  })

  it('refuses fallback addresses that cannot be paid to', () => {
    const zeros = (bytes: number) => Array<number>(Math.ceil((bytes * 8) / 5)).fill(0)
    for (const words of [
      [],
      [0],
      [0, ...zeros(21)],
      [17, ...zeros(32)],
      [18, ...zeros(19)],
      [1, ...zeros(41)],
    ])
      expect(problem(withTags(['f', words]))).toBe('field_length')
    expect(problem(withTags(['f', [17, ...zeros(20).slice(0, -1), 31]]))).toBe('accepted')
    expect(problem(withTags(['f', [0, ...zeros(32).slice(0, -1), 15]]))).toBe('field_padding')
  })

  it('reads a taproot fallback, and the prefixes of each network', () => {
    const program = tag.hex('f', '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')[1]
    const fallback = (prefix: string, version: number, words: readonly number[]) =>
      decodeSignedInvoice(testInvoice({ prefix, more: [['f', [version, ...words]]] })).fallbackAddresses
    expect(fallback('lnbc', 1, program)).toEqual([
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ])
    expect(fallback('lntbs', 1, program)[0]).toMatch(/^tb1p/u)
    expect(fallback('lnbcrt', 1, program)[0]).toMatch(/^bcrt1p/u)
    expect(fallback('lnbcrt', 18, program.slice(0, 32))[0]).toMatch(/^2/u)
    // 16 is the last witness version, and not a hash of 20 bytes.
    expect(fallback('lnbc', 16, program)[0]).toMatch(/^bc1s/u)
  })

  it('refuses numbers with leading zeros or beyond any possible use', () => {
    for (const letter of ['x', 'c', '9'])
      expect(problem(without('9', [letter, [0, 1]]))).toBe('field_not_minimal')
    expect(problem(withTags(['x', Array<number>(11).fill(31)]))).toBe('expiry_out_of_range')
    expect(decodeInvoice(withTags(['x', Array<number>(10).fill(31)])).expiresAt).toBe(8_640_000_000_000)
  })

  it('reads an empty expiry field as zero seconds, and a missing one as an hour', () => {
    expect(decodeInvoice(withTags(['x', []]))).toMatchObject({ expirySeconds: 0, expiresAt: TIMESTAMP })
    expect(decodeInvoice(withTags()).expirySeconds).toBe(3600)
  })

  it('refuses unknown even feature bits and ignores unknown odd ones', () => {
    for (const bit of [0, 2, 10, 18, 50, 100, 200])
      expect(problem(without('9', tag.features([8, 14, bit])))).toBe('unknown_even_feature')
    for (const bit of [9, 15, 17, 25, 37, 49, 101, 16, 24, 36, 48])
      expect(problem(without('9', tag.features([8, 14, bit])))).toBe('accepted')
    expect(problem(without('9'))).toBe('accepted')
  })

  it('refuses a payee that is not a compressed public key, and a description that is not text', () => {
    for (const hex of [`04${'11'.repeat(32)}`, `04${'02'.repeat(32)}`])
      expect(problem(withTags(['n', [...tag.hex('n', hex)[1]]]))).toBe('payee_malformed')
    expect(problem(without('d', tag.hex('d', 'ff')))).toBe('description_not_utf8')
    expect(decodeInvoice(without('d', tag.text('d', '\ufeffÜber ☕'))).description).toBe('\ufeffÜber ☕')
    expect(decodeInvoice(without('d', ['d', []])).description).toBe('')
  })

  it('refuses signatures with numbers out of range', () => {
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    const put = (at: number, hex: string) => (signature: Uint8Array) => {
      const bytes = hex.match(/../gu)?.map((octet) => Number.parseInt(octet, 16)) ?? []
      signature.set(bytes, at)
      return signature
    }
    for (const tamper of [
      put(0, '00'.repeat(32)),
      put(32, '00'.repeat(32)),
      put(0, order),
      put(32, order),
      put(64, '04'),
    ])
      expect(problem(testInvoice({ tamper }))).toBe('signature_malformed')
  })

  it('accepts several routes and fallbacks, but only one of every other field', () => {
    const hash = tag.hex('f', '11'.repeat(20))[1]
    const invoice = withTags(
      tag.hex('r', '02'.repeat(51)),
      tag.hex('r', '03'.repeat(102)),
      ['f', [17, ...hash]],
      ['f', [19]],
      ['f', [0, ...hash]],
    )
    const { routeHints, fallbackAddresses } = decodeSignedInvoice(invoice)
    expect(routeHints.map((hops) => hops.length)).toEqual([1, 2])
    expect(fallbackAddresses).toHaveLength(2)
    for (const letter of ['m', 'n'] as const) {
      const field = letter === 'n' ? tag.hex('n', `02${'11'.repeat(32)}`) : tag.hex('m', '01')
      expect(problem(withTags(field, field))).toBe('field_repeated')
    }
  })

  it('reads an invoice of any timestamp of 35 bits', () => {
    for (const timestamp of [0, 1, 2 ** 35 - 1])
      expect(decodeInvoice(testInvoice({ timestamp }))).toMatchObject({
        timestamp,
        expiresAt: timestamp + 3600,
      })
  })

  it('accepts an invoice only without a scheme or other text around it', () => {
    for (const text of [`lightning:${testInvoice()}`, `LIGHTNING:${testInvoice().toUpperCase()}`])
      expect(problem(text)).toBe('checksum')
    for (const around of [' ', '\n', '\u200b', '\ufeff'])
      for (const text of [around + testInvoice(), testInvoice() + around])
        expect(problem(text)).toBe('charset')
  })

  it('refuses an invoice that is too short for a signature', () => {
    const { length } = testInvoice({ tags: [] })
    expect(length).toBe('lnbc2500u1'.length + 7 + 104 + 6)
    expect(problem(testInvoice({ tags: [], tamper: (signature) => signature.slice(1) }))).toBe('too_short')
  })

  it('refuses one letter in another case', () => {
    const invoice = testInvoice()
    expect(problem(invoice.replace('p', 'P'))).toBe('mixed_case')
    expect(problem(invoice.toUpperCase().replace('P', 'p'))).toBe('mixed_case')
    expect(problem(invoice.toUpperCase())).toBe('accepted')
  })

  it('refuses an invoice that is too long for a QR code', () => {
    const long = testInvoice({
      more: Array.from({ length: 8 }, () => ['2', Array<number>(1000).fill(0)] as const),
    })
    expect(problem(long)).toBe('too_long')
  })

  it('refuses the undefined that plain JavaScript passes for a missing field', () => {
    expect(problemOf(() => decodeInvoice(JSON.parse('{}').request))).toBe('empty')
  })

  it('does not repeat the invoice in the error', () => {
    const invoice = testInvoice().slice(0, -1)
    try {
      decodeInvoice(invoice)
      expect.unreachable()
    } catch (error) {
      expect(String(error)).not.toContain(invoice.slice(0, 20))
      expect(error).toMatchObject({ code: 'BAD_INVOICE', retryable: false, reason: 'checksum' })
    }
  })
})
