import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as secp256k1 from '@noble/secp256k1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atSecond, TEST_KEY, TIMESTAMP, tag, testInvoice } from '../test-support/invoice-encoder.js'
import { problemOf } from '../test-support/invoice-problem-of.js'
import { portableCurve } from './curve.js'
import { decodeInvoice } from './invoice.js'
import { checkSignedInvoice, decodeSignedInvoice, verifyInvoiceSignature } from './invoice-signature.js'

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

  const { n: ORDER, p: FIELD } = secp256k1.Point.CURVE()
  const bytesOf = (number: bigint) => hexToBytes(number.toString(16).padStart(64, '0'))
  const checked = (invoice: string) =>
    checkSignedInvoice(invoice, { amountMsat: 250_000_000n, network: 'mainnet', now: atSecond(TIMESTAMP) })

  it('is checked without recovering a key, with the verdict of a recovery', () => {
    const verdicts = new Set<boolean>()
    const number = fc.bigInt(1n, ORDER - 1n)
    // Only an r below this one can belong to a point whose x coordinate is over the order. `tiny-secp256k1` refuses some
    // of these rightly made signatures, so the other library decides.
    const small = fc.bigInt(1n, FIELD - ORDER)
    const recoveryId = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(fc.oneof(number, small), number, recoveryId, (r, s, id) => {
        let isRecovered = false
        const invoice = testInvoice({
          tamper: (_, hash) => {
            const signature = Uint8Array.of(...bytesOf(r), ...bytesOf(s))
            isRecovered = portableCurve.recover(signature, id, hash) !== null
            return Uint8Array.of(...signature, id)
          },
        })
        expect(checked(invoice).ok).toBe(isRecovered)
        verdicts.add(isRecovered)
      }),
    )
    expect(verdicts.size).toBe(2)
  })

  it('returns no payee of a checked invoice without the field', () => {
    expect(checked(testInvoice())).toMatchObject({ ok: true, invoice: { payee: null } })
    expect(checked(testInvoice({ more: [tag.hex('n', payee)] }))).toMatchObject({ invoice: { payee } })
  })

  it('is accepted by the check, and not by the recovery, if its key is the point at infinity', () => {
    // With R = hG/s and r its x coordinate, sR - hG is the point at infinity. Nobody gains by it: the check names no
    // payee, and every second number is accepted as r in any case.
    const invoice = testInvoice({
      tamper: (_, hash) => {
        const h = BigInt(`0x${bytesToHex(hash)}`) % ORDER
        const R = secp256k1.Point.BASE.multiply(h)
        return Uint8Array.of(...bytesOf(R.x % ORDER), ...bytesOf(1n), Number(R.y % 2n))
      },
    })
    expect(checked(invoice).ok).toBe(true)
    expect(problemOf(() => decodeSignedInvoice(invoice))).toBe('signature_invalid')
  })

  it('refuses a payee that is not a point on the curve', () => {
    const nowhere = `02${'5'.padStart(64, '0')}`
    const invoice = testInvoice({ more: [tag.hex('n', nowhere)] })
    expect(problemOf(() => decodeSignedInvoice(invoice))).toBe('signature_invalid')
  })
})
