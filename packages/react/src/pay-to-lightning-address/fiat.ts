import { parseSats } from '@leyden/core/money'
import type { Price } from '../pay-flow/index.js'

/** A price of bitcoin, for showing and entering amounts in a currency. What is paid is always whole satoshis. */
export interface Fiat extends Price {
  /**
   * When the rate was taken.
   *
   * @default not shown
   */
  asOf?: Date | undefined
}

const SATS_PER_BITCOIN = 100_000_000n
/** Rates are taken to eight digits after the point. */
const RATE_DIGITS = 8

interface Scale {
  format: Intl.NumberFormat
  /** Digits after the point that the currency has: 2 for USD, 0 for JPY. */
  digits: number
  /** Smallest currency units per bitcoin, times 10^8. */
  rate: bigint
}

function scaleOf({ currency, rate }: Price, locale: string): Scale | null {
  // From 1e21 on, toFixed writes an exponent.
  if (!Number.isFinite(rate) || !(rate > 0) || rate >= 1e21) return null
  const scaled = BigInt(rate.toFixed(RATE_DIGITS).replace('.', ''))
  if (scaled === 0n) return null
  let format: Intl.NumberFormat
  try {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  } catch {
    return null
  }
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return { format, digits, rate: scaled * 10n ** BigInt(digits) }
}

const roundedQuotient = (dividend: bigint, divisor: bigint) => (dividend * 2n + divisor) / (divisor * 2n)
const perBitcoin = SATS_PER_BITCOIN * 10n ** BigInt(RATE_DIGITS)

function decimalOf(minor: bigint, digits: number): `${number}` {
  const text = minor.toString().padStart(digits + 1, '0')
  return (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`) as `${number}`
}

/** The price; undefined if it cannot be used: an unknown currency, or a rate that is no number or absurd. */
export function usableFiat(fiat: Fiat | undefined): Fiat | undefined {
  return fiat && scaleOf(fiat, 'en') ? fiat : undefined
}

/** `$2.04` for 2,100 sats; null when the price makes no sense. */
export function formatFiat(sats: bigint, fiat: Price, locale: string): string | null {
  const scale = scaleOf(fiat, locale)
  if (!scale) return null
  const minor = roundedQuotient(sats * scale.rate, perBitcoin)
  // An amount below the smallest coin must not be shown as zero.
  const least = minor === 0n && sats > 0n ? 1n : minor
  // Direction marks would swap sign and digits: within a sentence an amount is isolated as a whole.
  const text = scale.format
    .format(decimalOf(least, scale.digits) as unknown as number)
    .replace(/[\u200e\u200f\u061c]/g, '')
  return minor === 0n && sats > 0n ? `< ${text}` : text
}

/** The amount of sats as digits for the currency field: `2.04`, with the locale's point. */
export function fiatDigits(sats: bigint, fiat: Fiat, locale: string): string {
  const scale = scaleOf(fiat, locale)
  if (!scale) return ''
  const minor = roundedQuotient(sats * scale.rate, perBitcoin)
  return decimalOf(minor, scale.digits).replace('.', pointOf(locale))
}

/** Whole sats, rounded, for what was typed into the currency field; null for anything that is no such amount. */
export function satsOfFiat(text: string, fiat: Fiat, locale: string): bigint | null {
  const scale = scaleOf(fiat, locale)
  if (!scale) return null
  const [whole = '', fraction = '', ...rest] = text.trim().split(pointOf(locale))
  const units = parseSats(whole || '0', locale)
  if (
    units === null ||
    rest.length > 0 ||
    fraction.length > scale.digits ||
    (whole === '' && fraction === '')
  )
    return null
  const cents = fraction === '' ? 0n : parseSats(fraction, locale)
  if (cents === null || /\D/.test(fraction.normalize('NFKC'))) return null
  const minor = units * 10n ** BigInt(scale.digits) + cents * 10n ** BigInt(scale.digits - fraction.length)
  return roundedQuotient(minor * perBitcoin, scale.rate)
}

function pointOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(0)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}
