import { describe, expect, it } from 'vitest'
import { formatSats, msatToSats, parseSats, satsToMsat } from './money.js'

describe('satoshis and millisatoshis', () => {
  it('converts amounts beyond the precision of a float', () => {
    expect(satsToMsat(9_007_199_254_740_993n)).toBe(9_007_199_254_740_993_000n)
    expect(msatToSats(9_007_199_254_740_993_000n)).toBe(9_007_199_254_740_993n)
  })

  it('refuses a fraction if no rounding is given', () => {
    expect(() => msatToSats(1_500n)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', field: 'amount', reason: 'fraction' }),
    )
    expect(msatToSats(1_500n, 'floor')).toBe(1n)
    expect(msatToSats(1_500n, 'ceil')).toBe(2n)
    expect(msatToSats(1_000n, 'ceil')).toBe(1n)
    expect(msatToSats(0n, 'ceil')).toBe(0n)
  })

  it('rounds negative amounts down and up too', () => {
    expect(msatToSats(-1_500n, 'floor')).toBe(-2n)
    expect(msatToSats(-1_500n, 'ceil')).toBe(-1n)
  })
})

const LOCALES = [
  'ar',
  'ar-EG',
  'bn',
  'cs',
  'de',
  'de-CH',
  'en',
  'en-IN',
  'es',
  'fa',
  'fr',
  'he',
  'hi',
  'ja',
  'mr',
]
const MORE_LOCALES = ['my', 'ne', 'pl', 'pt', 'pt-PT', 'ru', 'sv', 'th-u-nu-thai', 'tr', 'ur', 'zh']
const AMOUNTS = [0n, 1n, 999n, 1_000n, 2_100n, 12_345n, 100_000n, 1_234_567n, 2_100_000_000_000_000n]

describe('formatSats and parseSats', () => {
  it.each([...LOCALES, ...MORE_LOCALES])('are the reverse of each other in %s', (locale) => {
    for (const amount of AMOUNTS) {
      expect(parseSats(formatSats(amount, locale), locale)).toBe(amount)
      expect(parseSats(String(amount), locale)).toBe(amount)
    }
  })

  it('read the digits of every numbering system, as Intl writes them', () => {
    const systems = Intl.supportedValuesOf('numberingSystem')
    const written = systems.map((system) =>
      new Intl.NumberFormat('en', { numberingSystem: system }).format(1_234_567_890n),
    )
    const digits = written.map((text) => text.replaceAll(',', '')).filter((text) => /^\p{Nd}+$/u.test(text))
    expect(digits.length).toBeGreaterThan(50)
    for (const text of digits) expect(parseSats(text, 'en'), text).toBe(1_234_567_890n)
  })

  it('are the reverse of each other in every locale that has its own digits', () => {
    const own = 'ff-Adnm ccp mni-Mtei sat dz ks ckb pa-Arab my-u-nu-mymr km-u-nu-khmr lo-u-nu-laoo'
    for (const locale of own.split(' '))
      for (const amount of AMOUNTS) expect(parseSats(formatSats(amount, locale), locale), locale).toBe(amount)
  })

  it('accept the groups that the locale writes, not any three digits', () => {
    expect(parseSats('0,001', 'en')).toBeNull()
    expect(parseSats('12.345', 'pt-PT')).toBeNull()
    expect(parseSats('12\u00a0345', 'pt-PT')).toBe(12_345n)
    expect(parseSats('1.234.567,00', 'pt')).toBe(1_234_567n)
    expect(parseSats('1,234.0.0', 'en')).toBeNull()
  })

  it.each([
    ['de', '1.234.567'],
    ['en', '1,234,567'],
    ['en-IN', '12,34,567'],
    ['hi', '12,34,567'],
    ['fr', '1\u202f234\u202f567'],
    ['ar-EG', '١٬٢٣٤٬٥٦٧'],
    ['fa', '۱٬۲۳۴٬۵۶۷'],
    ['ja', '1,234,567'],
  ])('formats as usual in %s', (locale, text) => {
    expect(formatSats(1_234_567n, locale)).toBe(text)
  })

  it('loses no digit', () => {
    expect(formatSats(9_007_199_254_740_993n, 'en')).toBe('9,007,199,254,740,993')
    expect(parseSats('9.007.199.254.740.993', 'de')).toBe(9_007_199_254_740_993n)
  })

  it.each([
    ['fr', '1 234'],
    ['fr', '1\u00a0234'],
    ['de-CH', '1’234'],
    ['de-CH', "1'234"],
    ['de-CH', '1’234'],
    ['en', `${'0'.repeat(36)}1234`],
    ['es', '1.234'],
    ['pl', '1 234'],
    ['en', '1 234'],
    ['de', '1\u00a0234'],
    ['hi', '१,२३४'],
    ['en', '１２３４'],
    ['ja', '１，２３４'],
    ['ja', '１２３４．００'],
    ['en', '١٬٢٣٤'],
    ['ar', '1٬234'],
    ['de', '۱٬۲۳۴'],
    ['ur', '۱٬۲۳۴'],
    ['ar', '\u200f١٢٣٤\u200e'],
    ['ar', '\u20681,234\u2069'],
    ['en', ' 1234\n'],
    ['en', '1,234.00'],
    ['de', '1.234,0'],
    ['de', '01234'],
  ])('understands the input in %s: %j', (locale, text) => {
    expect(parseSats(text, locale)).toBe(1234n)
  })

  it.each([
    ['en', '1.234'],
    ['de', '1,234'],
    ['de', '1,5'],
    ['en', '1,5'],
    ['en', '1,23'],
    ['en', '1,2345'],
    ['en', ',234'],
    ['en', '1,,234'],
    ['en', '1,234,'],
    ['en', '1.000'],
    ['en', '1.0.0'],
    ['en', '.0'],
    ['en', '12,34,567'],
    ['en', '1234,567'],
    ['hi', '123,4567'],
    ['en', '-1'],
    ['en', '+1'],
    ['en', '1e3'],
    ['en', '0x10'],
    ['en', '1 23'],
    ['de-CH', '12’34'],
    ['en', '1234 567'],
    ['en', '1 234 5'],
    ['en', '1_234'],
    ['en', '½'],
    ['en', '一'],
    ['en', '21 sats'],
    ['en', ''],
    ['en', '   '],
    ['en', '1'.repeat(41)],
  ])('rejects ambiguous input in %s: %j', (locale, text) => {
    expect(parseSats(text, locale)).toBeNull()
  })

  it('accepts spaces before every three digits in every locale', () => {
    expect(parseSats('12 345', 'en')).toBe(12_345n)
    expect(parseSats('123 456 789', 'en')).toBe(123_456_789n)
  })

  it('falls back to English for a locale that does not exist', () => {
    for (const locale of ['', 'en_US', 'x', '☃']) {
      expect(formatSats(1_234n, locale)).toBe('1,234')
      expect(parseSats('1,234', locale)).toBe(1_234n)
    }
  })
})
