import { isRecord } from '@leyden/core/internal'
import { isRight, mustBe, type Shape } from '@leyden/react/options'
import { LeydenMisuse } from './leyden-misuse.js'
import { eventOf, type OptionRow, type OptionRows } from './options.js'
import type { Kind } from './settings.js'
import { spellingsOf } from './spellings.js'

/** A value that a page passes, with the spelling of its option. */
export interface Given {
  readonly name: string
  readonly value: unknown
  readonly from: 'attribute' | 'property' | 'call'
}

/** Whether an empty value of this option is refused, and does not count as left out. */
export function isNeverEmpty({ rule }: OptionRow): boolean {
  return rule.neverEmpty === true
}

/**
 * Reads the options of a call.
 *
 * @param subject what the options are for: a kind of widget, or the name of a function
 * @returns the options by their own names, also those that are undefined
 * @throws LeydenMisuse for an unknown name, or a value that cannot be read
 */
export function readOptions<Options extends object>(
  subject: Kind | 'Leyden.configure',
  rows: OptionRows,
  options: Options,
): Options {
  const given = Object.entries(options)
  for (const [name] of given) if (!rows.spelled(name)) throw unknownOption(subject, rows, name)
  const passed = rows.all.filter((row) => spellingsOf(row.name).some((name) => Object.hasOwn(options, name)))
  return Object.fromEntries(
    passed.map((row) => {
      const own = given.filter(([name]) => rows.spelled(name) === row)
      return [
        row.name,
        readOption(
          row,
          own.map(([name, value]) => ({ name, value, from: 'call' })),
        ),
      ]
    }),
  ) as Options
}

/**
 * Reads one option, of which a page may have passed several spellings.
 *
 * @returns its value; undefined if the page left it out
 * @throws LeydenMisuse if it cannot be read, or if two spellings have different values
 */
export function readOption(row: OptionRow, given: readonly Given[]): unknown {
  const read = given.filter(({ value }) => value !== undefined).map((one) => readGiven(row, one))
  const [first] = read
  if (read.some((value) => !isSame(value, first)))
    throw new LeydenMisuse(
      `${given.map(({ name }) => name).join(' and ')} are one option and have different values. Pass it once.`,
    )
  return first
}

/** The error for a name that is no option. It contains the options that there are. */
function unknownOption(subject: Kind | 'Leyden.configure', { all }: OptionRows, name: string): LeydenMisuse {
  const event = subject === 'Leyden.configure' ? undefined : eventOf(subject, name)
  const hint = event
    ? `An element sends the event ${event} instead.`
    : `It has ${all.map((row) => row.name).join(', ')}.`
  return new LeydenMisuse(`${subject} has no option ${JSON.stringify(name)}. ${hint}`)
}

function readGiven(row: OptionRow, { name, value, from }: Given): unknown {
  const isText = typeof value === 'string'
  if (from === 'attribute' && !row.isAttribute)
    throw new LeydenMisuse(
      isText && isWrittenObject(value)
        ? `The attribute ${name} is an object or a function that became a text, which cannot be read: frameworks write it so before the script has loaded. Load the script first, or set the property ${row.name}.`
        : `${row.name} is a property, not an attribute: everything on the page can read attributes.`,
    )
  if (value === null) {
    // The amount of an element is null while the cart is loading, and the widget is inert.
    if (row.name === 'amountSats' && from === 'property') return null
    if (!isNeverEmpty(row)) return undefined
  }
  const read = isText && isWrittenObject(value) ? undefined : READ[row.rule.shape](value, row)
  if (read !== undefined && isEmpty(read) && !isNeverEmpty(row)) {
    if (!hasRange(row)) return read
    // An option that locks something must not have its default because a text was empty.
    if (!row.rule.locks) return undefined
  }
  if (read !== undefined && isRight(row.rule, read)) return read
  const shown = row.isAttribute ? `, and is ${JSON.stringify(written(value))}` : ''
  throw new LeydenMisuse(
    `${from === 'attribute' ? 'The attribute ' : ''}${name} must be ${mustBe(row.rule)}${shown}.`,
  )
}

/** Whether not every value of the shape can be used. */
function hasRange({ rule: { oneOf, fits } }: OptionRow): boolean {
  return oneOf !== undefined || fits !== undefined
}

/** Reads a value of each shape; undefined if it cannot be read. */
const READ: { readonly [S in Shape]: (value: unknown, row: OptionRow) => unknown } = {
  text: readText,
  number: readWhole,
  flag: readFlag,
  numbers: (value) => readList(value, readWhole),
  texts: (value) => readList(value, readText),
  'text or object': (value) => (isRecord(value) ? value : readText(value)),
  signed: (value) =>
    typeof value === 'function' || (typeof value === 'string' && value !== '') ? value : undefined,
  function: (value) => (typeof value === 'function' ? value : undefined),
  object: (value) => (isRecord(value) ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : undefined),
  loadable: (value) => value,
}

/** Frameworks write a number as text into an attribute, so a number is the same text as a property. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'bigint' || Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : undefined
}

/** Frameworks set the text of an attribute as a property, so digits are a number everywhere. */
function readWhole(value: unknown): bigint | number | undefined {
  if (typeof value === 'string') return /^\s*\d{1,16}\s*$/.test(value) ? BigInt(value.trim()) : undefined
  if (typeof value === 'bigint') return value >= 0n ? value : undefined
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function readFlag(value: unknown, { name }: OptionRow): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'false') return false
  // HTML writes a flag that is on as `guest`, `guest=""` or `guest="guest"`.
  return value === '' || value === 'true' || spellingsOf(name).some((spelling) => value === spelling)
    ? true
    : undefined
}

function readList<Entry>(
  value: unknown,
  readEntry: (entry: unknown) => Entry | undefined,
): Entry[] | undefined {
  const list = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
  if (!Array.isArray(list)) return undefined
  const entries = list.map(readEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

/** The texts that JavaScript writes for a value that is no text. */
function isWrittenObject(text: string): boolean {
  return (
    /^(?:undefined|null|NaN)$/.test(text) ||
    /^\[object \w+\]/.test(text) ||
    /^(?:async\s*)?(?:function\b[^(]*\(|\(\)\s*=>)/.test(text)
  )
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === 0 || value === 0n
}

/** `2100`, `2100n` and `'2100'` are one amount. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]))
  const isNumber = (value: unknown) => typeof value === 'bigint' || typeof value === 'number'
  return one === other || (isNumber(one) && isNumber(other) && String(one) === String(other))
}

const MAX_WRITTEN = 60

/** A value in a message. Some objects cannot be converted to text. */
function written(value: unknown): string {
  if (typeof value === 'function' || isRecord(value)) return `a ${typeof value}`
  const text = String(value)
  return text.length > MAX_WRITTEN ? `${text.slice(0, MAX_WRITTEN)}…` : text
}
