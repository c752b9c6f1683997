import { LeydenError } from './error.js'

const MSAT_PER_SAT = 1000n

/** Millisatoshis of whole satoshis. */
export function satsToMsat(amountSats: bigint): bigint {
  return amountSats * MSAT_PER_SAT
}

/**
 * Whole satoshis of millisatoshis. A fraction is refused unless the caller says which way to round: limits
 * need `ceil` for the least and `floor` for the most, and a price must not be rounded by accident.
 *
 * @throws LeydenError `BAD_REQUEST` for a fraction of a satoshi without `rounding`.
 */
export function msatToSats(amountMsat: bigint, rounding?: 'floor' | 'ceil'): bigint {
  // BigInt division cuts towards zero, which is neither floor nor ceil below zero.
  const cut = amountMsat / MSAT_PER_SAT
  const rest = amountMsat % MSAT_PER_SAT
  if (rest === 0n) return cut
  switch (rounding) {
    case 'floor':
      return rest < 0n ? cut - 1n : cut
    case 'ceil':
      return rest > 0n ? cut + 1n : cut
    case undefined:
      throw new LeydenError(
        'BAD_REQUEST',
        `${amountMsat} msat is not a whole number of sats. Say 'floor' or 'ceil' where rounding is right.`,
        { field: 'amount', reason: 'fraction' },
      )
    default:
      return rounding satisfies never
  }
}

const formats = new Map<string, Intl.NumberFormat>()

// A locale that Intl does not know (`en_US`, an empty attribute) must not take a payment page down.
function numberFormat(locale: string): Intl.NumberFormat {
  let format = formats.get(locale)
  if (!format) {
    try {
      format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
    } catch {
      format = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
    }
    formats.set(locale, format)
  }
  return format
}

/**
 * An amount as people of a locale write it: its digits and grouping, without a unit.
 *
 * @param amount whole satoshis (or any whole number).
 * @param locale BCP 47, such as `de` or `ar-EG`; one that `Intl` does not know counts as `en`.
 * @example formatSats(2_100n, 'de') // '2.100'
 */
export function formatSats(amount: bigint, locale: string): string {
  return numberFormat(locale).format(amount)
}

// The zero of each decimal digit set that a keyboard of a supported locale may type.
const ZEROS = Array.from('0٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐０', (zero) => zero.codePointAt(0) ?? 0)

function asciiDigit(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? undefined : String(code - zero)
}

// What is typed is rarely what Intl writes: a plain space for U+202F, a straight apostrophe for U+2019.
function foldSeparator(character: string): string {
  if (/\s/u.test(character)) return ' '
  return character === '’' ? "'" : character
}

interface Grouping {
  group: string
  decimal: string
  /** Digits of the last group, and of those before it (2 in the Indian system). */
  last: number
  others: number
}

function groupingOf(locale: string): Grouping {
  const format = numberFormat(locale)
  const parts = format.formatToParts(1_234_567_890_123n)
  const groups = parts.filter((part) => part.type === 'integer').map((part) => part.value.length)
  const { locale: resolved } = format.resolvedOptions()
  const decimal = new Intl.NumberFormat(resolved, { minimumFractionDigits: 1 })
    .formatToParts(0n)
    .find((part) => part.type === 'decimal')
  return {
    group: foldSeparator(parts.find((part) => part.type === 'group')?.value ?? ','),
    decimal: foldSeparator(decimal?.value ?? '.'),
    last: groups.at(-1) ?? 3,
    others: groups.at(-2) ?? 3,
  }
}

// 0 sats in 40 digits is still nothing anybody types; a bound keeps the work and the number small.
const MAX_TYPED_CHARACTERS = 40

/**
 * Whole satoshis from what a person typed, the reverse of {@link formatSats}: digits of any script, grouped as
 * the locale groups or not at all, and a fraction only if it is one or two zeros.
 *
 * Everything else is `null` rather than a guess. `1,000` is a thousand in English and one in German, so a
 * separator counts only where the locale would put it: a wrong guess would be a wrong payment.
 *
 * @example parseSats('1.234', 'de') // 1234n
 * @example parseSats('1.234', 'en') // null
 */
export function parseSats(text: string, locale: string): bigint | null {
  if (text.length > MAX_TYPED_CHARACTERS) return null
  const grouping = groupingOf(locale)
  let ascii = ''
  // Right-to-left locales wrap numbers in direction marks, which say nothing about the amount.
  for (const character of text.replace(/[\u200e\u200f\u061c]/gu, '').trim()) {
    const digit = asciiDigit(character)
    if (digit !== undefined) ascii += digit
    else if (foldSeparator(character) === grouping.decimal) ascii += '.'
    else if (foldSeparator(character) === grouping.group) ascii += ','
    else return null
  }
  const whole = ascii.replace(/\.0{1,2}$/u, '')
  if (/^\d+$/u.test(whole)) return BigInt(whole)
  return isGrouped(whole, grouping) ? BigInt(whole.replaceAll(',', '')) : null
}

function isGrouped(digits: string, { last, others }: Grouping): boolean {
  const groups = digits.split(',')
  return (
    groups.length > 1 &&
    groups.every((group, index) => {
      if (!/^\d+$/u.test(group)) return false
      if (index === groups.length - 1) return group.length === last
      return index === 0 ? group.length <= others : group.length === others
    })
  )
}
