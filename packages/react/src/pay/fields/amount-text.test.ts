import { describe, expect, it } from 'vitest'
import { directionOf, fill, type Message } from '../../foundation/messages/message.js'
import { type PayMessageKey, payEnglish } from '../../foundation/messages/pay-english.js'
import type { Translate } from '../../foundation/messages/use-messages.js'
import { arabic } from '../../languages/ar/pay.js'
import { german } from '../../languages/de/pay.js'
import { spanish } from '../../languages/es/pay.js'
import { japanese } from '../../languages/ja/pay.js'
import { portuguese } from '../../languages/pt-BR/pay.js'
import { aboutFiat, amountText, printAmount, satsDigits, satsText } from './amount-text.js'

function translate(locale = 'en', messages: Record<PayMessageKey, Message> = payEnglish) {
  const t = (key: PayMessageKey, values = {}) => fill(messages[key], values, locale, 'ltr')
  return Object.assign(t, { locale, direction: directionOf(locale) }) as Translate<PayMessageKey>
}
const t = translate()
const price = { currency: 'USD', rate: '100000' }

describe('millisatoshis on the screen', () => {
  it.each([
    [2_100_500n, 'en', '2,100.5'],
    [2_100_000n, 'en', '2,100'],
    [2_100_050n, 'en', '2,100.05'],
    [2_100_001n, 'en', '2,100.001'],
    [999n, 'en', '0.999'],
    [2_100_500n, 'de', '2.100,5'],
    [2_100_500n, 'fr', '2\u202f100,5'],
    [2_100_500n, 'ar-u-nu-latn', '2,100.5'],
    [9_007_199_254_740_993_500n, 'en', '9,007,199,254,740,993.5'],
  ])('%s are written in %s as %s sats', (amountMsat, locale, text) => {
    expect(satsDigits(amountMsat, locale)).toBe(text)
  })

  it.each([
    ['en', payEnglish, '1 sat', '2 sats', '1.5 sats'],
    ['de', german.pay, '1 Sat', '2 Sats', '1,5 Sats'],
    ['es', spanish.pay, '1 sat', '2 sats', '1,5 sats'],
    ['pt', portuguese.pay, '1 sat', '2 sats', '1,5 sats'],
    ['ja', japanese.pay, '1 sats', '2 sats', '1.5 sats'],
    ['ar-u-nu-latn', arabic.pay, '1 ساتوشي', '2 ساتوشي', '1.5 ساتوشي'],
  ])('are counted in %s', (locale, messages, one, two, fraction) => {
    const texts = [1_000n, 2_000n, 1_500n].map((amount) => satsText(amount, translate(locale, messages)))
    // In Portuguese a fraction below two takes the singular, in other languages the plural. Either is accepted.
    expect(texts.slice(0, 2)).toEqual([one, two])
    expect([fraction, fraction.replace(/s$/, '')]).toContain(texts[2])
  })
})

describe('an amount in two units', () => {
  it('begins with the unit that the person chose', () => {
    const amount = { amountMsat: 2_100_000n, price }
    expect(printAmount(amount, t)).toEqual({ main: '2,100 sats', other: '≈ $2.10' })
    expect(printAmount({ ...amount, unit: 'fiat' }, t)).toEqual({ main: '$2.10', other: '2,100 sats' })
    expect(amountText(amount, t)).toBe('2,100 sats')
    expect(amountText({ ...amount, unit: 'fiat' }, t)).toBe('$2.10 (2,100 sats)')
  })

  it('is in sats only without a price', () => {
    const amount = { amountMsat: 1_000n, unit: 'fiat' } as const
    expect(printAmount(amount, t)).toEqual({ main: '1 sat', other: null })
    expect(amountText(amount, t)).toBe('1 sat')
    expect(printAmount({ ...amount, price: { currency: 'USD', rate: 'NaN' } }, t).main).toBe('1 sat')
  })

  it('is described as less than the smallest coin if it is, and zero is not shown', () => {
    expect(aboutFiat(4n, price, t)).toBe('less than $0.01')
    expect(aboutFiat(5n, price, t)).toBe('≈ $0.01')
    expect(aboutFiat(0n, price, t)).toBeNull()
    expect(aboutFiat(null, price, t)).toBeNull()
  })
})
