import { describe, expect, it } from 'vitest'
import { atSecond, TIMESTAMP, testInvoice } from '../test-support/invoice-encoder.js'
import vectors from '../vectors/lnurl-callback-cases.json' with { type: 'json' }
import { checkInvoice, checkPreimage, findPreimage, invoiceMismatch } from './invoice.js'
import { checkSignedInvoice } from './invoice-signature.js'

describe('checkInvoice', () => {
  const expectation = { amountMsat: 250_000_000n, network: 'mainnet', now: atSecond(TIMESTAMP) } as const

  it('accepts exactly the requested invoice', () => {
    for (const check of [checkInvoice, checkSignedInvoice])
      expect(check(testInvoice(), expectation)).toMatchObject({
        ok: true,
        invoice: { amountMsat: 250_000_000n },
      })
  })

  it.each([
    [
      'for another amount',
      testInvoice({ prefix: 'lnbc2500010n' }),
      'amount_mismatch',
      '250000000',
      '250001000',
    ],
    [
      'for an amount off by one',
      testInvoice({ prefix: 'lnbc2500000010p' }),
      'amount_mismatch',
      '250000000',
      '250000001',
    ],
    ['without an amount', testInvoice({ prefix: 'lnbc' }), 'amount_missing', '250000000', undefined],
    ['of testnet', testInvoice({ prefix: 'lntb2500u' }), 'wrong_network', 'mainnet', 'testnet'],
    ['of regtest', testInvoice({ prefix: 'lnbcrt2500u' }), 'wrong_network', 'mainnet', 'regtest'],
    ['of signet', testInvoice({ prefix: 'lntbs2500u' }), 'wrong_network', 'mainnet', 'signet'],
  ])('refuses an invoice %s and reports both values', (_, invoice, reason, expected, actual) => {
    expect(checkInvoice(invoice, expectation)).toEqual({ ok: false, reason, expected, actual })
  })

  it('refuses an invoice from its last second on', () => {
    const at = (now: number) => checkInvoice(testInvoice(), { ...expectation, now: atSecond(now) })
    expect(at(TIMESTAMP + 3599).ok).toBe(true)
    expect(at(TIMESTAMP + 3600)).toEqual({
      ok: false,
      reason: 'expired',
      expected: String(TIMESTAMP + 3600),
      actual: String(TIMESTAMP + 3600),
    })
  })

  it('reports why an invoice cannot be read', () => {
    expect(checkInvoice('lnbc1', expectation)).toEqual({
      ok: false,
      reason: 'bad_invoice',
      problem: 'checksum',
    })
  })

  it('names the wrong part, with the expected and the actual value', () => {
    const partOf = (invoice: string, more: object = {}) => {
      const verdict = checkInvoice(invoice, { ...expectation, ...more })
      return verdict.ok ? null : invoiceMismatch(verdict)
    }
    const amount = { field: 'amount', expected: '250000000' }
    expect(partOf(testInvoice({ prefix: 'lnbc2500010n' }))).toEqual({
      ...amount,
      actual: '250001000',
      reason: 'amount_mismatch',
    })
    expect(partOf(testInvoice({ prefix: 'lnbc' }))).toEqual({ ...amount, reason: 'amount_missing' })
    const network = { field: 'network', expected: 'mainnet', actual: 'testnet', reason: 'wrong_network' }
    expect(partOf(testInvoice({ prefix: 'lntb2500u' }))).toEqual(network)
    expect(partOf(testInvoice(), { now: TIMESTAMP + 3600 })).toEqual({
      field: 'expired',
      reason: 'expired',
    })
    expect(partOf('lnbc1')).toEqual({ field: 'invoice', reason: 'checksum' })
  })

  it('accepts a payee’s clock that is ahead', () => {
    expect(checkInvoice(testInvoice(), { ...expectation, now: atSecond(TIMESTAMP - 120) }).ok).toBe(true)
  })
})

describe('checkPreimage', () => {
  it.each(vectors.preimages)('vector $id: $note', ({ preimage, paymentHash, ok }) => {
    expect(checkPreimage(preimage, paymentHash)).toBe(ok)
  })

  it('accepts hex in either case, and no text around it', () => {
    const [good] = vectors.preimages.filter(({ id }) => id === 'good')
    const { preimage, paymentHash } = good ?? { preimage: '', paymentHash: '' }
    expect(checkPreimage(preimage.toUpperCase(), paymentHash)).toBe(true)
    for (const text of [`${preimage}0`, ` ${preimage}`, `${preimage}\n`, `0x${preimage}`, paymentHash, ''])
      expect(checkPreimage(text, paymentHash)).toBe(false)
  })
})

describe('findPreimage', () => {
  const preimage = '11'.repeat(32)
  const hash = '02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc'

  it.each([
    ['as it is', preimage],
    ['in groups', preimage.match(/.{8}/g)?.join(' ') ?? ''],
    ['over two lines', `${preimage.slice(0, 32)}\r\n  ${preimage.slice(32)}`],
    ['after its name, which ends in a hex digit', `Preimage ${preimage}`],
    ['as JSON beside its hash', JSON.stringify({ payment_hash: hash, preimage })],
    ['right after its hash', `${hash}${preimage}`],
    ['as a receipt', `2100 sats\npayment hash ${hash}\npreimage ${preimage}\n`],
    ['with a prefix and invisible characters', `0x${preimage.slice(0, 10)}\u200b${preimage.slice(10)}`],
    ['in full-width digits', '１'.repeat(64)],
  ])('finds it %s', (_, text) => {
    expect(findPreimage(text, hash)).toBe(preimage)
  })

  it('accepts upper case, and returns lower case', () => {
    const good = vectors.preimages.find(({ id, preimage }) => id === 'good' && /[a-f]/.test(preimage))
    expect(findPreimage(good?.preimage.toUpperCase() ?? '', good?.paymentHash ?? '')).toBe(good?.preimage)
  })

  it.each([
    ['nothing', ''],
    ['the hash alone', hash],
    ['63 digits', preimage.slice(1)],
    ['another one', '22'.repeat(32)],
    ['one after more text than anybody copies', `${'z'.repeat(4_000)}${preimage}`],
  ])('finds none in %s', (_, text) => {
    expect(findPreimage(text, hash)).toBeNull()
  })
})
