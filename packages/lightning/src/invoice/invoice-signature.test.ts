import { bytesToHex } from '@noble/hashes/utils.js'
import * as secp256k1 from '@noble/secp256k1'
import { describe, expect, it } from 'vitest'
import { TEST_KEY, tag, testInvoice } from '../test-support/invoice-encoder.js'
import { problemOf } from '../test-support/invoice-problem-of.js'
import { decodeInvoice } from './invoice.js'
import { decodeSignedInvoice, verifyInvoiceSignature } from './invoice-signature.js'

describe('the signature', () => {
  const payee = bytesToHex(secp256k1.getPublicKey(TEST_KEY))
  const otherKey = bytesToHex(secp256k1.getPublicKey(new Uint8Array(32).fill(7)))
  const highS = (signature: Uint8Array) => {
    const { r, s } = secp256k1.Signature.fromBytes(signature.slice(0, 64))
    const flipped = new secp256k1.Signature(r, secp256k1.Point.CURVE().n - s).toBytes('compact')
    return Uint8Array.of(...flipped, (signature[64] ?? 0) ^ 1)
  }

  it('returns the payee, with the field and without', () => {
    expect(decodeSignedInvoice(testInvoice()).payee).toBe(payee)
    expect(decodeSignedInvoice(testInvoice({ more: [tag.hex('n', payee)] })).payee).toBe(payee)
  })

  it('refuses a payee who did not sign', () => {
    const invoice = testInvoice({ more: [tag.hex('n', otherKey)] })
    expect(problemOf(() => decodeSignedInvoice(invoice))).toBe('signature_invalid')
    expect(verifyInvoiceSignature(decodeInvoice(invoice))).toBe(false)
  })

  it('accepts a high-S signature only if the payee is recovered from it', () => {
    expect(decodeSignedInvoice(testInvoice({ tamper: highS })).payee).toBe(payee)
    const named = testInvoice({ tamper: highS, more: [tag.hex('n', payee)] })
    expect(problemOf(() => decodeInvoice(named))).toBe('signature_malformed')
  })

  it('refuses a signature from which no key can be recovered', () => {
    // No point on the curve has the x coordinate 5.
    const tamper = (signature: Uint8Array) => {
      signature.fill(0, 0, 32)
      signature[31] = 5
      return signature
    }
    const invoice = testInvoice({ tamper })
    expect(problemOf(() => decodeInvoice(invoice))).toBe('accepted')
    expect(problemOf(() => decodeSignedInvoice(invoice))).toBe('signature_invalid')
  })

  it('refuses a payee that is not a point on the curve', () => {
    const nowhere = `02${'5'.padStart(64, '0')}`
    const invoice = testInvoice({ more: [tag.hex('n', nowhere)] })
    expect(problemOf(() => decodeSignedInvoice(invoice))).toBe('signature_invalid')
  })
})
