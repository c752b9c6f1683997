import { describe, expect, it } from 'vitest'
import { checkInvoice, checkPreimage, invoiceMismatch } from './invoice.js'
import { checkInvoice as checkSigned } from './invoice-signature.js'
import { TIMESTAMP, testInvoice } from './test-support/invoice-encoder.js'
import vectors from './vectors/lnurl-callback-cases.json' with { type: 'json' }

describe('checkInvoice', () => {
  const expectation = { amountMsat: 250_000_000n, network: 'mainnet', now: TIMESTAMP } as const

  it('lets through exactly what was asked for', () => {
    for (const check of [checkInvoice, checkSigned])
      expect(check(testInvoice(), expectation)).toMatchObject({
        ok: true,
        invoice: { amountMsat: 250_000_000n },
      })
  })

  it.each([
    [
      'over another amount',
      testInvoice({ prefix: 'lnbc2500010n' }),
      'amount_mismatch',
      '250000000',
      '250001000',
    ],
    [
      'over an amount off by one',
      testInvoice({ prefix: 'lnbc2500000010p' }),
      'amount_mismatch',
      '250000000',
      '250000001',
    ],
    ['without an amount', testInvoice({ prefix: 'lnbc' }), 'amount_missing', '250000000', undefined],
    ['of testnet', testInvoice({ prefix: 'lntb2500u' }), 'wrong_network', 'mainnet', 'testnet'],
    ['of regtest', testInvoice({ prefix: 'lnbcrt2500u' }), 'wrong_network', 'mainnet', 'regtest'],
    ['of signet', testInvoice({ prefix: 'lntbs2500u' }), 'wrong_network', 'mainnet', 'signet'],
  ])('refuses an invoice %s and says both', (_, invoice, reason, expected, actual) => {
    expect(checkInvoice(invoice, expectation)).toEqual({
      ok: false,
      reason,
      expected,
      ...(actual && { actual }),
    })
  })

  it('refuses from the second on in which the invoice ends', () => {
    const at = (now: number) => checkInvoice(testInvoice(), { ...expectation, now })
    expect(at(TIMESTAMP + 3599).ok).toBe(true)
    expect(at(TIMESTAMP + 3600)).toEqual({
      ok: false,
      reason: 'expired',
      expected: String(TIMESTAMP + 3600),
      actual: String(TIMESTAMP + 3600),
    })
  })

  it('says why an invoice cannot be read', () => {
    expect(checkInvoice('lnbc1', expectation)).toEqual({
      ok: false,
      reason: 'bad_invoice',
      problem: 'checksum',
    })
  })

  it('names the part that is wrong, with what was asked for and what came', () => {
    const partOf = (invoice: string, more: object = {}) => {
      const verdict = checkInvoice(invoice, { ...expectation, ...more })
      return verdict.ok ? null : invoiceMismatch(verdict)
    }
    const amount = { field: 'amount', expected: '250000000' }
    expect(partOf(testInvoice({ prefix: 'lnbc2500010n' }))).toEqual({ ...amount, actual: '250001000' })
    expect(partOf(testInvoice({ prefix: 'lnbc' }))).toEqual(amount)
    const network = { field: 'network', expected: 'mainnet', actual: 'testnet' }
    expect(partOf(testInvoice({ prefix: 'lntb2500u' }))).toEqual(network)
    expect(partOf(testInvoice(), { now: TIMESTAMP + 3600 })).toEqual({ field: 'expired' })
    expect(partOf('lnbc1')).toEqual({ field: 'invoice' })
  })

  it('takes a clock of the payee that is ahead', () => {
    expect(checkInvoice(testInvoice(), { ...expectation, now: TIMESTAMP - 120 }).ok).toBe(true)
  })
})

describe('checkPreimage', () => {
  it.each(vectors.preimages)('vector $id: $note', ({ preimage, paymentHash, ok }) => {
    expect(checkPreimage(preimage, paymentHash)).toBe(ok)
  })

  it('takes hex in either case and nothing around it', () => {
    const [good] = vectors.preimages.filter(({ id }) => id === 'good')
    const { preimage, paymentHash } = good ?? { preimage: '', paymentHash: '' }
    expect(checkPreimage(preimage.toUpperCase(), paymentHash)).toBe(true)
    for (const text of [`${preimage}0`, ` ${preimage}`, `${preimage}\n`, `0x${preimage}`, paymentHash, ''])
      expect(checkPreimage(text, paymentHash)).toBe(false)
  })
})
