import { nearestName, parseUrl } from '@leyden/core/internal'
import { RAMP_COMPARISONS } from '@leyden/lightning'
import * as v from 'valibot'
import type { BffOptions } from './bff-options.js'
import { badField } from './http/bad-field.js'
import { isOrigin } from './http/origins.js'
import { check, Network } from './http/schema.js'
import { DEFAULT_CHARGE_LIMITS, DEFAULT_RATES, strangersBeside } from './limits/limits.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import { weakSecret } from './tokens/weak-secret.js'

const NO_STORE =
  'must be a store: sqliteStore({ path }) of @leyden/bff/sqlite, postgresStore({ connectionString }) of @leyden/bff/postgres, or memoryStore() of @leyden/bff/memory for tests'
const NO_PAY =
  'must be a source of invoices: serviceProvider({ apiKey, baseUrl }), or lnurlProvider() of @leyden/lnurl'
const NO_SECRETS = 'must be a list of at least one secret: create one with `openssl rand -base64 33`'

type Given<Name extends keyof BffOptions> = NonNullable<BffOptions[Name]>

/** The option of this name, an object with these methods. */
function having<Name extends keyof BffOptions>(why: string, ...methods: (keyof Given<Name> & string)[]) {
  return v.custom<Given<Name>>((value) => hasMethods(value, methods), why)
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  return isObject(value) && methods.every((name) => typeof value[name] === 'function')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The option of this name, a function. */
function aFunction<Name extends keyof BffOptions>(why = 'must be a function') {
  return v.optional(v.custom<Given<Name>>((value) => typeof value === 'function', why))
}

function milliseconds(least: number, preset: number) {
  const why = `must be a number of milliseconds, ${least} or more`
  return v.optional(v.pipe(v.number(why), v.minValue(least, why)), preset)
}

function listOf(item: v.GenericSchema<string> = v.string('must be a string')) {
  return v.array(item, 'must be a list')
}

const Origin = v.pipe(
  v.string('must be a string'),
  v.check(isOrigin, ({ input }) => `is "${input}", which is not an origin such as "https://shop.example"`),
)

const AMOUNT = 'must be a number, 0 or more'
const SATS = 'must be a bigint, 0 or more'
const LIKE: Readonly<Record<string, v.GenericSchema>> = {
  number: v.pipe(v.number(AMOUNT), v.minValue(0, AMOUNT)),
  bigint: v.pipe(v.bigint(SATS), v.minValue(0n, SATS)),
  boolean: v.boolean('must be true or false'),
  object: listOf(),
}

/** An object with the fields of the defaults, of the same types. */
function like<Values extends object>(defaults: Values) {
  const entries = Object.entries(defaults).map(([name, preset]) => [
    name,
    v.optional(LIKE[typeof preset] as v.GenericSchema, preset),
  ])
  const object = v.strictObject(Object.fromEntries(entries), ({ expected, input }) =>
    expected === 'never' ? `is not known${meant(input, Object.keys(defaults))}` : 'must be an object',
  )
  return v.optional(object as unknown as v.GenericSchema<Partial<Values>, Values>, {})
}

const Compare = v.strictObject(
  v.entriesFromList(RAMP_COMPARISONS, v.optional(v.boolean('must be true or false'))),
  ({ expected, input }) =>
    expected === 'never' ? `is not known${meant(input, RAMP_COMPARISONS)}` : 'must be an object',
)

/** The rule and default of every option, without rules that concern several options. */
const OPTIONS = {
  pay: having<'pay'>(NO_PAY, 'validateLightningAddress', 'createCharge'),
  ramp: v.optional(having<'ramp'>('must be serviceProvider({ apiKey, baseUrl })', 'createRampSession')),
  store: having<'store'>(NO_STORE, 'commit', 'get', 'read', 'claim', 'finish', 'take'),
  publicUrl: v.pipe(
    v.custom<string>(isPublicUrl, 'must be an http or https address without query and fragment'),
    v.transform((url) => new URL(url).href.replace(/\/+$/, '')),
  ),
  secrets: v.pipe(
    v.array(
      v.custom<string>(
        (secret) => weakSecret(secret) === undefined,
        ({ input }) => weakSecret(input) ?? '',
      ),
      NO_SECRETS,
    ),
    v.minLength(1, NO_SECRETS),
  ),
  network: v.optional(v.picklist(Network.options, `must be one of ${Network.options.join(', ')}`), 'mainnet'),
  mode: v.optional(v.picklist(['test', 'live'], 'must be test or live')),
  settles: v.optional(v.union([v.boolean(), listOf()], 'must be a list of strings, or true or false'), false),
  settlement: v.optional(
    having<'settlement'>('must be a source such as nwc({ url }) of @leyden/bff/nwc', 'listen'),
  ),
  embed: v.optional(having<'embed'>('must be `embed` of @leyden/embed/files', 'read')),
  exchangeRates: aFunction<'exchangeRates'>(
    'must be coinbase(), fixedRates({ … }) or ratesFrom(source), of @leyden/bff/exchange-rates',
  ),
  graceMs: milliseconds(0, 60_000),
  identify: aFunction<'identify'>(),
  challenge: aFunction<'challenge'>(),
  onEvent: aFunction<'onEvent'>(),
  allowedOrigins: v.optional(listOf(v.union([v.literal('null'), Origin])), []),
  rampOrigins: v.optional(listOf(Origin), []),
  rampFields: like(DEFAULT_RAMP_FIELDS),
  rampDetails: aFunction<'rampDetails'>(),
  compare: v.optional(Compare, {}),
  verifiers: v.optional(
    v.custom<Given<'verifiers'>>(
      (value) => Array.isArray(value) && value.every((each) => hasMethods(each, ['verify'])),
      'must be a list of verifiers, such as hmacVerifier({ header, secrets })',
    ),
    [],
  ),
  chargeLimits: like(DEFAULT_CHARGE_LIMITS),
  rates: like(DEFAULT_RATES),
  trustedProxies: v.optional(listOf(), []),
  operations: aFunction<'operations'>('must be operations({ token }), of @leyden/bff/operations'),
  timeoutMs: milliseconds(1, 8_000),
  retentionDays: like({ bodies: 7, unpaid: 7, subjects: 90 }),
  waitUntil: aFunction<'waitUntil'>(),
  log: v.optional(having<'log'>('must be a logger with info, warn and error', 'info', 'warn', 'error')),
  measure: aFunction<'measure'>(),
  now: aFunction<'now'>(),
} satisfies { [Name in keyof BffOptions]-?: v.GenericSchema<BffOptions[Name]> }

/**
 * Refuses options that cannot work, also those from plain JavaScript.
 *
 * @throws LeydenError `BAD_REQUEST` naming the option and saying what to do.
 */
export function checkOptions(options: BffOptions) {
  if (!isObject(options))
    throw badField('options', 'must be an object with pay, store, publicUrl and secrets')
  for (const name of Object.keys(options))
    if (!Object.hasOwn(OPTIONS, name))
      throw badField(name, `is not an option of createBff${meant(name, Object.keys(OPTIONS))}`)
  const checked = check(v.object(OPTIONS), options)
  if (checked.ramp && checked.rampOrigins.length === 0)
    throw badField('rampOrigins', "must list the allowed origins of the ramp's page")
  if (checked.settlement && !checked.settles)
    throw badField(
      'settles',
      'must list the recipients whose payments `settlement` reports: Lightning Addresses, or true for all',
    )
  const { keyPerMinute } = checked.rates
  const strangersPerMinute = options.rates?.strangersPerMinute ?? strangersBeside(keyPerMinute)
  return {
    ...checked,
    mode: checked.mode ?? (checked.network === 'mainnet' ? 'live' : 'test'),
    rates: { ...checked.rates, strangersPerMinute },
  }
}

function meant(name: unknown, known: readonly string[]): string {
  const nearest = nearestName(String(name), known)
  return nearest === undefined ? `; there are ${known.join(', ')}` : `; did you mean ${nearest}?`
}

function isPublicUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  )
}
