import * as secp256k1 from '@noble/secp256k1'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { TEST_KEY, tag, testInvoice } from '../test-support/invoice-encoder.js'
import invalid from '../vectors/bolt11-invalid.json' with { type: 'json' }
import valid from '../vectors/bolt11-valid.json' with { type: 'json' }
import { type Curve, chosenCurve, nativeCurve, portableCurve } from './curve.js'
import type { decodeSignedInvoice } from './invoice-signature.js'

const RUNS = process.env.LEYDEN_SOAK === '1' ? 5_000 : 100

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const ORDER = secp256k1.Point.CURVE().n
/** Numbers on which the two libraries could disagree. */
const edge = fc
  .constantFrom(
    0n,
    1n,
    5n,
    ORDER / 2n,
    ORDER / 2n + 1n,
    ORDER - 1n,
    ORDER,
    secp256k1.Point.CURVE().p,
    2n ** 256n - 1n,
  )
  .map((number) => Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex')))
const number = fc.oneof({ weight: 3, arbitrary: bytes(32) }, { weight: 1, arbitrary: edge })

const signed = fc
  .record({ key: bytes(32).filter((key) => secp256k1.utils.isValidSecretKey(key)), hash: bytes(32) })
  .map(({ key, hash }) => {
    const [recoveryId = 0, ...compact] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    return { hash, recoveryId, signature: Uint8Array.from(compact), publicKey: secp256k1.getPublicKey(key) }
  })

/** Values that a wrong invoice could contain in any part. */
const mutation = fc.record({
  hash: fc.option(number),
  recoveryId: fc.option(fc.integer({ min: 0, max: 5 })),
  r: fc.option(number),
  s: fc.option(number),
  publicKey: fc.option(
    fc.oneof(
      bytes(33),
      bytes(65),
      edge.map((x) => Uint8Array.of(2, ...x)),
    ),
  ),
  flipsS: fc.boolean(),
})

function verdicts(of: Curve, { signature, recoveryId, hash, publicKey }: ReturnType<typeof part>) {
  const recovered = of.recover(signature, recoveryId, hash)
  return [
    of.verify(signature, hash, publicKey),
    recovered && Buffer.from(recovered).toString('hex'),
    of.isPoint(publicKey),
  ]
}

type Signed = typeof signed extends fc.Arbitrary<infer S> ? S : never
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never

function part(original: Signed, change: Mutation) {
  const r = change.r ?? original.signature.subarray(0, 32)
  let s = change.s ?? original.signature.subarray(32)
  if (change.flipsS) {
    const flipped = ORDER - (BigInt(`0x${Buffer.from(s).toString('hex')}`) % ORDER)
    s = Uint8Array.from(Buffer.from(flipped.toString(16).padStart(64, '0'), 'hex'))
  }
  return {
    signature: Uint8Array.of(...r, ...s),
    recoveryId: change.recoveryId ?? original.recoveryId,
    hash: change.hash ?? original.hash,
    publicKey: change.publicKey ?? original.publicKey,
  }
}

describe('the two libraries for the curve', () => {
  const native = nativeCurve() as Curve

  it('are both installed, and WebAssembly is used', () => {
    expect(native).toBeDefined()
    expect(chosenCurve()).not.toBe(portableCurve)
  })

  it('are loaded for the first check, and not by an import', async () => {
    const load = vi.spyOn(process, 'getBuiltinModule')
    onTestFinished(() => load.mockRestore())
    vi.resetModules()
    const { chosenCurve: choose } = await import('./curve.js')
    expect(load).not.toHaveBeenCalled()
    choose()
    choose()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('agree on every signature, valid or with any part changed', () => {
    fc.assert(
      fc.property(signed, mutation, (original, change) => {
        const whole = part(original, {
          hash: null,
          recoveryId: null,
          r: null,
          s: null,
          publicKey: null,
          flipsS: false,
        })
        const key = Buffer.from(original.publicKey).toString('hex')
        expect(verdicts(native, whole)).toEqual([true, key, true])
        expect(verdicts(portableCurve, whole)).toEqual([true, key, true])
        const mutated = part(original, change)
        expect(verdicts(native, mutated)).toEqual(verdicts(portableCurve, mutated))
      }),
      { numRuns: RUNS },
    )
  })

  it('still work after thousands of impossible keys and recovery ids', () => {
    const hash = new Uint8Array(32).fill(1)
    const [recoveryId = 0, ...compact] = secp256k1.sign(hash, TEST_KEY, {
      prehash: false,
      format: 'recovered',
    })
    const signature = Uint8Array.from(compact)
    const publicKey = secp256k1.getPublicKey(TEST_KEY)
    for (let round = 0; round < 10_000; round++) {
      expect(native.verify(signature, hash, new Uint8Array(33))).toBe(false)
      expect(native.recover(signature, 4, hash)).toBeNull()
    }
    expect(native.verify(signature, hash, publicKey)).toBe(true)
    expect(native.recover(signature, recoveryId, hash)).toEqual(publicKey)
  })

  it('agree on every invoice of the vectors, and on one with a payee field', async () => {
    const decoderWith = async (chosen: Curve) => {
      vi.resetModules()
      vi.doMock('./curve.js', () => ({ chosenCurve: () => chosen }))
      return (await import('./invoice-signature.js')).decodeSignedInvoice
    }
    const named = tag.hex('n', Buffer.from(secp256k1.getPublicKey(TEST_KEY)).toString('hex'))
    const invoices = [...valid.cases, ...invalid.cases].map(({ invoice }) => invoice)
    const payeesOf = (decode: typeof decodeSignedInvoice) =>
      [...invoices, testInvoice({ more: [named] })].map((invoice) => {
        try {
          return decode(invoice).payee
        } catch (error) {
          return (error as { reason?: string }).reason
        }
      })
    const [inWasm, inScript] = [
      payeesOf(await decoderWith(native)),
      payeesOf(await decoderWith(portableCurve)),
    ]
    vi.doUnmock('./curve.js')
    expect(inWasm).toEqual(inScript)
    expect(inWasm.filter((verdict) => /^0[23]/.test(verdict ?? '')).length).toBeGreaterThan(
      valid.cases.length / 2,
    )
  })
})
