import type { Rates } from '@leyden/bff'
import { coinbase } from '@leyden/bff/exchange-rates'
import { isLoopback, isSecure, nearestName, type Variable } from '@leyden/core/internal'
import * as v from 'valibot'

/** One environment variable, and its description. */
export interface Setting<Value> extends Variable<Value> {
  meaning: string
  /** The default in the documentation. */
  preset: string
}

export const setting = <Value>(
  meaning: string,
  schema: v.GenericSchema<string | undefined, Value>,
  preset = 'none',
): Setting<Value> => ({ meaning, preset, schema })

/** A setting whose value is secret. */
export function secret<Value>(
  setting: Setting<Value>,
  secrets: (value: NonNullable<Value>) => readonly string[] = (value) => [value].flat().map(String),
): Setting<Value> {
  return { ...setting, secrets }
}

interface TextOptions {
  /** The check of the text, or of each text of a list. */
  check?: v.GenericValidation<string> | undefined
  preset?: string | undefined
}

const ANY = v.check<string>(() => true)

export function text(meaning: string, { check = ANY, preset }: TextOptions = {}) {
  return setting(meaning, v.optional(v.pipe(v.string(), check)), preset)
}

/** A text with a default value. */
export function textOr(preset: string, meaning: string) {
  return setting(meaning, v.optional(v.string(), preset), preset)
}

const itemsOf = (value: string) => value.split(',').map((item) => item.trim())

/** Texts separated by commas. */
export function listOf(check: v.GenericValidation<string>) {
  return v.pipe(
    v.string(),
    v.transform((value) => itemsOf(value).filter((item) => item !== '')),
    v.array(v.pipe(v.string(), check)),
  )
}

/** Empty if the variable is not set. */
export function list(meaning: string, { check = ANY, preset }: TextOptions = {}) {
  return setting(meaning, v.optional(listOf(check), ''), preset)
}

const FLAG = v.pipe(
  v.string(),
  v.picklist(['0', '1'], 'must be 1 (on) or 0 (off)'),
  v.transform((value) => value === '1'),
)

export function flag(meaning: string) {
  return setting(meaning, v.optional(FLAG, '0'), '0')
}

/** The sources of exchange rates, by name. */
export const RATE_SOURCES = { coinbase }
const sources = Object.keys(RATE_SOURCES) as (keyof typeof RATE_SOURCES)[]
const NO_RATES = `must be off, ${sources.join(', ')}, or prices such as USD=100000,EUR=92000`

/** `off`, a source by its name, or prices of one bitcoin by currency. */
export function exchangeRates(meaning: string) {
  const prices = v.pipe(
    listOf(v.check((item) => /^[A-Z]{3}=\d{1,12}(\.\d{1,8})?$/.test(item), NO_RATES)),
    v.minLength(1, NO_RATES),
    v.transform((items) => Object.fromEntries(items.map((item) => item.split('=') as [string, string]))),
  )
  return setting(
    meaning,
    v.optional(v.union([v.picklist(['off', ...sources]), prices], NO_RATES), 'off'),
    'off',
  )
}

interface Range {
  from: number
  to: number
}

export function wholeNumber({ from, to }: Range) {
  const why = `must be a whole number from ${from} to ${to}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,16}$/, why),
    v.transform(Number),
    v.minValue(from, why),
    v.maxValue(to, why),
  )
}

export function whole(meaning: string, { preset, ...range }: Range & { preset: number }) {
  return setting(meaning, v.optional(wholeNumber(range), String(preset)), String(preset))
}

const LIMITS = {
  lookUpsPerMinute: true,
  chargesPerMinute: true,
  domainPerMinute: true,
  keyPerMinute: true,
  strangersPerMinute: true,
  verifiesPerMinute: true,
  sessionsPerHour: true,
  guestSessionsPerHour: true,
  webhooksPerMinute: true,
  streamsPerWatch: true,
  streamsPerIp: true,
} satisfies Record<keyof Rates, true>

const isLimit = (name: string): name is keyof Rates => Object.hasOwn(LIMITS, name)
const LIMIT = /^(\w+) *= *(?!0+$)(\d{1,9})$/

/** Rate limits by their names in `limits.rates` of `createBff`. A name that is unknown or comes twice stops the start. */
export function limits(meaning: string) {
  const names = Object.keys(LIMITS)
  const schema = v.pipe(
    v.string(),
    v.rawTransform<string, Partial<Rates>>(({ dataset: { value }, addIssue, NEVER }) => {
      const given: Partial<Rates> = {}
      for (const item of value === '' ? [] : itemsOf(value)) {
        const [, name = '', number] = LIMIT.exec(item) ?? []
        const refuse = (message: string) => {
          addIssue({ message, input: item })
          return NEVER
        }
        if (name === '')
          return refuse(
            'must contain limits such as chargesPerMinute=60, from 1 to 999999999, separated by commas',
          )
        if (!isLimit(name)) return refuse(`must contain ${nearestName(name, names) ?? names.join(', ')}`)
        if (given[name] !== undefined)
          return refuse(`must contain ${name} once, such as ${name}=${given[name]} alone`)
        given[name] = Number(number)
      }
      return given
    }),
  )
  return setting(meaning, v.optional(schema, ''), 'none')
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return v.pipe(v.string(), v.picklist(choices, `must be one of ${choices.join(', ')}`))
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  preset: Choice,
  meaning: string,
) {
  return setting(meaning, v.optional(oneOf(choices), preset), preset)
}

/** Absolute; `https:`, or `http:` for loopback hosts only. Without a trailing slash. */
export function url(meaning: string, preset = 'none') {
  const schema = v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && isSecure(new URL(value)),
      'must be an https URL, or an http URL of this machine',
    ),
    v.check(
      (value) => !URL.canParse(value) || new URL(value).username + new URL(value).password === '',
      'must not contain a user name or password',
    ),
    v.transform((value) => value.replace(/\/+$/, '')),
  )
  return setting(meaning, v.optional(schema), preset)
}

/** Whether a URL can be reached from this machine only. */
export function isLocal(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}
