import { describe, expect, it } from 'vitest'
import { walletPayment } from './wallet-payment.js'

const HASH = 'ab'.repeat(32)
const SECONDS = 1_764_324_000
const AT = new Date(SECONDS * 1_000)
const settled = { type: 'incoming', state: 'settled', payment_hash: HASH, settled_at: SECONDS }

describe('the payment in a transaction of a wallet', () => {
  it.each<[string, object, Date | undefined]>([
    ['as the specification says', {}, AT],
    ['with its state in capitals', { state: 'SETTLED' }, AT],
    ['with a type of null', { type: null }, AT],
    ['with an empty type', { type: '' }, AT],
    ['with an empty state', { state: '' }, AT],
    ['with a state of null', { state: null }, AT],
    ['without a time', { settled_at: null }, undefined],
    ['with an empty time', { settled_at: '' }, undefined],
    ['with its time as a text', { state: null, settled_at: String(SECONDS) }, AT],
    ['with its time in ISO 8601', { state: '', settled_at: AT.toISOString() }, AT],
    ['with its time in milliseconds', { state: null, settled_at: SECONDS * 1_000 }, AT],
    ['with the hash in capitals', { payment_hash: HASH.toUpperCase() }, AT],
  ])('is seen %s', (_, fields, paidAt) => {
    expect(walletPayment({ ...settled, ...fields })).toEqual({
      paymentHash: HASH,
      preimage: undefined,
      paidAt,
    })
  })

  it.each<[string, object]>([
    ['is outgoing', { type: 'outgoing' }],
    ['is pending, whatever its time', { state: 'pending' }],
    ['has neither a state nor a time', { state: null, settled_at: null }],
    ['has the time 0', { state: '', settled_at: 0 }],
    ['has the time 0 as a text', { state: '', settled_at: '0' }],
    ['has the year 1 of Go', { state: '', settled_at: '0001-01-01T00:00:00Z' }],
    ['has a time that is none', { state: '', settled_at: 'never' }],
    ['has true for a time', { state: '', settled_at: true }],
    ['has no hash', { payment_hash: '' }],
  ])('is none if it %s', (_, fields) => {
    expect(walletPayment({ ...settled, ...fields })).toBeNull()
  })

  it.each([['00'.repeat(32)], [''], [null], [undefined]])('has no preimage if that is %j', (preimage) => {
    expect(walletPayment({ ...settled, preimage })).toMatchObject({ preimage: undefined })
  })
})
