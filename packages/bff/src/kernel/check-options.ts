import type { Log } from '@leyden/core'
import { nearestName, parseUrl } from '@leyden/core/internal'
import type { PayProvider, RampProvider } from '@leyden/core/provider'
import { RAMP_COMPARISONS } from '@leyden/lightning'
import * as v from 'valibot'
import type { BffOptions } from './bff-options.js'
import type { EmbedFiles } from './embed/embed-files.js'
import type { Extension } from './extension.js'
import { badField } from './http/bad-field.js'
import type { Identify } from './http/identity.js'
import { isOrigin } from './http/origins.js'
import { check, Network } from './http/schema.js'
import { DEFAULT_CHARGE_LIMITS, DEFAULT_RATES, strangersBeside } from './limits/limits.js'
import type { ReadRampDetails } from './ramp/ramp-details.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import type { SettlementSource } from './settlement/settlement-source.js'
import type { Store } from './store/store.js'
import { weakSecret } from './tokens/weak-secret.js'

const NO_STORE =
  'must be a store: sqliteStore({ path }) of @leyden/bff/sqlite, postgresStore({ connectionString }) of @leyden/bff/postgres, or memoryStore() of @leyden/bff/memory for tests'
const NO_PAY =
  'must be a source of invoices: serviceProvider({ apiKey, baseUrl }), or lnurlProvider() of @leyden/lnurl'
const NO_SECRETS = 'must be a list of at least one secret: create one with `openssl rand -base64 33`'

type Given = { [Name in keyof BffOptions]-?: NonNullable<BffOptions[Name]> }
type Ramp = { [Name in keyof Given['ramp']]-?: NonNullable<Given['ramp'][Name]> }

/** A value with these methods. */
function having<Value extends object>(why: string, ...methods: (keyof Value & string)[]) {
  return v.custom<Value>((value) => hasMethods(value, methods), why)
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  return isObject(value) && methods.every((name) => typeof value[name] === 'function')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function aFunction<Value>(why = 'must be a function') {
  return v.custom<Value>((value) => typeof value === 'function', why)
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

/** An object with these fields, each with a rule and a default. */
function group<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, ({ expected, input }) =>
    expected === 'never' ? `is not known${meant(input, Object.keys(entries))}` : 'must be an object',
  )
}

/** The options of a subject. A value with this method was meant for one of them. */
function subject<const Entries extends v.ObjectEntries>(method: string, why: string, entries: Entries) {
  const object = group(entries)
  const options = v.custom<v.InferInput<typeof object>>((value) => !hasMethods(value, [method]), why)
  return v.pipe(options, object)
}

/** An object with the fields of the defaults, of the same types. */
function like<Values extends object>(defaults: Values) {
  const entries = Object.entries(defaults).map(([name, preset]) => [
    name,
    v.optional(LIKE[typeof preset] as v.GenericSchema, preset),
  ])
  const object = group(Object.fromEntries(entries))
  return v.optional(object as unknown as v.GenericSchema<Partial<Values>, Values>, {})
}

