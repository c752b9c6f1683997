import { describe, expect, it } from 'vitest'
import { readUnit } from './fiat.js'

const usd = { currency: 'USD', rate: '100000' }

describe('the unit beside a typed amount', () => {
  it.each([
    ['2100 sats', '2100', 'sats'],
    ['2,100 SATS', '2,100', 'sats'],
    ['1sat', '1', 'sats'],
    ['21 satoshis', '21', 'sats'],
    ['٢١٠٠ ساتوشي', '٢١٠٠', 'sats'],
    ['２１ ｓａｔｓ', '21', 'sats'],
    ['$2', '2', 'fiat'],
    ['$', '', 'fiat'],
    ['2 $', '2', 'fiat'],
    ['US$ 2.50', '2.50', 'fiat'],
    ['usd 2', '2', 'fiat'],
    ['2 USD', '2', 'fiat'],
    ['＄2', '2', 'fiat'],
  ])('is read in %j', (text, amount, unit) => {
    expect(readUnit(text, usd, 'en-CA')).toEqual({ amount, unit })
  })

  it('can be a symbol of the locale', () => {
    expect(readUnit('2,50 €', { currency: 'EUR', rate: 1 }, 'de')).toEqual({ amount: '2,50', unit: 'fiat' })
    expect(readUnit('¥300', { currency: 'JPY', rate: 1 }, 'ja')).toEqual({ amount: '300', unit: 'fiat' })
  })

  it('is read in an amount that was copied from right-to-left text', () => {
    expect(readUnit('\u20682.50\u00a0US$\u2069', usd, 'ar')).toEqual({ amount: '2.50', unit: 'fiat' })
    expect(readUnit('\u20682,100\u2069 ساتوشي', usd, 'ar')).toEqual({ amount: '2,100', unit: 'sats' })
  })

  it('is not recognised while it is half typed', () => {
    expect(readUnit('2100 s', usd, 'en')).toEqual({ amount: '2100', unit: undefined })
    expect(readUnit('2100 satos', usd, 'en')).toEqual({ amount: '2100', unit: undefined })
  })

  it.each(['1e5', '2 dollars', '2100 bits', 'sats', '2 €', '1 000', '', '0x10'])(
    'is not found in %j',
    (text) => {
      expect(readUnit(text, usd, 'en')).toEqual({ amount: text })
      expect(readUnit(text, undefined, 'en')).toEqual({ amount: text })
    },
  )
})
