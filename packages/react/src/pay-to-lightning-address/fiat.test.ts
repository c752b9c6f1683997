import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fiatDigits, formatFiat, satsOfFiat, usableFiat } from './fiat.js'

const usd = { currency: 'USD', rate: 97_142.86 }

describe('amounts in a currency', () => {
  it('are shown as the locale writes them', () => {
    expect(formatFiat(2_100n, usd, 'en')).toBe('$2.04')
    expect(formatFiat(2_100n, { currency: 'EUR', rate: 90_000 }, 'de')).toBe('1,89\u00a0€')
    expect(formatFiat(2_100n, { currency: 'JPY', rate: 15_000_000 }, 'ja')).toBe('￥315')
  })

  it('never turn little into nothing', () => {
    expect(formatFiat(1n, usd, 'en')).toBe('< $0.01')
    expect(formatFiat(0n, usd, 'en')).toBe('$0.00')
  })

  it('become whole sats', () => {
    expect(satsOfFiat('2.04', usd, 'en')).toBe(2_100n)
    expect(satsOfFiat('2,04', usd, 'de')).toBe(2_100n)
    expect(satsOfFiat('1,000', usd, 'en')).toBe(1_029_412n)
    expect(satsOfFiat('.5', usd, 'en')).toBe(515n)
    expect(satsOfFiat('315', { currency: 'JPY', rate: 15_000_000 }, 'ja')).toBe(2_100n)
  })

  it.each(['', '.', '1.234', '1.2.3', '-1', '1e3', 'two', '1 0', '٣x'])('are refused as %j', (text) => {
    expect(satsOfFiat(text, usd, 'en')).toBeNull()
  })

  it.each([
    0,
    -0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    Number.MAX_VALUE,
    4.9e-9,
    Number.MIN_VALUE,
  ])('are left out at the rate %s', (rate) => {
    const fiat = { currency: 'USD', rate }
    expect(formatFiat(1n, fiat, 'en')).toBeNull()
    expect(satsOfFiat('1', fiat, 'en')).toBeNull()
    expect(fiatDigits(1n, fiat, 'en')).toBe('')
    expect(usableFiat(fiat)).toBeUndefined()
  })

  it.each([5e-9, 1e-8, 0.01, 97_142.86, 9.9e20])('are counted at the rate %s', (rate) => {
    const fiat = { currency: 'USD', rate }
    expect(formatFiat(2_100n, fiat, 'en')).toMatch(/^(?:< )?\$[\d,.]+$/)
    expect(satsOfFiat('1', fiat, 'en')).toBeTypeOf('bigint')
    expect(usableFiat(fiat)).toBe(fiat)
  })

  it('are left out for what is no currency', () => {
    expect(formatFiat(1n, { currency: 'dollars', rate: 1 }, 'en')).toBeNull()
    expect(usableFiat({ currency: 'dollars', rate: 1 })).toBeUndefined()
  })

  it('come back the same from sats and back, to the smallest coin', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.constantFrom('en', 'de', 'ar', 'ja'),
        (sats, locale) => {
          const digits = fiatDigits(sats, usd, `${locale}-u-nu-latn`)
          const back = satsOfFiat(digits, usd, `${locale}-u-nu-latn`)
          expect(back).not.toBeNull()
          expect(fiatDigits(back ?? 0n, usd, `${locale}-u-nu-latn`)).toBe(digits)
        },
      ),
    )
  })
})
