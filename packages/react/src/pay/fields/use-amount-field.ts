import {
  asSats,
  formatSats,
  type Msat,
  msatToSats,
  parseSats,
  type Sats,
  type SatsInput,
  satsToMsat,
} from '@leyden/core/money'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { TextInputProps } from '../../foundation/fields/text-input-props.js'
import { isByKey, type TextEdit, useTextInput } from '../../foundation/fields/use-text-input.js'
import { REST_MS, useDebounced } from '../../foundation/fields/use-typing.js'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import { useLasting } from '../../foundation/page/page-signals.js'
import { useBrowserLayoutEffect } from '../../foundation/page/use-latest.js'
import type { AmountUnit } from '../flow/pay-state.js'
import { satsDigits } from './amount-text.js'
import {
  countFiatPresets,
  type Fiat,
  type FiatPrice,
  fiatDigits,
  fiatPresets,
  isTooPrecise,
  readUnit,
  satsOfFiat,
} from './fiat.js'
import { groupTyped, readEdit } from './typed-amount.js'

/** Why an amount cannot be paid. */
export type AmountProblem = 'missing' | 'not_whole' | 'too_precise' | 'too_small' | 'too_large'

/** The field for the amount. */
export interface AmountField {
  /** The amount in satoshis; null while the field holds no amount. */
  sats: Sats | null
  /** The amount in millisatoshis, which a signed order may give in fractions of a satoshi. */
  amountMsat: Msat | null
  /** The text in the field. */
  text: string
  /** Whether the page, the order or the recipient fixes the amount, so that it cannot be changed. */
  locked: boolean
  /**
   * The unit of the text: the currency if there is a price, and no default amount in sats. People can switch it; the
   * choice is kept for the browser session.
   */
  unit: AmountUnit
  /** Why the amount cannot be paid; null if it can. */
  problem: AmountProblem | null
  /** Whether the problem may be shown: not while somebody types. */
  mayRefuse: boolean
  /** Amounts to choose from, in the unit of the field; round ones in a currency. */
  choices: readonly AmountChoice[]
  /**
   * How many choices there will be once the BFF has told what the currency of the page is worth; 0 if none is awaited,
   * or the amounts of the page are offered in sats because it takes long. Until then `choices` is empty. Keep their place, so that nothing below moves when they appear.
   */
  awaitedChoices: number
  /** Sets the amount in sats. */
  setSats: (sats: SatsInput) => void
  /** Switches between sats and the currency. */
  switchUnit: () => void
  /** Spread these on an `<input>`. */
  inputProps: TextInputProps
}

/** An amount to choose. */
export interface AmountChoice {
  /** `2,100`, or `$2`. */
  label: string
  /** Whether the field holds this amount. */
  isChosen: boolean
  /** Types this amount. */
  choose: () => void
}

interface AmountOptions {
  /** The amount that the page fixes. */
  amountSats?: SatsInput | undefined
  defaultAmountSats?: SatsInput | undefined
  /** The limits of the address, once they are known. */
  limits: { minSats: Sats; maxSats: Sats } | null
  /** The page's amounts to choose from. */
  presets?: readonly SatsInput[] | undefined
  fiat: FiatPrice | undefined
  /** The currency of the page while its rate is awaited. */
  awaitedFiat: Fiat | undefined
  locale: string
  /** Called with the new amount in sats when a person changes it. */
  onAmountChange?: ((sats: Sats | null) => void) | undefined
}

/** After this time the page's amounts are offered in sats, in milliseconds. */
const RATE_LATE_MS = 2_000
const UNIT_KEY = 'leyden:unit'

