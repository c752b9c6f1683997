import { type Charge, type ChargeCheck, LeydenError } from '@leyden/core'
import { checkPreimage, decodeSignedInvoice } from '@leyden/lightning'
import { fakeInvoice } from '@leyden/lightning/testing'
import { describe, expect, it } from 'vitest'
import { checkCharge, mismatchOfError, withPrice } from './check-charge.js'
import { fixtureCharge, fixtureNow, fixturePreimage } from './fixtures.js'

const reply: Charge = {
  lnaddress: 'Alice@wallet.example',
  amount: '2100000',
  invoice: { uri: `lightning:${fixtureCharge.invoice}`, request: fixtureCharge.invoice },
  watch_url: 'v0/watch/fixture',
  watch_until: '2026-01-01T15:01:00.000Z',
  detects: ['preimage', 'app'],
  mode: 'test',
  network: 'regtest',
}
const options = {
  address: 'alice@wallet.example',
  terms: { amountMsat: 2_100_000n, note: 'Great stream!' },
  now: fixtureNow,
}

function errorOf(check: () => unknown): LeydenError {
  try {
    check()
  } catch (error) {
    return error as LeydenError
  }
  throw new Error('The charge was accepted.')
}

describe('checkCharge', () => {
  it('accepts a charge that matches the order', () => {
    expect(checkCharge(reply, options)).toEqual({ ...fixtureCharge, createdAt: fixtureNow })
  })

  it.each<[string, ChargeCheck[], Partial<Charge>]>([
    ['only the amount, if the server reports nothing', ['amount'], {}],
    ['only the amount, if the server reports only that', ['amount'], { checked: ['amount'] }],
    ['the description', ['amount', 'description'], { checked: ['amount', 'description'] }],
    ['the source', ['amount', 'source'], { checked: ['source'] }],
    [
      'both, in one order',
      ['amount', 'description', 'source'],
      { checked: ['source', 'description', 'amount'] },
    ],
    ['nothing that it does not know', ['amount'], { checked: ['recipient' as never] }],
  ])('claims %s', (_, checked, told) => {
    expect(checkCharge({ ...reply, ...told }, options).checked).toEqual(checked)
  })

  it.each([
    [
      'recipient',
      { ...reply, lnaddress: 'mallory@wallet.example' },
      {},
      'alice@wallet.example',
      'mallory@wallet.example',
    ],
    ['amount', reply, { terms: { amountMsat: 2_100_001n } }, '2100001', '2100000'],
    ['amount', reply, { terms: { amountMsat: 21n } }, '21', '2100000'],
    ['network', reply, { network: 'mainnet' as const }, 'mainnet', 'regtest'],
    ['network', { ...reply, network: 'mainnet' as const }, {}, 'mainnet', 'regtest'],
    [
      'network',
      { ...reply, network: 'mainnet' as const },
      { network: 'regtest' as const },
      'regtest',
      'mainnet',
    ],
    ['network', { ...reply, network: undefined as never }, {}, 'mainnet', 'regtest'],
    ['expired', reply, { now: new Date('2026-01-01T15:00:00Z') }, undefined, undefined],
    [
      'invoice',
      { ...reply, invoice: { uri: '', request: fixtureCharge.invoice.replace('9l9z2', '9l9zz') } },
      {},
      undefined,
      undefined,
    ],
  ])('refuses a wrong %s', (field, charge, override, expected, actual) => {
    const error = errorOf(() => checkCharge(charge, { ...options, ...override }))
    expect(error.code).toBe('INVOICE_MISMATCH')
    expect(mismatchOfError(error)).toEqual({ field, expected, actual })
  })

  it('says what differs', () => {
    const error = errorOf(() => checkCharge(reply, { ...options, terms: { amountMsat: 1n } }))
    expect(error.message).toMatch(/^The charge has another amount\./)
  })

  it('fills in what the reply and the request leave out', () => {
    const bare = {
      ...reply,
      watch_url: '',
      detects: undefined,
      mode: undefined,
      checked: undefined,
    } as Charge
    const charge = checkCharge(bare, { ...options, terms: { amountMsat: 2_100_000n, note: '' } })
    const { note: _, watchUrl: __, ...rest } = fixtureCharge
    expect(charge).toEqual({ ...rest, createdAt: fixtureNow, detects: ['preimage'] })
  })

  it('is live money on mainnet, which a page without a network accepts', () => {
    const { address, amountMsat } = fixtureCharge
    const request = fakeInvoice({
      amountMsat,
      network: 'mainnet',
      preimage: fixturePreimage,
      createdAt: fixtureNow,
      expirySeconds: 600,
      description: address,
    })
    const live = { ...reply, invoice: { uri: '', request }, mode: undefined, network: undefined } as never
    expect(checkCharge(live, options)).toMatchObject({ mode: 'live', network: 'mainnet' })
    expect(checkCharge({ ...(live as Charge), mode: 'test' }, options).mode).toBe('test')
  })

  it('takes the network and the unit of the page', () => {
    const terms = { ...options.terms, unit: 'fiat' } as const
    const unnamed = { ...reply, network: undefined } as never
    expect(checkCharge(unnamed, { ...options, network: 'regtest', terms })).toMatchObject({
      network: 'regtest',
      unit: 'fiat',
    })
  })

  it('makes a charge that nobody can change, and one with a price beside it', () => {
    const price = { currency: 'USD', rate: 97_142.86 }
    const charge = checkCharge(reply, options)
    const priced = withPrice(charge, price)
    expect(priced).toEqual({ ...charge, price })
    for (const each of [charge, charge.detects, charge.checked, priced, priced.detects, priced.checked])
      expect(Object.isFrozen(each)).toBe(true)
    for (const each of [charge, priced])
      for (const key of ['createdAt', 'expiresAt', 'watchUntil'] as const) {
        const date = each[key]
        for (const change of [() => date.setHours(0), () => date.setTime(0), () => date.setUTCFullYear(0)])
          expect(change).toThrow('new Date(date)')
        const copy = new Date(date)
        copy.setTime(0)
        expect(copy.getTime()).not.toBe(date.getTime())
        // The same each time, for `useEffect` and its like.
        expect(each[key]).toBe(date)
      }
    expect(
      JSON.parse(JSON.stringify(charge, (_, value) => (typeof value === 'bigint' ? 0 : value))),
    ).toMatchObject({ expiresAt: charge.expiresAt.toISOString() })
    expect(structuredClone(charge).expiresAt).toEqual(charge.expiresAt)
  })

  it('returns no part of an invoice that it refused', () => {
    const error = errorOf(() => checkCharge(reply, { ...options, terms: { amountMsat: 1n } }))
    expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('lnbcrt')
  })

  it('watches a charge at least until the expiry', () => {
    for (const watch_until of ['2026-01-01T14:00:00Z', 'soon'])
      expect(checkCharge({ ...reply, watch_until }, options)).toMatchObject({
        watchUntil: fixtureCharge.expiresAt,
      })
  })
})

