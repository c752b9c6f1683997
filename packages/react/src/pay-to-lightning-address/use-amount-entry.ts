import { LeydenError } from '@leyden/core'
import { formatSats, parseSats } from '@leyden/core/money'
import { type ChangeEvent, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { type Fiat, fiatDigits, formatFiat, satsOfFiat } from './fiat.js'

export type AmountProblem = 'missing' | 'not_whole' | 'too_small' | 'too_large'

export interface AmountEntry {
  /** Null while the field holds no amount. */
  sats: bigint | null
  /** What stands in the field. */
  text: string
  /** Whether it may be changed: not where the page or the address fixes it. */
  locked: boolean
  unit: 'sats' | 'fiat'
  problem: AmountProblem | null
  /** `$2.04`, where a price is given. */
  fiatText: string | null
  setSats: (sats: bigint) => void
  switchUnit: () => void
  /** For an `<input>`. */
  inputProps: {
    ref: (element: HTMLInputElement | null) => void
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    type: 'text'
    inputMode: 'numeric' | 'decimal'
    autoComplete: 'off'
    'aria-invalid': true | undefined
  }
}

interface AmountOptions {
  /** Fixed by the page. */
  amountSats?: bigint | undefined
  defaultAmountSats?: bigint | undefined
  /** What the address takes, once it is known. */
  limits: { minSats: bigint; maxSats: bigint } | null
  fiat: Fiat | undefined
  locale: string
}

/** An amount while it is typed, grouped as the locale groups, with the caret kept in its place. */
export function useAmountEntry({
  amountSats,
  defaultAmountSats,
  limits,
  fiat,
  locale,
}: AmountOptions): AmountEntry {
  const [entry, setEntry] = useState<Entry>(() => ({
    text: defaultAmountSats === undefined ? '' : formatSats(defaultAmountSats, locale),
    unit: 'sats',
    locale,
  }))
  const field = useRef<HTMLInputElement | null>(null)
  const digitsBefore = useRef<number | null>(null)

  useBrowserLayoutEffect(() => {
    const digits = digitsBefore.current
    digitsBefore.current = null
    if (digits === null || !field.current) return
    const place = placeAfter(field.current.value, digits)
    field.current.setSelectionRange(place, place)
  })

  const only = limits && limits.minSats === limits.maxSats ? limits.minSats : undefined
  const fixed = amountSats ?? only
  const inFiat = entry.unit === 'fiat' && fiat !== undefined
  const sats = fixed ?? satsOf(entry, fiat)
  // Words that come late bring another locale along: "2,100" must not become two sats and a bit.
  const isTranslated = entry.locale !== locale && sats !== null
  const text =
    fixed !== undefined || (isTranslated && !inFiat)
      ? formatSats(sats ?? 0n, locale)
      : isTranslated && fiat
        ? fiatDigits(sats, fiat, locale)
        : entry.text

  const enter = (next: string, unit = entry.unit) => setEntry({ text: next, unit, locale })
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.currentTarget
    const isPasted = (event.nativeEvent as Partial<InputEvent>).inputType === 'insertFromPaste'
    const grouped = inFiat || (isPasted && text === '') ? value : group(value, locale)
    if (grouped !== value) digitsBefore.current = digitsIn(value.slice(0, selectionStart ?? value.length))
    enter(grouped)
  }

  const problem = problemOf(sats, text, limits)
  return {
    sats,
    text,
    locked: fixed !== undefined,
    unit: inFiat ? 'fiat' : 'sats',
    problem,
    fiatText: fiat && sats !== null ? formatFiat(sats, fiat, locale) : null,
    setSats: (next) => enter(inFiat ? fiatDigits(next, fiat, locale) : formatSats(next, locale)),
    switchUnit: () => {
      if (!fiat) return
      const amount = sats === null ? '' : inFiat ? formatSats(sats, locale) : fiatDigits(sats, fiat, locale)
      enter(amount, inFiat ? 'sats' : 'fiat')
    },
    inputProps: {
      ref: (element) => {
        field.current = element
      },
      value: text,
      onChange,
      type: 'text',
      inputMode: inFiat ? 'decimal' : 'numeric',
      autoComplete: 'off',
      'aria-invalid': (problem !== null && problem !== 'missing') || undefined,
    },
  }
}

/** What was typed, in which unit, and in which locale's way of writing. */
interface Entry {
  text: string
  unit: 'sats' | 'fiat'
  locale: string
}

function satsOf({ text, unit, locale }: Entry, fiat: Fiat | undefined): bigint | null {
  return unit === 'fiat' && fiat ? satsOfFiat(text, fiat, locale) : parseSats(text, locale)
}

function problemOf(sats: bigint | null, text: string, limits: AmountOptions['limits']): AmountProblem | null {
  if (sats === null) return text.trim() === '' ? 'missing' : 'not_whole'
  if (sats === 0n) return 'missing'
  if (limits && sats < limits.minSats) return 'too_small'
  if (limits && sats > limits.maxSats) return 'too_large'
  return null
}

const digitsIn = (text: string) => text.replace(/\P{Nd}/gu, '').length

/**
 * Typed digits with the locale's grouping. The separators that we put in ourselves are dropped first; what
 * else is not a digit stays as it is, to be told instead of guessed at.
 */
function group(text: string, locale: string): string {
  const separator = formatSats(11_111n, locale).replace(/\p{Nd}/gu, '')
  const bare = separator === '' ? text : text.split(separator).join('')
  if (bare === '' || /\P{Nd}/u.test(bare)) return text
  const sats = parseSats(bare, locale)
  return sats === null ? text : formatSats(sats, locale)
}

/** Where the caret stands in a text once so many digits are before it. */
function placeAfter(text: string, digits: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === digits) return place
    if (/\p{Nd}/u.test(text[place] ?? '')) seen++
  }
  return text.length
}

/**
 * An amount prop as a bigint.
 *
 * @throws LeydenError `BAD_REQUEST` for anything but whole sats over zero.
 */
export function wholeSats(amount: bigint | number | undefined, field: string): bigint | undefined {
  if (amount === undefined) return undefined
  if (typeof amount === 'bigint' ? amount > 0n : Number.isSafeInteger(amount) && amount > 0)
    return BigInt(amount)
  throw new LeydenError('BAD_REQUEST', `${field} must be a whole number of sats over zero.`, { field })
}