/** The rule and default of every option, without rules that concern several options. */
const OPTIONS = {
  pay: having<PayProvider>(NO_PAY, 'validateLightningAddress', 'createCharge'),
  store: having<Store>(NO_STORE, 'commit', 'get', 'read', 'claim', 'finish', 'take'),
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
  onEvent: v.optional(aFunction<Given['onEvent']>()),
  identify: v.optional(aFunction<Identify>()),
  allowedOrigins: v.optional(listOf(v.union([v.literal('null'), Origin])), []),
  settlement: v.optional(
    subject('listen', 'must be { recipients, source }, with this as its source', {
      recipients: v.optional(
        v.union([v.boolean(), listOf()], 'must be a list of strings, or true or false'),
        false,
      ),
      source: v.optional(
        having<SettlementSource>('must be a source such as nwc({ url }) of @leyden/bff/nwc', 'listen'),
      ),
      graceMs: milliseconds(0, 60_000),
    }),
    {},
  ),
  ramp: v.optional(
    subject('createRampSession', 'must be { provider, origins }, with this as its provider', {
      provider: v.optional(
        having<RampProvider>('must be serviceProvider({ apiKey, baseUrl })', 'createRampSession'),
      ),
      origins: v.optional(listOf(Origin), []),
      fields: like(DEFAULT_RAMP_FIELDS),
      challenge: v.optional(aFunction<Ramp['challenge']>()),
      verifiers: v.optional(
        v.custom<Ramp['verifiers']>(
          (value) => Array.isArray(value) && value.every((each) => hasMethods(each, ['verify'])),
          'must be a list of verifiers, such as hmacVerifier({ header, secrets })',
        ),
        [],
      ),
      compare: v.optional(
        group(v.entriesFromList(RAMP_COMPARISONS, v.optional(v.boolean('must be true or false')))),
        {},
      ),
      details: v.optional(aFunction<ReadRampDetails>()),
    }),
    {},
  ),
  limits: v.optional(
    group({
      charges: like(DEFAULT_CHARGE_LIMITS),
      rates: like(DEFAULT_RATES),
      timeoutMs: milliseconds(1, 8_000),
    }),
    {},
  ),
  extensions: v.optional(
    v.array(
      aFunction<Extension>(
        'must be an extension such as operations({ token }) of @leyden/bff/operations, or coinbase(), fixedRates({ … }) or ratesFrom(source) of @leyden/bff/exchange-rates',
      ),
      'must be a list such as [operations({ token }), coinbase()]',
    ),
    [],
  ),
  embed: v.optional(having<EmbedFiles>('must be `embed` of @leyden/embed/files', 'read')),
  trustedProxies: v.optional(listOf(), []),
  retentionDays: like({ bodies: 7, unpaid: 7, subjects: 90 }),
  waitUntil: v.optional(aFunction<Given['waitUntil']>()),
  log: v.optional(having<Log>('must be a logger with info, warn and error', 'info', 'warn', 'error')),
  measure: v.optional(aFunction<Given['measure']>()),
  now: v.optional(aFunction<Given['now']>()),
} satisfies { [Name in keyof BffOptions]-?: v.GenericSchema<BffOptions[Name]> }

/** Where an option is that people look for at the top, or by its former name. */
const PLACES: Readonly<Record<string, string>> = {
  settles: 'settlement.recipients',
  graceMs: 'settlement.graceMs',
  rampOrigins: 'ramp.origins',
  rampFields: 'ramp.fields',
  rampDetails: 'ramp.details',
  challenge: 'ramp.challenge',
  verifiers: 'ramp.verifiers',
  compare: 'ramp.compare',
  chargeLimits: 'limits.charges',
  rates: 'limits.rates',
  timeoutMs: 'limits.timeoutMs',
  operations: 'extensions',
  exchangeRates: 'extensions',
}

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
      throw badField(name, `is not an option of createBff${meant(name, Object.keys(OPTIONS), PLACES)}`)
  const checked = check(v.object(OPTIONS), options)
  const { ramp, settlement, limits } = checked
  if (ramp.provider && ramp.origins.length === 0)
    throw badField('ramp.origins', "must list the allowed origins of the ramp's page")
  if (settlement.source && !settlement.recipients)
    throw badField(
      'settlement.recipients',
      'must list the recipients whose payments `source` reports: Lightning Addresses, or true for all',
    )
  const { keyPerMinute } = limits.rates
  const strangersPerMinute = options.limits?.rates?.strangersPerMinute ?? strangersBeside(keyPerMinute)
  return {
    ...checked,
    mode: checked.mode ?? (checked.network === 'mainnet' ? 'live' : 'test'),
    limits: { ...limits, rates: { ...limits.rates, strangersPerMinute } },
  }
}

function meant(
  name: unknown,
  known: readonly string[],
  places: Readonly<Record<string, string>> = {},
): string {
  const nearest = nearestName(String(name), [...known, ...Object.keys(places)])
  if (nearest === undefined) return `; there are ${known.join(', ')}`
  return `; did you mean ${places[nearest] ?? nearest}?`
}

function isPublicUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  )
}
