import { numberFormatter } from '../foundation/formatters.js'
import { tryOrUndefined } from '../foundation/try-or-undefined.js'
import { LeydenError } from './error.js'

declare const unit: unique symbol

/** An amount in millisatoshis, as our functions return it. It is a `bigint` that cannot be passed where sats are due. */
export type Msat = bigint & {
  /** Only in the type. */
  readonly [unit]: 'msat'
}

/** An amount in whole satoshis, as our functions return it. It is a `bigint` that cannot be passed where msat are due. */
export type Sats = bigint & {
  /** Only in the type. */
  readonly [unit]: 'sats'
}

/** An amount in millisatoshis, as our functions take it: any `bigint`, unless it is known to be in satoshis. */
export type MsatInput = bigint & {
  /** Only in the type. */
  readonly [unit]?: 'msat'
}

/** An amount in satoshis, as our functions take it: any `bigint`, unless it is known to be in millisatoshis. */
export type SatsInput = bigint & {
  /** Only in the type. */
  readonly [unit]?: 'sats'
}

const MSAT_PER_SAT = 1000n

/** States that an amount is in millisatoshis, such as the result of a calculation, or the digits of a reply. */
export function asMsat(amount: MsatInput | string): Msat {
  return BigInt(amount) as Msat
}

/** States that an amount is in whole satoshis, such as the result of a calculation. */
export function asSats(amount: SatsInput | string): Sats {
  return BigInt(amount) as Sats
}

/** Millisatoshis of whole satoshis. */
export function satsToMsat(amountSats: SatsInput): Msat {
  return asMsat(amountSats * MSAT_PER_SAT)
}

/**
 * Converts millisatoshis to whole satoshis. Throws for a fraction unless the caller sets the rounding: a minimum needs
 * `ceil`, a maximum `floor`, and a price must not be rounded by accident.
 *
 * @throws LeydenError `BAD_REQUEST` for a fraction of a satoshi without `rounding`.
 */
export function msatToSats(amountMsat: MsatInput, rounding?: 'floor' | 'ceil'): Sats {
  // Always positive: the remainder of BigInt has the sign of the amount.
  const rest = ((amountMsat % MSAT_PER_SAT) + MSAT_PER_SAT) % MSAT_PER_SAT
  const floor = asSats((amountMsat - rest) / MSAT_PER_SAT)
  if (rest === 0n || rounding === 'floor') return floor
  if (rounding === 'ceil') return asSats(floor + 1n)
  throw new LeydenError(
    'BAD_REQUEST',
    `${amountMsat} msat is not a whole number of sats. Pass a rounding: 'floor' or 'ceil'.`,
    { field: 'amount', reason: 'fraction' },
  )
}

// A locale that Intl does not know (`en_US`, an empty attribute) must not break a payment page.
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return tryOrUndefined(() => numberFormatter(locale, options)) ?? numberFormatter('en', options)
}

/**
 * Formats an amount for a locale, with its digits and grouping and without a unit.
 *
 * @param amount whole satoshis (or any other whole number, except millisatoshis).
 * @param locale BCP 47, such as `de` or `ar-EG`; one that `Intl` does not know counts as `en`.
 * @example formatSats(2_100n, 'de') // '2.100'
 */
export function formatSats(amount: SatsInput, locale: string): string {
  return numberFormat(locale, {}).format(amount)
}

// Unicode has the digits of each script in one sequence, from zero to nine.
function digit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let before = code
  while (/\p{Nd}/u.test(String.fromCodePoint(before - 1))) before--
  return String((code - before) % 10)
}

// People rarely type what Intl writes: ASCII digits, a plain space for U+202F, a straight apostrophe for U+2019.
// Right-to-left locales wrap numbers in direction marks, which do not change the amount. U+066C groups digits in every
// locale, like a space, and a Japanese keyboard may write a full-width comma or point.
function fold(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '')
    .trim()
    .replace(/\p{Nd}/gu, digit)
    .replace(/[\s٬]/g, ' ')
    .replaceAll('，', ',')
    .replaceAll('．', '.')
    .replaceAll('’', "'")
}

// Nobody types that many digits; the limit bounds the work and the number.
const MAX_TYPED_CHARACTERS = 40

/**
 * Parses a typed amount of whole satoshis, the reverse of {@link formatSats}: digits of any script, grouped as in the
 * locale, by spaces or not at all, and with a fraction only if it is one or two zeros.
 *
 * Everything else is `null` rather than a guess. `1,000` is a thousand in English and one in German, so a
 * separator counts only where the locale would put it: a wrong guess would be a wrong payment.
 *
 * @example parseSats('1.234', 'de') // 1234n
 * @example parseSats('1.234', 'en') // null
 */
export function parseSats(text: string, locale: string): Sats | null {
  if (text === '' || text.length > MAX_TYPED_CHARACTERS) return null
  const folded = fold(text)
  // The locale's zero with one decimal, without its digits: the decimal separator.
  const decimal = fold(numberFormat(locale, { minimumFractionDigits: 1 }).format(0n)).slice(1, -1)
  const [whole = '', fraction = '00', ...rest] = folded.split(decimal)
  const digits = whole.replace(/\D/g, '')
  if (digits === '' || rest.length > 0 || !/^0{1,2}$/.test(fraction)) return null
  const amount = asSats(digits)
  const grouped = fold(numberFormat(locale, { useGrouping: true }).format(amount))
  // A space before three digits groups them in every locale.
  const spaced = /^\d{1,3}( \d{3})+$/.test(whole)
  return whole === digits || whole === grouped || spaced ? amount : null
}
