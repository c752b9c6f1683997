import { isRecord } from '@leyden/core/internal'
import { asSats, type Sats } from '@leyden/core/money'
import { isOfOthers, mayMean } from './attribute-name.js'
import type { JudgeName, LockRule } from './unknown-name.js'

/** What the value of an option is. A custom element also reads it from a text, if the option can be an attribute. */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'numbers'
  | 'texts'
  | 'text or object'
  | 'signed'
  | 'function'
  | 'object'
  | 'list'
  | 'loadable'

/** How a custom element reads an attribute. `numbers` and `texts` are lists with spaces or commas between. */
export type AttributeType = 'text' | 'number' | 'flag' | 'numbers' | 'texts'

/**
 * An option: what its value has to be, and how a custom element takes it. React checks its props by it, and the embed
 * what it reads from attributes, properties and calls. Description and default are in the docstring of the option, so
 * that pages do not load them.
 */
export interface OptionRule extends LockRule {
  /** What the value is. */
  readonly shape: Shape
  /** The values that the option has, if they are few. */
  readonly oneOf?: readonly string[] | undefined
  /** What the value has to be, after "must be". @default what values of this shape are */
  readonly is?: string | undefined
  /** Whether an empty value is refused, and does not count as left out. */
  readonly neverEmpty?: true | undefined
  /**
   * How a custom element takes it: as a property only, because it is a secret; not at all; or the event that replaces
   * a callback.
   *
   * @default as a property, and as an attribute if it can be a text
   */
  readonly element?: 'property' | 'none' | `leyden-${string}` | undefined
}

/** Every option of a widget or of the provider. A missing option is a type error. */
export type OptionTable<Options> = {
  readonly [Name in keyof Required<Options>]: Name extends `on${string}`
    ? OptionRule & { readonly element: `leyden-${string}` }
    : OptionRule
}

/** The type of an option's attribute; never for an option that cannot be one. */
export type AttributeOf<Row> = Row extends { readonly element: string }
  ? never
  : Row extends { readonly shape: infer Type extends AttributeType }
    ? Type
    : Row extends { readonly shape: 'text or object' }
      ? 'text'
      : never

/** How a custom element takes an option: as an attribute of this type, or as {@link OptionRule.element} says. */
export function elementOf({
  shape,
  element,
}: OptionRule): AttributeType | 'property' | 'none' | `leyden-${string}` {
  const [attribute] = /^(?:text|number|flag)s?/.exec(shape) ?? []
  return element ?? (attribute as AttributeType | undefined) ?? 'property'
}

/** The callbacks of a table, as rows of an option table. */
export function callbackRows<Table extends Readonly<Record<string, { readonly element: string }>>>(
  table: Table,
) {
  const rows = Object.entries(table).map(([name, { element }]) => [name, { shape: 'function', element }])
  return Object.fromEntries(rows) as {
    readonly [Name in keyof Table]: { readonly shape: 'function'; readonly element: Table[Name]['element'] }
  }
}

/** An option that cannot be used as it is. */
export interface WrongOption {
  readonly name: string
  readonly value: unknown
  /** Whether nothing can be used until it is right. */
  readonly locks: boolean
  /** The option that is probably meant by an unknown name. */
  readonly meant?: string | undefined
  /** False for an unknown name until what judges it is loaded. @default true */
  readonly isJudged?: boolean | undefined
}

/** There are never more satoshis than this. */
const MAX_SATS = 2_100_000_000_000_000n

/** A positive whole number of satoshis; null for anything else. */
export function wholeSats(amount: unknown): Sats | null {
  const isWhole = typeof amount === 'bigint' || Number.isSafeInteger(amount)
  const sats = isWhole ? BigInt(amount as bigint | number) : 0n
  return sats > 0n && sats <= MAX_SATS ? asSats(sats) : null
}

const isText = (value: unknown) => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'

const MUST_BE: { readonly [S in Shape]: string } = {
  text: 'a text',
  number: 'whole sats, 1 to 2_100_000_000_000_000, as a number or a bigint',
  flag: 'true or false',
  numbers: 'an array of whole sats over zero, numbers or bigints',
  texts: 'a list of texts',
  'text or object': 'a text or an object',
  signed: 'the text alone that your server signed, or an async function that returns it',
  function: 'a function',
  object: 'an object',
  list: 'a list',
  loadable: 'an object, or a function that loads one',
}

