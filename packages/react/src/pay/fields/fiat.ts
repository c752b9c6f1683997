import { numberFormatter, tryOrUndefined } from '@leyden/core/internal'
import { asSats, formatSats, parseSats, type Sats, type SatsInput } from '@leyden/core/money'
import { directionOf, isolate } from '../../foundation/messages/message.js'
import type { AmountUnit, Price } from '../flow/pay-state.js'
import { isCurrency } from './currency.js'

/**
 * A currency in which amounts are shown and entered beside satoshis. Whole satoshis are paid: an amount in the currency
 * is rounded to the nearest satoshi.
 */
export interface Fiat {
  /** ISO 4217, such as `USD`. */
  currency: string
  /**
   * Currency units per bitcoin: a number, or its decimal digits.
   *
   * @default the exchange rate of the BFF, refreshed each minute. While there is none, amounts are shown in satoshis
   *   only
   */
  rate?: number | string | undefined
  /**
   * When the rate was taken.
   *
   * @default the time of the BFF's rate; not shown for a rate of the page
   */
  asOf?: Date | undefined
  /**
   * Amounts to choose from while the currency is entered, such as `[1, 2, 5]`.
   *
   * @default the `presets` of the page, rounded; without those, three round amounts
   */
  presets?: readonly number[] | undefined
}

/** The currency of a page, which may give its code only. */
export function fiatOf(fiat: string | Fiat): Fiat {
  return typeof fiat === 'string' ? { currency: fiat } : fiat
}

/** A currency with its price. */
export interface FiatPrice extends Fiat, Price {
  rate: number | string
}

/** Direction marks and isolates. */
const MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g

const SATS_PER_BITCOIN = 100_000_000n
/** Rates are rounded to eight digits after the point. */
const RATE_DIGITS = 8
const perBitcoin = SATS_PER_BITCOIN * 10n ** BigInt(RATE_DIGITS)

interface Scale {
  format: Intl.NumberFormat
  /** Digits after the point that the currency has: 2 for USD, 0 for JPY. */
  digits: number
  /** Smallest currency units per bitcoin, times 10^8. */
  rate: bigint
}

/** A rate times 10^8; null if it cannot be used. */
function scaledRate(rate: number | string): bigint | null {
  // For numbers from 1e21, toFixed returns an exponent.
  if (typeof rate === 'number' && !(rate > 0 && rate < 1e21)) return null
  const text = typeof rate === 'number' ? rate.toFixed(RATE_DIGITS) : rate
  const [, whole = '', fraction = ''] = /^(\d{1,21})(?:\.(\d+))?$/.exec(text) ?? []
  const scaled = BigInt(whole + fraction.slice(0, RATE_DIGITS).padEnd(RATE_DIGITS, '0'))
  return whole !== '' && scaled > 0n ? scaled : null
}

