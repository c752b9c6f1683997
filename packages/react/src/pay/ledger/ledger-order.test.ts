import { describe, expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { chargeLike, fixtureCharge } from '../flow/fixtures.js'
import type { ChargePhase, CheckedCharge, PaymentFacts } from '../flow/pay-state.js'
import { digestOf } from './digest.js'
import {
  duplicateOf,
  isOfOtherTerms,
  isReceipt,
  isSameOrder,
  isShownAgain,
  nameOf,
  numbered,
  unmatchedOf,
} from './ledger-order.js'
import type { LedgerRecord } from './ledger-storage.js'

const at = new Date('2026-01-01T14:30:00Z')
const payment: PaymentFacts = { evidence: 'app', at, late: false }
const chargeOf = (id: string, rest: Partial<CheckedCharge> = {}) =>
  chargeLike({ ...fixtureCharge, id, ...rest })
const record = (change: Partial<LedgerRecord> = {}, charge = fixtureCharge): LedgerRecord => ({
  shown: { recipient: fixtureRecipient, charge, phase: 'payable' },
  paymentGroup: 'one',
  order: 'cart#0',
  isOnScreen: true,
  isNoticed: false,
  isReported: true,
  ...change,
})
const inPhase = (phase: ChargePhase, detects: CheckedCharge['detects'] = ['app']) =>
  record({
    shown: { recipient: fixtureRecipient, charge: chargeOf('aa', { detects }), phase },
  })

describe('an order', () => {
  it('of identical widgets is numbered, with the first number that is free', () => {
    const wanted = { name: 'cart', reference: 'cart 7' }
    expect(numbered(wanted, [])).toEqual({ order: 'cart#0', reference: 'cart 7' })
    const others = ['cart#0', 'cart#1', 'cart#3', 'tip#2'].map((order) => ({ order }))
    expect(numbered(wanted, others)).toEqual({ order: 'cart#2', reference: 'cart 7' })
    expect(numbered(null, [{ order: 'cart#0' }])).toEqual({ order: '#0', reference: undefined })
    expect(numbered(null, [{ order: '#0' }]).order).toBe('#1')
    // A stored record does not contain the intent.
    expect(numbered({ ...wanted, token: 'intent' }, []).intent).toBe(digestOf('intent'))
  })

  it('is the same with another number, and another with another name', () => {
    expect(nameOf({ order: 'a#1 of 2#10' })).toBe('a#1 of 2')
    expect(isSameOrder({ order: 'cart#0' }, { order: 'cart#12' })).toBe(true)
    expect(isSameOrder({ order: 'cart#0' }, { order: 'cart 2#0' })).toBe(false)
  })

  it.each<[string, Partial<LedgerRecord>, string | undefined, boolean]>([
    ['the same terms', { reference: 'r' }, 'r', false],
    ['other terms under its reference', { reference: 'r', order: 'other#0' }, 'r', true],
    ['a payment of its own terms that does not pay it', { reference: 'r', isUnmatched: true }, 'r', true],
    ['another reference', { reference: 's', order: 'other#0' }, 'r', false],
    ['no reference', { order: 'other#0', isUnmatched: true }, undefined, false],
  ])('has other charges under its reference: %s', (_, change, reference, isOther) => {
    expect(isOfOtherTerms(record(change), { order: 'cart#1', reference })).toBe(isOther)
  })

  it('is told when and how much was paid of other terms', () => {
    const records = [record(), record({ payment }, chargeOf('bb'))]
    expect(unmatchedOf(records)).toEqual([{ id: 'bb', amountMsat: fixtureCharge.amountMsat, at }])
  })
})

describe('a payment duplicates', () => {
  const paidBefore = (change: Partial<LedgerRecord> = {}) => record({ payment, ...change }, chargeOf('bb'))

  it.each<[string, Partial<LedgerRecord>, LedgerRecord, boolean]>([
    ['an earlier one of its group', {}, paidBefore(), true],
    ['an earlier one of its group, though of another order', {}, paidBefore({ order: 'tip#0' }), true],
    ['none of another group', {}, paidBefore({ paymentGroup: 'two' }), false],
    ['none that is not paid', {}, record({}, chargeOf('bb')), false],
    ['none that does not pay its order', {}, paidBefore({ isUnmatched: true }), false],
    ['an earlier one of its order', { reference: 'r' }, paidBefore({ paymentGroup: 'two' }), true],
    ['none of other terms', { reference: 'r' }, paidBefore({ order: 'other#0' }), false],
  ])('%s', (_, change, other, isDuplicate) => {
    const own = record({ payment, ...change })
    expect(duplicateOf(own, [own, other])).toBe(isDuplicate ? 'bb' : undefined)
  })
})

describe('after a reload', () => {
  it('only a payment that the page was told of, and that was on the screen, is a receipt', () => {
    expect(isReceipt(record({ payment }))).toBe(true)
    expect(isReceipt(record())).toBe(false)
    expect(isReceipt(record({ payment, isOnScreen: false }))).toBe(false)
    expect(isReceipt(record({ payment, isNoticed: true, isReported: false }))).toBe(false)
  })

  it('a receipt is shown again, and a payment that was not reported yet is not', () => {
    expect(isShownAgain(record({ payment }))).toBe(true)
    expect(isShownAgain(record({ payment, isNoticed: true, isReported: false }))).toBe(false)
  })

  it.each<[ChargePhase, CheckedCharge['detects'], boolean]>([
    ['payable', ['app'], true],
    ['ended_unchecked', ['app'], true],
    ['ended', ['app'], false],
    ['ended', ['preimage'], true],
    ['unknown', ['app'], true],
  ])('a charge is shown again that is %s, and seen by %j: %s', (phase, detects, isShown) => {
    expect(isShownAgain(inPhase(phase, detects))).toBe(isShown)
  })
})
