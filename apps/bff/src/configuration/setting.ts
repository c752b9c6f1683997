import { coinbaseRates, type Rates } from '@leyden/bff'
import { isLoopback, isSecure } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning/address'
import * as v from 'valibot'

/** One environment variable: its description, and the schema that checks and reads it. */
export interface Setting<Value> {
  meaning: string
  /** The default in the documentation. */
  preset: string
  /** Parses the trimmed text, which is undefined if the variable is not set. Messages never repeat the text. */
  schema: v.GenericSchema<string | undefined, Value>
}

export const setting = <Value>(
  preset: string,
  meaning: string,
  schema: v.GenericSchema<string | undefined, Value>,
): Setting<Value> => ({ preset, meaning, schema })

type Is = (text: string) => boolean

export function text(preset: string, meaning: string, is: Is = () => true, why = '') {
  return setting(preset, meaning, v.optional(v.pipe(v.string(), v.check(is, why))))
}

/** A text with a default value. */
export function textOr(preset: string, meaning: string) {
  return setting(preset, meaning, v.optional(v.string(), preset))
}

function listOf(is: Is, why: string) {
  const items = (value: string) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return v.pipe(
    v.string(),
    v.transform(items),
    v.check((values) => values.every(is), why),
  )
}

/** Comma-separated; empty if the variable is not set. */
export function list(preset: string, meaning: string, is: Is = () => true, why = '') {
  return setting(preset, meaning, v.optional(listOf(is, why), ''))
}

/** Comma-separated, and not empty if the variable is set. */
export function optionalList(preset: string, meaning: string, is: Is, why: string) {
  return setting(preset, meaning, v.optional(v.pipe(listOf(is, why), v.minLength(1, why))))
}

export function flag(meaning: string) {
  const schema = v.pipe(
    v.picklist(['0', '1'], 'must be 1 (on) or 0 (off)'),
    v.transform((value) => value === '1'),
  )
  return setting('0', meaning, v.optional(schema as v.GenericSchema<string, boolean>, '0'))
}

/** Comma-separated Lightning Addresses; `1` for all of them, `0` for none. */
export function recipients(meaning: string) {
  const isAddress = (item: string) => parseLightningAddress(item).ok
  const addresses = listOf(isAddress, 'must be 1 (all recipients), 0 (none), or Lightning Addresses')
  const all = v.pipe(
    v.picklist(['0', '1']),
    v.transform((value) => value === '1'),
  )
  const schema: v.GenericSchema<string, boolean | string[]> = v.union([all, addresses], (issue) =>
    issue.issues?.length ? 'must be 1 (all recipients), 0 (none), or Lightning Addresses' : issue.message,
  )
  return setting('0', meaning, v.optional(schema, '0'))
}

/** The sources of exchange rates, by name. */
export const RATE_SOURCES = { coinbase: coinbaseRates }
type RateSource = keyof typeof RATE_SOURCES
const sources = Object.keys(RATE_SOURCES) as RateSource[]
const NO_RATES = `must be off, ${sources.join(', ')}, or prices such as USD=100000,EUR=92000`

/** `off`, a source by its name, or prices of one bitcoin by currency. */
export function exchangeRates(meaning: string) {
  const prices = v.pipe(
    listOf((item) => /^[A-Z]{3}=\d{1,12}(\.\d{1,8})?$/.test(item), NO_RATES),
    v.minLength(1, NO_RATES),
    v.transform((items) => Object.fromEntries(items.map((item) => item.split('=') as [string, string]))),
  )
  const schema: v.GenericSchema<string, 'off' | RateSource | Record<string, string>> = v.union(
    [v.picklist(['off', ...sources]), prices],
    NO_RATES,
  )
  return setting('off', meaning, v.optional(schema, 'off'))
}

type Range = readonly [min: number, max: number]

export function wholeNumber([min, max]: Range) {
  const why = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,16}$/, why),
    v.transform(Number),
    v.minValue(min, why),
    v.maxValue(max, why),
  )
}

export function whole(preset: number, range: Range, meaning: string) {
  return setting(String(preset), meaning, v.optional(wholeNumber(range), String(preset)))
}

/** A rate limit, with its name in the `rates` of `createBff`. */
export function rate(name: keyof Rates, preset: number, meaning: string) {
  return { ...whole(preset, [1, 1_000_000_000], meaning), rate: name }
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return v.picklist(choices, `must be one of ${choices.join(', ')}`) as v.GenericSchema<string, Choice>
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  preset: Choice,
  meaning: string,
) {
  return setting<Choice>(preset, meaning, v.optional(oneOf(choices), preset) as Setting<Choice>['schema'])
}

/** Absolute; `https:`, or `http:` for loopback hosts only. Without a trailing slash. */
export function url(preset: string, meaning: string) {
  return setting(
    preset,
    meaning,
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          (value) => URL.canParse(value) && isSecure(new URL(value)),
          'must be an https URL, or an http URL of this machine',
        ),
        v.check(
          (value) => !new URL(value).username && !new URL(value).password,
          'must not contain a user name or password',
        ),
        v.transform((value) => value.replace(/\/+$/, '')),
      ),
    ),
  )
}

/** Whether a URL can be reached from this machine only. */
export function isLocal(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}