describe('mismatchOfError', () => {
  it('names the mismatch of a reply that the client or the BFF refused', () => {
    const error = new LeydenError('INVOICE_MISMATCH', '', { field: 'amount', expected: '1', actual: '2' })
    expect(mismatchOfError(error)).toEqual({ field: 'amount', expected: '1', actual: '2' })
    const unnamed = new LeydenError('INVOICE_MISMATCH', '', { expected: '', actual: '' })
    expect(mismatchOfError(unnamed)).toEqual({ field: 'invoice', expected: undefined, actual: undefined })
    expect(mismatchOfError(new LeydenError('BAD_INVOICE', ''))).toEqual({ field: 'invoice' })
    expect(mismatchOfError(new LeydenError('INVOICE_EXPIRED', ''))).toEqual({ field: 'expired' })
    expect(mismatchOfError(new LeydenError('TIMEOUT', ''))).toBeNull()
  })
})

describe('the fixtures', () => {
  it('have an invoice with a valid signature, and its preimage', () => {
    expect(decodeSignedInvoice(fixtureCharge.invoice)).toMatchObject({
      network: 'regtest',
      amountMsat: 2_100_000n,
      paymentHash: fixtureCharge.id,
      description: 'Tips for Alice',
      expiresAt: fixtureCharge.expiresAt.getTime() / 1000,
    })
    expect(checkPreimage(fixturePreimage, fixtureCharge.id)).toBe(true)
  })
})
