import { formatSats, parseSats } from '@leyden/core/money'

/** One change that a person made to the amount field. */
export interface AmountEdit {
  /** The text of the field before. */
  before: string
  /** The text of the field now. */
  value: string
  /** The position of the caret now, in UTF-16 units. */
  caret: number
  /** The text that was typed or pasted, `''` for a deletion, null if the browser does not report it. */
  inserted: string | null
}

/** Reads an edit from an `<input>` and its `InputEvent`. */
export function readEdit(
  before: string,
  { value, selectionEnd }: Pick<HTMLInputElement, 'value' | 'selectionEnd'>,
  { inputType, data }: { inputType?: string | undefined; data?: string | null | undefined },
): AmountEdit {
  const caret = selectionEnd ?? value.length
  // An <input> removes line breaks from pasted text.
  const inserted = inputType?.startsWith('delete') ? '' : (data?.replace(/[\r\n]/g, '') ?? null)
  const isThere = inserted !== null && value.slice(0, caret).endsWith(inserted)
  return { before, value, caret, inserted: isThere ? inserted : null }
}

/**
 * The text of the field after an edit, grouped as the locale groups, and its caret.
 *
 * Separators that we wrote ourselves are dropped before the digits are grouped again. A separator that the person wrote
 * counts only if the locale would put it there. Any other text stays as it is, so that `parseSats` refuses it and
 * nobody pays 150 sats for `1,50`.
 */
export function groupTyped(edit: AmountEdit, locale: string): { text: string; caret: number } {
  const { before, value, caret, inserted } = edit
  const separator = separatorOf(locale)
  const withoutOurs = (text: string) => text.replace(separator, '')
  const asTyped = { text: value, caret }

  const areOurs = inserted !== null && isGrouped(before, locale)
  const digits = areOurs
    ? withoutOurs(value.slice(0, caret - inserted.length)) + inserted + withoutOurs(value.slice(caret))
    : value
  const sats = parseSats(digits, locale) ?? parseSats(value, locale)
  // A text that ends in a separator or a space, or in a fraction of zeros, may be unfinished: 1.0 becomes 1.05.
  const mayGrow = value.trim() !== value && !(areOurs && inserted === '')
  if (sats === null || mayGrow || /\P{Nd}/u.test(withoutOurs(value))) return asTyped

  const text = formatSats(sats, locale)
  return { text, caret: placeAfter(text, digitsIn(value.slice(0, caret)), digitsIn(value)) }
}

/** Whether a text is written exactly as we format amounts, so that we may move its separators. */
function isGrouped(text: string, locale: string): boolean {
  const sats = parseSats(text, locale)
  return text === '' || (sats !== null && formatSats(sats, locale) === text)
}

/** The locale's group separator, also in the form that people type: a plain space, a straight apostrophe. */
function separatorOf(locale: string): RegExp {
  const written = formatSats(11_111n, locale).replace(/\p{Nd}/gu, '')
  if (/\s/.test(written)) return /\s/g
  if (/['’]/.test(written)) return /['’]/g
  // Without a separator nothing matches.
  return written === '' ? /(?!)/g : new RegExp(written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
}

const digitsIn = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0

/** The position of the caret in a grouped text, with as many digits behind it as before. */
function placeAfter(text: string, digits: number, ofDigits: number): number {
  // Leading zeros are removed.
  let left = digits - (ofDigits - digitsIn(text))
  let place = 0
  for (; place < text.length && left > 0; place++) if (/\p{Nd}/u.test(text[place] ?? '')) left--
  return place
}
