import { isRecord, nearestName } from '@leyden/core/internal'
import type { BffOptions } from './bff-options.js'
import { badField } from './http/bad-field.js'
import { isOrigin } from './http/origins.js'
import { DEFAULT_CHARGE_LIMITS, DEFAULT_RATES } from './limits/limits.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import { weakSecret } from './tokens/weak-secret.js'

/** Returns why a value cannot be used, such as `must be a function`; undefined if it can. */
type Rule = (value: unknown) => string | undefined

const NETWORKS: unknown[] = ['mainnet', 'testnet', 'signet', 'regtest']
const NO_STORE =
  'must be a store: sqliteStore({ path }) of @leyden/bff/sqlite, postgresStore({ connectionString }) of @leyden/bff/postgres, or memoryStore() of @leyden/bff/memory for tests'
const NO_PAY =
  'must be a source of invoices: serviceProvider({ apiKey, baseUrl }), or lnurlProvider() of @leyden/bff/lnurl'

const must =
  (why: string, isRight: (value: unknown) => boolean): Rule =>
  (value) =>
    isRight(value) ? undefined : why
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? undefined : rule(value)
const has =
  (...methods: string[]) =>
  (value: unknown) =>
    isObject(value) && methods.every((name) => typeof value[name] === 'function')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const aFunction = optional(must('must be a function', (value) => typeof value === 'function'))
const milliseconds = (least: number) =>
  optional(
    must(
      `must be a number of milliseconds, ${least} or more`,
      (value) => Number(value) >= least && isNumber(value),
    ),
  )
const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value)

/** A list, each item of which the rule accepts. */
function listOf(rule: (item: string) => string | undefined): Rule {
  return optional((value) => {
    if (!Array.isArray(value)) return 'must be a list'
    return value.map((item) => (typeof item === 'string' ? rule(item) : 'must contain strings')).find(Boolean)
  })
}

const aString = listOf(() => undefined)
const originRule = (item: string) =>
  isOrigin(item) ? undefined : `contains "${item}", which is not an origin such as "https://shop.example"`

/** An object with fields that the example has, of the same types. */
function like(example: object): Rule {
  return optional((value) => {
    if (!isRecord(value)) return 'must be an object'
    for (const [name, field] of Object.entries(value)) {
      if (!Object.hasOwn(example, name)) return `has no "${name}"${meant(name, Object.keys(example))}`
      const pattern: unknown = example[name as keyof typeof example]
      const isSame = Array.isArray(pattern) ? Array.isArray(field) : typeof field === typeof pattern
      const isInRange = !(typeof field === 'number' || typeof field === 'bigint') || field >= 0
      const type = Array.isArray(pattern) ? 'list' : typeof pattern
      if (field !== undefined && !(isSame && isInRange))
        return `has a wrong "${name}": it must be a ${type}${type === 'number' || type === 'bigint' ? ', 0 or more' : ''}`
    }
    return undefined
  })
}

/** The rule of every option, without rules that concern several options. */
const RULES: { readonly [Name in keyof Required<BffOptions>]: Rule } = {
  pay: must(NO_PAY, has('validateLightningAddress', 'createCharge')),
  ramp: optional(must('must be serviceProvider({ apiKey, baseUrl })', has('createRampSession'))),
  store: must(NO_STORE, has('put', 'get', 'append', 'read', 'claim', 'finish', 'take')),
  publicUrl: must('must be an http or https address without query and fragment', isPublicUrl),
  secrets: (value) =>
    Array.isArray(value) && value.length > 0
      ? value.map(weakSecret).find(Boolean)
      : 'must be a list of at least one secret: create one with `openssl rand -base64 33`',
  network: optional(must(`must be one of ${NETWORKS.join(', ')}`, (value) => NETWORKS.includes(value))),
  mode: optional(must('must be test or live', (value) => value === 'test' || value === 'live')),
  settles: optional((value) => (typeof value === 'boolean' ? undefined : aString(value))),
  settlement: optional(must('must be a source such as nwc({ url }) of @leyden/bff/nwc', has('listen'))),
  embed: optional(must('must be `embed` of @leyden/embed/files', has('read'))),
  exchangeRates: optional(
    must(
      "must be a source such as coinbaseRates(), or fixedRates({ USD: '100000' }) for tests",
      has('readRates'),
    ),
  ),
  graceMs: milliseconds(0),
  identify: aFunction,
  challenge: aFunction,
  onEvent: aFunction,
  allowedOrigins: listOf((item) => (item === 'null' ? undefined : originRule(item))),
  rampOrigins: listOf(originRule),
  rampFields: like(DEFAULT_RAMP_FIELDS),
  rampDetails: aFunction,
  keepAccessTokens: optional(must('must be true or false', (value) => typeof value === 'boolean')),
  verifiers: optional(
    must(
      'must be a list of verifiers, such as hmacVerifier({ header, secrets })',
      (value) => Array.isArray(value) && value.every(has('verify')),
    ),
  ),
  chargeLimits: like(DEFAULT_CHARGE_LIMITS),
  rates: like(DEFAULT_RATES),
  trustedProxies: aString,
  adminToken: optional(
    must('must have at least 32 characters', (value) => typeof value === 'string' && value.length >= 32),
  ),
  timeoutMs: milliseconds(1),
  lookUpTtlMs: like({ valid: 0, invalid: 0 }),
  retentionDays: like({ bodies: 0, unpaid: 0, subjects: 0 }),
  waitUntil: aFunction,
  log: optional(must('must be a logger with info, warn and error', has('info', 'warn', 'error'))),
  measure: aFunction,
  now: aFunction,
}

/**
 * Refuses options that cannot work, also those from plain JavaScript.
 *
 * @throws LeydenError `BAD_REQUEST` naming the option and saying what to do.
 */
export function checkOptions(options: BffOptions): void {
  if (!isObject(options))
    throw badField('options', 'must be an object with pay, store, publicUrl and secrets')
  for (const name of Object.keys(options))
    if (!Object.hasOwn(RULES, name))
      throw badField(name, `is not an option of createBff${meant(name, Object.keys(RULES))}`)
  for (const [name, rule] of Object.entries(RULES)) {
    const why = rule(options[name as keyof BffOptions])
    if (why !== undefined) throw badField(name, why)
  }
  if (options.ramp && !options.rampOrigins?.length)
    throw badField('rampOrigins', "must list the allowed origins of the ramp's page")
  if (options.settlement && !options.settles)
    throw badField(
      'settles',
      'must list the recipients whose payments `settlement` reports: Lightning Addresses, or true for all',
    )
}

function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? `; there are ${known.join(', ')}` : `; did you mean ${nearest}?`
}

function isPublicUrl(value: unknown): boolean {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash
  )
}