/** What the value of an option has to be, in words. */
export function mustBe({ shape, oneOf, is }: OptionRule): string {
  return (
    is ??
    oneOf
      ?.map((value) => `'${value}'`)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1') ??
    MUST_BE[shape]
  )
}

const IS_OF: { readonly [S in Shape]: (value: unknown) => boolean } = {
  text: isText,
  number: (value) => wholeSats(value) !== null,
  flag: (value) => typeof value === 'boolean',
  numbers: (value) => Array.isArray(value) && value.every((entry) => wholeSats(entry) !== null),
  texts: (value) => Array.isArray(value) && value.every(isText),
  'text or object': (value) => isText(value) || isRecord(value),
  signed: (value) => isFunction(value) || isSignedText(value),
  function: isFunction,
  object: isRecord,
  list: Array.isArray,
  loadable: (value) => isFunction(value) || (typeof value === 'object' && value !== null),
}

/**
 * Whether a value can be a text that a server has signed. A page that passes on a whole reply, as JSON or HTML, has
 * braces, angle brackets or quotation marks in it.
 */
export function isSignedText(value: unknown): value is string {
  return typeof value === 'string' && /^[^{}<>"\r\n]+$/.test(value)
}

/** Whether a value can be used for an option. */
export function isRight({ shape, oneOf, fits, neverEmpty }: OptionRule, value: unknown): boolean {
  if (!IS_OF[shape](value) || (neverEmpty && value === '')) return false
  if (oneOf && !oneOf.includes(value as string)) return false
  return !fits || fits(value as never)
}

/**
 * Finds the options that cannot be used, as in a page without TypeScript, or with a cart that is still loading, and the
 * names that are no options.
 *
 * @param judge undefined until it is loaded: until then, a name that may mean an option counts as one that locks something
 */
export function wrongOptions(
  table: Readonly<Record<string, OptionRule>>,
  options: object,
  judge: JudgeName | undefined,
): WrongOption[] {
  const given = options as Readonly<Record<string, unknown>>
  const wrong = Object.entries(table).flatMap(([name, rule]) => {
    const value = given[name]
    // Code without types writes null for what it leaves out.
    const isLeftOut = value === undefined || (value === null && !rule.neverEmpty)
    return isLeftOut || isRight(rule, value) ? [] : [{ name, value, locks: rule.locks === true }]
  })
  const known = { rules: table, isGiven: (name: string) => given[name] !== undefined }
  const unknown = unknownNames(table, given).flatMap((name): WrongOption[] => {
    const value = given[name]
    if (!judge) return isOfOthers(name) ? [] : [{ name, value, locks: true, isJudged: false }]
    const found = judge(name, value, known, isOfOthers(name))
    return found ? [{ name, value, ...found }] : []
  })
  return [...wrong, ...unknown]
}

/** The names that are no options, with values, and that have to be judged. */
export function unknownNames(table: Readonly<Record<string, OptionRule>>, given: object): string[] {
  const isLeftOut = (value: unknown) => value === undefined || value === null
  return Object.entries(given).flatMap(([name, value]) =>
    isLeftOut(value) || Object.hasOwn(table, name) || !mayMean(name, Object.keys(table)) ? [] : [name],
  )
}

/** Whether one of these options locks something, so that the widget cannot be used without it. */
export function locksSomething(wrong: readonly WrongOption[]): boolean {
  return wrong.some(({ locks }) => locks)
}

/** The options without those that cannot be used and lock nothing, and without null where it means left out. */
export function usableOptions<Options extends object>(
  options: Options,
  wrong: readonly WrongOption[],
  table: Readonly<Record<string, OptionRule>>,
): Options {
  const isOut = (name: string, value: unknown) =>
    value === null
      ? table[name] !== undefined && !table[name].neverEmpty
      : wrong.some((each) => each.name === name && !each.locks)
  const entries = Object.entries(options)
  if (!entries.some(([name, value]) => isOut(name, value))) return options
  return Object.fromEntries(entries.filter(([name, value]) => !isOut(name, value))) as Options
}
