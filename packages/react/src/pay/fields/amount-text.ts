import { numberFormatter } from '@leyden/core/internal'
import { formatSats, type MsatInput, type SatsInput } from '@leyden/core/money'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import type { CheckedCharge, Price } from '../flow/pay-state.js'
import { formatFiat, isBelowCoin } from './fiat.js'

/** Millisatoshis as digits: whole satoshis, or with a fraction if an intent or a wrong invoice has one. */
export function satsDigits(amountMsat: MsatInput, locale: string): string {
  const fraction = amountMsat % 1000n
  const whole = formatSats(amountMsat / 1000n, locale)
  if (fraction === 0n) return whole
  const thousandths = numberFormatter(locale, { maximumFractionDigits: 3 }).format(Number(fraction) / 1000)
  // "0.5" as the locale writes it, without the zero.
  return whole + thousandths.replace(/^\p{Nd}/u, '')
}

/** `2,100 sats`, `1 sat`. */
export function satsText(amountMsat: MsatInput, t: PayTranslate): string {
  return t('amountSats', { amount: satsDigits(amountMsat, t.locale), count: Number(amountMsat) / 1000 })
}

/** `$2.04`, or `less than $0.01`; null for zero, and without a usable price. */
function fiatText(sats: SatsInput | null, price: Price | undefined, t: PayTranslate): string | null {
  const amount = price && sats ? formatFiat(sats, price, t.locale) : null
  return amount && sats && price && isBelowCoin(sats, price) ? t('lessThan', { amount }) : amount
}

/** The text beside an amount in sats: `≈ $2.04`, or `less than $0.01`. */
export function aboutFiat(sats: SatsInput | null, price: Price | undefined, t: PayTranslate): string | null {
  const amount = fiatText(sats, price, t)
  return amount && sats && price && !isBelowCoin(sats, price) ? t('approximately', { amount }) : amount
}

/** The amount to show: of a charge, or of the form. */
export type PrintableAmount = Pick<CheckedCharge, 'price' | 'unit'> & { amountMsat: MsatInput }

/**
 * An amount in the unit that the person chose, `$2.04` or `2,100 sats`, and in the other unit if there is a price:
 * `2,100 sats` or `≈ $2.04`. The amount in sats is always the one that is charged.
 */
export function printAmount({ amountMsat, price, unit }: PrintableAmount, t: PayTranslate) {
  const sats = satsText(amountMsat, t)
  const fiat = unit === 'fiat' ? fiatText(amountMsat / 1000n, price, t) : null
  return fiat === null
    ? { main: sats, other: aboutFiat(amountMsat / 1000n, price, t) }
    : { main: fiat, other: sats }
}

/** An amount within a sentence: `2,100 sats`, or `$2.04 (2,100 sats)` if the person chose a currency. */
export function amountText(amount: PrintableAmount, t: PayTranslate): string {
  const { main, other } = printAmount(amount, t)
  if (amount.unit !== 'fiat' || other === null) return main
  // Each amount is isolated in its own direction, so this text gets the direction of the language to keep the two in
  // order.
  return `${t.direction === 'rtl' ? '\u200f' : ''}${main} (${other})`
}