function scaleOf({ currency, rate }: Price, locale: string): Scale | null {
  const scaled = scaledRate(rate)
  if (scaled === null) return null
  // It throws for a currency that is no code.
  const format = tryOrUndefined(() =>
    numberFormatter(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  )
  if (!format) return null
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return { format, digits, rate: scaled * 10n ** BigInt(digits) }
}

const ROUND = {
  nearest: (dividend: bigint, divisor: bigint) => (dividend * 2n + divisor) / (divisor * 2n),
  up: (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor,
  down: (dividend: bigint, divisor: bigint) => dividend / divisor,
}

/** The conversion of satoshis into the smallest units of a currency. */
type Rounding = keyof typeof ROUND

const minorOf = (sats: SatsInput, scale: Scale, rounding: Rounding = 'nearest') =>
  ROUND[rounding](sats * scale.rate, perBitcoin)

function decimalOf(minor: bigint, digits: number): `${number}` {
  const text = minor.toString().padStart(digits + 1, '0')
  return (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`) as `${number}`
}

/** The price; undefined if the currency is no code of ISO 4217, or the rate is absurd or not a number. */
export function usableFiat(fiat: Fiat | undefined): FiatPrice | undefined {
  return fiat && hasRate(fiat) && isCurrency(fiat.currency) && scaleOf(fiat, 'en') ? fiat : undefined
}

const hasRate = (fiat: Fiat): fiat is FiatPrice => fiat.rate !== undefined

function formatMinor(minor: bigint, { format, digits }: Scale): string {
  // The direction marks of Intl make the text right to left, which would show "US$ 2.04" as "$US 2.04".
  const text = format.format(decimalOf(minor, digits) as unknown as number).replace(MARKS, '')
  return isolate(text, directionOf(format.resolvedOptions().locale))
}

/** `$2.04` for 2,100 sats; the smallest coin for anything below half of it. Null if the price is absurd. */
export function formatFiat(sats: SatsInput, fiat: Price, locale: string, rounding?: Rounding): string | null {
  const scale = scaleOf(fiat, locale)
  if (!scale) return null
  return formatMinor(isBelowCoin(sats, fiat) ? 1n : minorOf(sats, scale, rounding), scale)
}

/** Whether an amount would be shown as zero although it is not. */
export function isBelowCoin(sats: SatsInput, fiat: Price): boolean {
  const scale = scaleOf(fiat, 'en')
  return scale !== null && sats > 0n && minorOf(sats, scale) === 0n
}

/** The amount of sats as digits for the currency field: `2.04`, with the locale's point. */
export function fiatDigits(sats: SatsInput, fiat: Price, locale: string): string {
  const scale = scaleOf(fiat, locale)
  return scale ? digitsOf(minorOf(sats, scale), scale, locale) : ''
}

const digitsOf = (minor: bigint, { digits }: Scale, locale: string) =>
  decimalOf(minor, digits).replace('.', separator('decimal', locale))

/** The text of the currency field in whole satoshis, rounded; null if it is no amount. */
export function satsOfFiat(text: string, fiat: Price, locale: string): Sats | null {
  const scale = scaleOf(fiat, locale)
  const minor = scale && readMinor(text, scale.digits, locale)
  return scale && minor !== null ? asSats(ROUND.nearest(minor * perBitcoin, scale.rate)) : null
}

/** The digits after the point that a currency has: 2 for USD, 0 for JPY. */
export function decimalsOf(fiat: Price): number {
  return scaleOf(fiat, 'en')?.digits ?? 0
}

/** Whether the text would be an amount of the currency if it had fewer digits after the point: `2.505`. */
export function isTooPrecise(text: string, fiat: Price, locale: string): boolean {
  const digits = decimalsOf(fiat)
  return (
    digits > 0 && readMinor(text, digits, locale) === null && readMinor(text, MAX_DECIMALS, locale) !== null
  )
}

/** More digits than a person types after the point. */
const MAX_DECIMALS = 24

/**
 * An amount in the smallest units of its currency. Separators are read as the locale writes them. If the text is
 * invalid that way, a separator before the last one or two digits is the decimal one, as in `2,50`, because no locale
 * groups digits like this.
 */
function readMinor(text: string, digits: number, locale: string): bigint | null {
  const decimal = separator('decimal', locale)
  const plain = text.normalize('NFKC').replaceAll('٫', decimal).trim()
  const [, before = '', after = ''] = /^(.*)[.,](\p{Nd}{1,2})$/u.exec(plain) ?? []
  const readings = [plain.split(decimal), [before.replace(/\P{Nd}/gu, '?'), after]]
  for (const [whole = '', fraction = '', ...rest] of readings) {
    const units = parseSats(whole || '0', locale)
    const parts = fraction === '' ? 0n : /^\p{Nd}+$/u.test(fraction) ? parseSats(fraction, locale) : null
    const isEmpty = whole === '' && fraction === ''
    if (units === null || parts === null || isEmpty || rest.length > 0 || fraction.length > digits) continue
    return units * 10n ** BigInt(digits) + parts * 10n ** BigInt(digits - fraction.length)
  }
  return null
}

function separator(type: 'decimal' | 'group', locale: string): string {
  const parts = numberFormatter(locale, { minimumFractionDigits: 1 }).formatToParts(1_000_000)
  return parts.find((part) => part.type === type)?.value ?? { decimal: '.', group: ',' }[type]
}

/** The texts that people write beside an amount: code and symbols of the currency, such as `USD`, `US$` and `$`. */
function signsOf({ currency }: Price, locale: string): string[] {
  const displays = ['narrowSymbol', 'symbol', 'code'] as const
  return displays.flatMap((currencyDisplay) =>
    numberFormatter(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value.normalize('NFKC').replace(MARKS, '')),
  )
}

/** Four thousand satoshis, about the size of a tip. */
const TIP_SATS = 4_000n
/** The amounts around a tip, as multiples of a power of ten. */
const TIPS = [2n, 5n, 10n]
const tenTo = (power: number) => 10n ** BigInt(power)

/** The number of the series 1, 2, 5, 10, … that is nearest to the amount. */
function roundAmount(minor: bigint): bigint {
  const power = tenTo(Math.max(minor.toString().length - 1, 0))
  const choices = [1n, 2n, 5n, 10n].map((each) => each * power)
  const distance = (each: bigint) => (each > minor ? each - minor : minor - each)
  return choices.reduce((best, each) => (distance(each) < distance(best) ? each : best))
}

/**
 * Round amounts of a currency to choose from: those of `fiat.presets`, otherwise those nearest to the page's presets,
 * otherwise three around the size of a tip. Each has a label such as `$2`, the text for the field, and its value in
 * satoshis.
 */
export function fiatPresets(fiat: FiatPrice, presets: readonly SatsInput[] | undefined, locale: string) {
  const scale = scaleOf(fiat, locale)
  if (!scale) return []
  const tip = minorOf(TIP_SATS, scale, 'down')
  const one = tenTo(Math.max(tip.toString().length - 1, 0))
  const minors =
    fiat.presets?.flatMap((each) => readMinor(String(each), scale.digits, 'en') ?? []) ??
    presets?.map((sats) => roundAmount(minorOf(sats, scale))) ??
    TIPS.map((each) => each * one)
  const whole = numberFormatter(locale, {
    ...scale.format.resolvedOptions(),
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  })
  // "$0.50 $2.00 $10.00", or "$2 $5 $10".
  const format = minors.every((minor) => minor % tenTo(scale.digits) === 0n) ? whole : scale.format
  return [...new Set(minors)].flatMap((minor) => {
    const sats = asSats(ROUND.nearest(minor * perBitcoin, scale.rate))
    if (sats === 0n) return []
    return [{ label: formatMinor(minor, { ...scale, format }), text: digitsOf(minor, scale, locale), sats }]
  })
}

/** How many amounts `fiatPresets` returns at most, which does not depend on the rate. */
export function countFiatPresets(fiat: Fiat, presets: readonly SatsInput[] | undefined): number {
  return (fiat.presets ?? presets ?? TIPS).length
}

/** An example of an amount in a currency: `2.50`. */
export function exampleOf(fiat: Price, locale: string): string {
  const scale = scaleOf(fiat, locale)
  return scale ? digitsOf((5n * tenTo(scale.digits)) / 2n, scale, locale) : formatSats(2n, locale)
}

const SATS = ['sats', 'satoshis', 'ساتوشي', 'サトシ']

/**
 * An amount and the unit that a person wrote beside it: `2100 sats`, `$2`, `2 EUR`. A beginning of "sats" is removed
 * too, but is not a unit yet, because the rest is still being typed.
 */
export function readUnit(
  text: string,
  price: Price | undefined,
  locale: string,
): { amount: string; unit?: AmountUnit | undefined } {
  const plain = text.normalize('NFKC').replace(MARKS, '').trim()
  for (const sign of price ? signsOf(price, locale) : []) {
    const [isBefore, isAfter] = [plain.slice(0, sign.length), plain.slice(-sign.length)].map(
      (end) => end === sign || end.toUpperCase() === price?.currency,
    )
    if (isBefore) return { amount: plain.slice(sign.length).trim(), unit: 'fiat' }
    if (isAfter) return { amount: plain.slice(0, -sign.length).trim(), unit: 'fiat' }
  }
  const [, amount = '', word = ''] = /^(.*\p{Nd})\s*(\p{L}+)$/u.exec(plain) ?? []
  const lower = word.toLowerCase()
  if (word === '' || !SATS.some((sats) => sats.startsWith(lower))) return { amount: text }
  return { amount, unit: ['sat', 'satoshi', ...SATS].includes(lower) ? 'sats' : undefined }
}
