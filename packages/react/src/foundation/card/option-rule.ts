import { isRecord } from '@leyden/core/internal'
import { asSats, type Sats } from '@leyden/core/money'
import { judgeName, type LockRule } from './unknown-name.js'

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

/**
 * What the value of an option has to be. React checks its props by it, and the embed what it reads from attributes,
 * properties and calls.
 */
export interface OptionRule extends LockRule {
  /** What the value is. */
  readonly shape: Shape
  /** The values that the option has, if they are few. */
  readonly oneOf?: readonly string[] | undefined
  /** Whether a value of this shape can be used. @default every value can */
  readonly fits?: ((value: never) => boolean) | undefined
  /** What the value has to be, after "must be". @default what values of this shape are */
  readonly is?: string | undefined
  /** Whether an empty value is refused, and does not count as left out. */
  readonly neverEmpty?: true | undefined
}

/** A rule for every option that is no callback. A missing rule is a type error. */
export type OptionRules<Options> = {
  readonly [Name in keyof Required<Options> as Name extends `on${string}` ? never : Name]: OptionRule
}

/** An option that cannot be used as it is. */
export interface WrongOption {
  readonly name: string
  readonly value: unknown
  /** Whether nothing can be used until it is right. */
  readonly locks: boolean
  /** Whether the name is that of no option. */
  readonly isUnknown?: true | undefined
  /** The option that is probably meant by an unknown name. */
  readonly meant?: string | undefined
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

/** The rule of every callback. */
export const callbackRule: OptionRule = { shape: 'function' }

/**
 * Finds the options that cannot be used, as in a page without TypeScript, or with a cart that is still loading, and the
 * names that are no options.
 *
 * @param table the option table, which also names the callbacks
 */
export function wrongOptions(
  table: Readonly<Record<string, string>>,
  rules: Readonly<Record<string, OptionRule>>,
  options: object,
): WrongOption[] {
  const given = options as Readonly<Record<string, unknown>>
  const names = Object.keys(table)
  const wrong = names.flatMap((name) => {
    const value = given[name]
    const rule = rules[name] ?? callbackRule
    // Code without types writes null for what it leaves out.
    const isLeftOut = value === undefined || (value === null && !rule.neverEmpty)
    return isLeftOut || isRight(rule, value) ? [] : [{ name, value, locks: rule.locks === true }]
  })
  const known = { names, rules, isGiven: (name: string) => given[name] !== undefined }
  const unknown = Object.entries(given).flatMap(([name, value]) => {
    const isLeftOut = value === undefined || value === null || names.includes(name)
    const found = isLeftOut ? undefined : judgeName(name, value, known)
    return found ? [{ name, value, ...found, isUnknown: true as const }] : []
  })
  return [...wrong, ...unknown]
}

/** Whether one of these options locks something, so that the widget cannot be used without it. */
export function locksSomething(wrong: readonly WrongOption[]): boolean {
  return wrong.some(({ locks }) => locks)
}

/** The options without those that cannot be used and lock nothing, and without null where it means left out. */
export function usableOptions<Options extends object>(
  options: Options,
  wrong: readonly WrongOption[],
  rules: Readonly<Record<string, OptionRule>>,
): Options {
  const isOut = (name: string, value: unknown) =>
    value === null
      ? rules[name] !== undefined && !rules[name].neverEmpty
      : wrong.some((each) => each.name === name && !each.locks)
  const entries = Object.entries(options)
  if (!entries.some(([name, value]) => isOut(name, value))) return options
  return Object.fromEntries(entries.filter(([name, value]) => !isOut(name, value))) as Options
}
