import type { ChargeCheck } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { directionOf, fill } from '../foundation/messages/message.js'
import { payEnglish } from '../foundation/messages/pay-english.js'
import { chargeLike, fixtureCharge } from '../pay/flow/fixtures.js'
import { checkedText } from '../pay/texts/check-texts.js'
import { arabic } from './ar/pay.js'
import { german } from './de/pay.js'
import { spanish } from './es/pay.js'
import { japanese } from './ja/pay.js'
import { portuguese } from './pt-BR/pay.js'

const AMOUNT: readonly ChargeCheck[] = ['amount']
const MADE_OUT: readonly ChargeCheck[] = ['amount', 'description']
const FROM: readonly ChargeCheck[] = ['amount', 'source']
const BOTH: readonly ChargeCheck[] = ['amount', 'description', 'source']

/** The word for the recipient, which no check is about. */
const languages = [
  { locale: 'en', pay: payEnglish, amount: 'Amount', recipient: /recipient|payee/i },
  { ...german, amount: 'Betrag', recipient: /empfänger/i },
  { ...spanish, amount: 'Monto', recipient: /destinatario/i },
  { ...portuguese, amount: 'Valor', recipient: /destinatário/i },
  { ...japanese, amount: '金額', recipient: /受取人/ },
  { ...arabic, amount: 'المبلغ', recipient: /مستلم/ },
]

describe.each(languages)('the checks of an invoice in $locale', ({ locale, pay, amount, recipient }) => {
  const direction = directionOf(locale)
  const t = Object.assign((key: keyof typeof pay, values = {}) => fill(pay[key], values, locale, direction), {
    locale,
    direction,
  } as const)
  const textOf = (checked: readonly ChargeCheck[]) =>
    checkedText(chargeLike({ ...fixtureCharge, checked }), t)

  it.each([
    { checked: AMOUNT, address: false, domain: false },
    { checked: MADE_OUT, address: true, domain: false },
    { checked: FROM, address: false, domain: true },
    { checked: BOTH, address: true, domain: true },
  ])('say what was checked, and no more: $checked', ({ checked, address, domain }) => {
    const text = textOf(checked)
    const rest = text.replace('alice@wallet.example', '')
    expect(text).toContain(amount)
    expect(text.includes('alice@wallet.example')).toBe(address)
    expect(rest.includes('wallet.example')).toBe(domain)
    expect(text).not.toMatch(recipient)
    expect(text).not.toContain('{')
  })

  it('are four sentences', () => {
    expect(new Set([AMOUNT, MADE_OUT, FROM, BOTH].map(textOf)).size).toBe(4)
  })
})
