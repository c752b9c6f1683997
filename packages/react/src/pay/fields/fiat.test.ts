import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exampleOf,
  fiatDigits,
  fiatPresets,
  formatFiat,
  isBelowCoin,
  satsOfFiat,
  usableFiat,
} from './fiat.js'

const usd = { currency: 'USD', rate: 97_142.86 }

describe('amounts in a currency', () => {
  it('are written in the format of the locale', () => {
    expect(formatFiat(2_100n, usd, 'en')).toBe('$2.04')
    expect(formatFiat(2_100n, { currency: 'EUR', rate: 90_000 }, 'de')).toBe('1,89\u00a0€')
    expect(formatFiat(2_100n, { currency: 'JPY', rate: 15_000_000 }, 'ja')).toBe('￥315')
  })

  it('keep sign and digits together in right-to-left text', () => {
    const shown = [usd, { currency: 'EUR', rate: 90_000 }, { currency: 'JPY', rate: 15_000_000 }].map(
      (fiat) => formatFiat(2_100n, fiat, 'ar-u-nu-latn'),
    )
    expect(shown).toEqual(
      ['2.04\u00a0US$', '1.89\u00a0€', '315\u00a0JP¥'].map((text) => `\u2068${text}\u2069`),
    )
    const [preset] = fiatPresets({ ...usd, presets: [2] }, undefined, 'ar-u-nu-latn')
    expect(preset?.label).toBe('\u20682\u00a0US$\u2069')
  })

  it('never show a small amount as zero', () => {
    expect(formatFiat(1n, usd, 'en')).toBe('$0.01')
    expect([0n, 1n, 5n, 6n].map((sats) => isBelowCoin(sats, usd))).toEqual([false, true, true, false])
    expect(formatFiat(0n, usd, 'en')).toBe('$0.00')
  })

  it('become whole sats', () => {
    expect(satsOfFiat('2.04', usd, 'en')).toBe(2_100n)
    expect(satsOfFiat('2,04', usd, 'de')).toBe(2_100n)
    expect(satsOfFiat('1,000', usd, 'en')).toBe(1_029_412n)
    expect(satsOfFiat('.5', usd, 'en')).toBe(515n)
    expect(satsOfFiat('315', { currency: 'JPY', rate: 15_000_000 }, 'ja')).toBe(2_100n)
  })

  it('are exact at a rate in digits, whatever its length', () => {
    const long = { currency: 'USD', rate: '123456789012345678.87654321' }
    expect(formatFiat(100_000_000n, long, 'en')).toBe('$123,456,789,012,345,678.88')
    expect(satsOfFiat('123,456,789,012,345,678.88', long, 'en')).toBe(100_000_000n)
    for (const rate of ['1e5', '-1', '0', '0.000000001', '', '1.', '.5', '1,000'])
      expect(usableFiat({ currency: 'USD', rate })).toBeUndefined()
  })

  it.each([
    ['en', '2.5', 2_500n],
    ['en', '2,50', 2_500n],
    ['en', '2,5', 2_500n],
    ['de', '2,50', 2_500n],
    ['de', '2.50', 2_500n],
    ['de', '1.234', 1_234_000n],
    ['en', '1,234', 1_234_000n],
    ['en', '1 234.50', 1_234_500n],
    ['fr', '1 234,50', 1_234_500n],
    ['en', '٢٫٥٠', 2_500n],
    ['ar', '٢٫٥', 2_500n],
    ['en', '２．５', 2_500n],
    ['en', ',50', 500n],
  ])('are understood in %s as %j', (locale, text, sats) => {
    expect(satsOfFiat(text, { currency: 'USD', rate: '100000' }, locale)).toBe(sats)
  })

  it('have as many digits as their currency', () => {
    const [yen, dinar] = [
      { currency: 'JPY', rate: '10000000' },
      { currency: 'KWD', rate: '25000' },
    ]
    expect(satsOfFiat('1.5', yen, 'en')).toBeNull()
    expect(satsOfFiat('1,5', yen, 'en')).toBeNull()
    expect(satsOfFiat('1.125', dinar, 'en')).toBe(4_500n)
    expect(satsOfFiat('1.1255', dinar, 'en')).toBeNull()
    expect([yen, dinar, usd].map((fiat) => exampleOf(fiat, 'en'))).toEqual(['2', '2.500', '2.50'])
    expect(exampleOf(usd, 'de')).toBe('2,50')
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
  ])('are not shown at the rate %s', (rate) => {
    const fiat = { currency: 'USD', rate }
    expect(formatFiat(1n, fiat, 'en')).toBeNull()
    expect(satsOfFiat('1', fiat, 'en')).toBeNull()
    expect(fiatDigits(1n, fiat, 'en')).toBe('')
    expect(usableFiat(fiat)).toBeUndefined()
  })

  it.each([5e-9, 1e-8, 0.01, 97_142.86, 9.9e20])('are shown at the rate %s', (rate) => {
    const fiat = { currency: 'USD', rate }
    expect(formatFiat(2_100n, fiat, 'en')).toMatch(/^(?:< )?\$[\d,.]+$/)
    expect(satsOfFiat('1', fiat, 'en')).toBeTypeOf('bigint')
    expect(usableFiat(fiat)).toBe(fiat)
  })

  it('are not shown for an unknown currency', () => {
    expect(formatFiat(1n, { currency: 'dollars', rate: 1 }, 'en')).toBeNull()
    expect(usableFiat({ currency: 'dollars', rate: 1 })).toBeUndefined()
  })

  it('are the same after conversion to sats and back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.constantFrom('en', 'de', 'ar', 'ja'),
        (sats, locale) => {
          const digits = fiatDigits(sats, usd, `${locale}-u-nu-latn`)
          const roundTrip = satsOfFiat(digits, usd, `${locale}-u-nu-latn`)
          expect(roundTrip).not.toBeNull()
          expect(fiatDigits(roundTrip ?? 0n, usd, `${locale}-u-nu-latn`)).toBe(digits)
        },
      ),
    )
  })

  it('have limits that are rounded inwards', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.double({ min: 1, max: 1e10, noNaN: true }),
        (sats, rate) => {
          const fiat = { currency: 'USD', rate }
          const roundTrip = (rounding: 'up' | 'down') =>
            satsOfFiat((formatFiat(sats, fiat, 'en', rounding) ?? '').replace('$', ''), fiat, 'en') ?? -1n
          expect(roundTrip('up')).toBeGreaterThanOrEqual(sats)
          if (!isBelowCoin(sats, fiat)) expect(roundTrip('down')).toBeLessThanOrEqual(sats)
        },
      ),
    )
  })
})

