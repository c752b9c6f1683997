import { unixSeconds } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { checkInvoice, checkPreimage, decodeInvoice } from './invoice/invoice.js'
import { decodeSignedInvoice } from './invoice/invoice-signature.js'
import { fakeInvoice, paymentHashOf } from './testing.js'

const preimage = '07'.repeat(32)
const createdAt = new Date('2026-01-01T12:00:00Z')
const options = { amountMsat: 2_100_000n, preimage, createdAt, expirySeconds: 600, description: 'to alice' }

describe('fakeInvoice', () => {
  it.each(['mainnet', 'testnet', 'signet', 'regtest'] as const)(
    'is readable as an invoice of %s',
    (network) => {
      const invoice = fakeInvoice({ ...options, network })
      expect(decodeInvoice(invoice)).toMatchObject({
        network,
        amountMsat: 2_100_000n,
        paymentHash: paymentHashOf(preimage),
        description: 'to alice',
      })
      const after = (seconds: number) => unixSeconds(new Date(createdAt.getTime() + seconds * 1_000))
      const terms = { amountMsat: 2_100_000n, network }
      expect(checkInvoice(invoice, { ...terms, now: after(0) })).toMatchObject({ ok: true })
      expect(checkInvoice(invoice, { ...terms, now: after(600) })).toMatchObject({
        ok: false,
        reason: 'expired',
      })
    },
  )

  it('has a signature that no key made, so that no wallet pays it', () => {
    const invoice = fakeInvoice({ ...options, network: 'mainnet' })
    expect(() => decodeSignedInvoice(invoice)).toThrow(
      expect.objectContaining({ reason: 'signature_invalid' }),
    )
  })

  it('is paid with its preimage', () => {
    expect(checkPreimage(preimage, paymentHashOf(preimage))).toBe(true)
  })
})