/** The state of the amount field: it groups digits by the rules of the locale, and keeps the caret in its place. */
export function useAmountField(options: AmountOptions): AmountField {
  const { amountSats, defaultAmountSats, limits, presets, fiat, awaitedFiat, locale, onAmountChange } =
    options
  // People think in the currency, if the page names one. A default amount in sats is no round amount of it.
  const [entry, setEntry] = useState<Entry>({
    amount: defaultAmountSats ?? '',
    unit: defaultAmountSats === undefined ? 'fiat' : 'sats',
    locale,
  })
  const field = useRef<HTMLInputElement | null>(null)
  const caretAfter = useRef<number | null>(null)

  useBrowserLayoutEffect(() => {
    const caret = caretAfter.current
    caretAfter.current = null
    if (caret !== null) field.current?.setSelectionRange(caret, caret)
  })

  // After hydration, because a server does not know it.
  useEffect(() => {
    const unit = readJson('tab', UNIT_KEY)
    if (unit === 'fiat' || unit === 'sats') setEntry((entry) => ({ ...entry, unit }))
  }, [])
  const setUnit = (next: Entry) => {
    writeJson('tab', UNIT_KEY, next.unit)
    setEntry(next)
  }

  const only = limits && limits.minSats === limits.maxSats ? limits.minSats : undefined
  const given = amountSats ?? only
  const fixed = given === undefined ? undefined : asSats(given)
  const inFiat = fixed === undefined && entry.unit === 'fiat' && fiat !== undefined
  const unit = inFiat ? 'fiat' : 'sats'
  const sats = fixed ?? satsOf(entry, fiat)
  // A language that is loaded late changes the locale: "2,100" must not become two sats and a bit.
  const isAsTyped = fixed === undefined && entry.unit === unit && (sats === null || entry.locale === locale)
  const text =
    isAsTyped && typeof entry.amount === 'string'
      ? entry.amount
      : sats === null
        ? ''
        : inFiat
          ? fiatDigits(sats, fiat, locale)
          : formatSats(sats, locale)

  const [isFinished, setFinished] = useState(true)
  const rested = useDebounced(text, REST_MS)
  const mayRefuse = isFinished || rested === text

  /** The field before a composition: its separators are known to be ours, and its amount is reported. */
  const beforeHold = useRef<{ text: string; sats: Sats | null } | null>(null)
  const change = (next: Entry, isWhole = true) => {
    const before = beforeHold.current ?? { sats }
    beforeHold.current = null
    setFinished(isWhole)
    if (next.unit === unit) setEntry(next)
    else setUnit(next)
    const after = fixed ?? satsOf(next, fiat)
    if (after !== before.sats) onAmountChange?.(after)
  }

  const take = (changed: TextEdit) => {
    const isWhole = !isByKey(changed)
    const edit = readEdit(beforeHold.current?.text ?? text, changed.field, changed)
    const written = readUnit(edit.value, fiat, locale)
    if (written.unit === 'fiat' || (inFiat && written.unit === 'sats')) {
      const amount = written.unit === 'fiat' ? written.amount : edit.value
      return change({ amount, unit: written.unit, locale }, isWhole)
    }
    const next = inFiat ? { text: edit.value, caret: edit.caret } : groupTyped(edit, locale)
    if (next.text !== edit.value) caretAfter.current = next.caret
    change({ amount: next.text, unit, locale }, isWhole)
  }
  const hold = (amount: string) => {
    beforeHold.current ??= { text, sats }
    setFinished(false)
    setEntry({ amount, unit, locale })
  }
  const input = useTextInput(text, { take, hold })

  const isAwaited = fixed === undefined && entry.unit === 'fiat' && awaitedFiat !== undefined
  const isLate = useLasting(isAwaited, RATE_LATE_MS)
  // Amounts in satoshis would become those of the currency under a finger.
  const inSats = inFiat || (isAwaited && !isLate) ? undefined : presets
  const ofPage = useMemo(
    () =>
      (inSats ?? []).map(asSats).map((each) => ({ label: formatSats(each, locale), text: each, sats: each })),
    [inSats, locale],
  )
  const offered = inFiat
    ? fiatPresets(fiat, presets, locale).filter((each) => problemOf(each.sats, each.text, limits) === null)
    : ofPage
  const isUnread = inFiat && sats === null && isTooPrecise(text, fiat, locale)
  const problem = isUnread ? 'too_precise' : problemOf(sats, text, limits)
  return {
    sats,
    amountMsat: sats === null ? null : satsToMsat(sats),
    text,
    locked: fixed !== undefined,
    unit,
    problem,
    mayRefuse,
    choices: offered.map(({ label, text: amount, sats: each }) => ({
      label,
      isChosen: sats === each,
      choose: () => change({ amount, unit, locale }),
    })),
    setSats: (amount) => change({ amount, unit, locale }),
    awaitedChoices: isAwaited && ofPage.length === 0 ? countFiatPresets(awaitedFiat, presets) : 0,
    switchUnit: () => {
      if (fiat) setUnit({ amount: sats ?? '', unit: inFiat ? 'sats' : 'fiat', locale })
    },
    inputProps: {
      ref: (element) => {
        field.current = element
      },
      ...input,
      onBlur: () => setFinished(true),
      // Not `number`: the text has separators.
      type: 'text',
      inputMode: inFiat ? 'decimal' : 'numeric',
      autoComplete: 'off',
      'aria-invalid': (mayRefuse && problem !== null && problem !== 'missing') || undefined,
    },
  }
}

/** The amount of a signed order, which may have a fraction of a satoshi. The BFF checks it. */
export function signedAmount(field: AmountField, amountMsat: Msat, locale: string): AmountField {
  const sats = msatToSats(amountMsat, 'floor')
  return {
    ...field,
    sats,
    amountMsat,
    text: satsDigits(amountMsat, locale),
    locked: true,
    unit: 'sats',
    problem: null,
    choices: [],
    awaitedChoices: 0,
  }
}

interface Entry {
  /**
   * The typed text; or whole sats, if the amount was chosen or converted from the other unit: a currency has coarser
   * steps, and rounding must not change the amount.
   */
  amount: string | SatsInput
  unit: AmountUnit
  /** The locale in which the text was typed. */
  locale: string
}

function satsOf({ amount, unit, locale }: Entry, fiat: FiatPrice | undefined): Sats | null {
  if (typeof amount === 'bigint') return asSats(amount)
  if (unit === 'sats') return parseSats(readUnit(amount, undefined, locale).amount, locale)
  // Without a price, "2" that was typed as two dollars must not become two sats.
  return fiat ? satsOfFiat(amount, fiat, locale) : null
}

function problemOf(sats: Sats | null, text: string, limits: AmountOptions['limits']): AmountProblem | null {
  if (sats === null) return text.trim() === '' ? 'missing' : 'not_whole'
  if (sats === 0n) return 'missing'
  if (limits && sats < limits.minSats) return 'too_small'
  if (limits && sats > limits.maxSats) return 'too_large'
  return null
}