describe('amounts to choose in a currency', () => {
  const labels = (currency: string, rate: string, presets?: bigint[]) =>
    fiatPresets({ currency, rate }, presets, 'en').map(({ label }) => label)

  it.each([
    ['USD', '97142.86', ['$2', '$5', '$10']],
    ['EUR', '92000', ['€2', '€5', '€10']],
    ['JPY', '15400000', ['¥200', '¥500', '¥1,000']],
    ['KWD', '29876.123', ['KWD\u00a02', 'KWD\u00a05', 'KWD\u00a010']],
    ['BRL', '540000', ['R$20', 'R$50', 'R$100']],
    ['IDR', '1600000000', ['Rp\u00a020,000', 'Rp\u00a050,000', 'Rp\u00a0100,000']],
  ])('are round amounts of the size of a tip in %s', (currency, rate, expected) => {
    expect(labels(currency, rate)).toEqual(expected)
  })

  it('are those of the page, rounded, without duplicates', () => {
    expect(labels('USD', '97142.86', [500n, 510n, 2_100n, 10_000n])).toEqual(['$0.50', '$2.00', '$10.00'])
    expect(labels('USD', '97142.86', [])).toEqual([])
    const ownPresets = { currency: 'USD', rate: '100000', presets: [3, 7.5, 12, -1, Number.NaN] }
    expect(fiatPresets(ownPresets, [500n], 'de')).toEqual([
      { label: '3,00\u00a0$', text: '3,00', sats: 3_000n },
      { label: '7,50\u00a0$', text: '7,50', sats: 7_500n },
      { label: '12,00\u00a0$', text: '12,00', sats: 12_000n },
    ])
  })
})
