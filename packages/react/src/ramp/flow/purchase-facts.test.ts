import { describe, expect, it } from 'vitest'
import { purchaseFacts } from './purchase-facts.js'
import type { PurchaseDetails } from './ramp-state.js'

const btc = { amount: '0.00042', currency: 'BTC' }
const usd = { paid_amount: '25.00', paid_currency: 'USD' }

describe('the facts of a purchase', () => {
  it.each<[string, PurchaseDetails | undefined, object]>([
    ['of nothing', undefined, {}],
    ['of a bought amount', btc, { bought: '0.00042 BTC' }],
    ['of an amount without its currency', { amount: '0.00042' }, {}],
    ['of a currency without its amount', { currency: 'BTC' }, {}],
    ['of a price', usd, { paid: '25.00 USD' }],
    ['of a fee', { fee_amount: '0.50', fee_currency: 'USD' }, { fee: '0.50 USD' }],
    ['of a fee without its currency', { fee_amount: '0.50' }, {}],
    [
      'of both amounts',
      { ...btc, ...usd },
      { bought: '0.00042 BTC', paid: '25.00 USD', rate: '1 BTC = 59523.81 USD' },
    ],
    [
      'of both amounts and the rate of the service',
      { ...btc, ...usd, rate: '58000.1' },
      { bought: '0.00042 BTC', paid: '25.00 USD', rate: '1 BTC = 58000.1 USD' },
    ],
    ['of a rate without currencies', { rate: '58000' }, {}],
    ['of a rate without the bought currency', { rate: '58000', paid_currency: 'USD' }, {}],
    ['of a rate without the paid currency', { rate: '58000', currency: 'BTC' }, {}],
    [
      'of the shop’s destination and reference',
      { destination: 'alice@wallet.example', reference_id: 'order_8123' },
      { destination: 'alice@wallet.example', reference: 'order_8123' },
    ],
  ])('%s', (_, details, facts) => {
    expect(purchaseFacts(details)).toEqual(facts)
  })
})

it('are written for the person', () => {
  const details = { ...btc, ...usd, fee_amount: '0.50', fee_currency: 'USD' }
  expect(purchaseFacts(details, (decimal) => decimal.replace('.', ','))).toEqual({
    bought: '0,00042 BTC',
    paid: '25,00 USD',
    fee: '0,50 USD',
    rate: '1 BTC = 59523,81 USD',
  })
})

describe('the computed price of one unit', () => {
  const rateOf = (amount: string, paid: string) =>
    purchaseFacts({ amount, currency: 'A', paid_amount: paid, paid_currency: 'B' }).rate

  it.each([
    ['1', '100', '100.00'],
    ['3', '100', '33.33'],
    ['3', '200', '66.67'],
    ['8', '100.02', '12.50'],
    ['8', '100.04', '12.51'],
    ['1', '1', '1.00'],
    ['2100', '1.25', '0.00059524'],
    ['4', '1', '0.25'],
    ['0.000000000000000001', '1', '1000000000000000000.00'],
    ['123456789012345678901234567890', '246913578024691357802469135780', '2.00'],
  ])('for %s bought and %s paid is exact and rounded half up', (amount, paid, price) => {
    expect(rateOf(amount, paid)).toBe(`1 A = ${price} B`)
  })

  it.each([
    ['0', '1'],
    ['1', '0'],
    ['1000000000', '1'],
    ['', '1'],
    ['1', ''],
    ['-1', '1'],
    ['1e3', '1'],
    ['1.', '1'],
    ['.5', '1'],
    ['1', '1,5'],
    ['x1', '1'],
    ['1x', '1'],
    ['1.0000000000000000001', '1'],
    ['1234567890123456789012345678901', '1'],
  ])('is not shown for %s bought and %s paid', (amount, paid) => {
    expect(rateOf(amount, paid)).toBeUndefined()
  })
})
