import type { BffOptions, Rates } from '@leyden/bff'
import * as v from 'valibot'
import type { JwtSettings } from '../identity/jwt-identity.js'
import { isLocal, type Setting } from './setting.js'
import { SETTINGS } from './settings.js'
import { unknownVariables } from './unknown-variables.js'

export type Env = Readonly<Record<string, string | undefined>>
type Name = keyof typeof SETTINGS
/** The value of each variable, or its default. */
type Values = { [Key in Name]: (typeof SETTINGS)[Key] extends Setting<infer Value> ? Value : never }

/** The settings of the program, checked. */
export type Configuration = ReturnType<typeof configurationOf>

/** The error with all problems of the environment, one per line. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** @throws ConfigurationError with all problems at once; none of them repeats the value of a variable. */
export function readConfiguration(env: Env): Configuration {
  const problems: string[] = []
  const values = readValues(env, problems)
  const isSet = (name: Name) => Boolean(env[name]?.trim())
  for (const [problem, exists] of Object.entries(contradictions(values, isSet)))
    if (exists) problems.push(problem)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return configurationOf(values, unknownVariables(env))
}

/** An invalid variable gets its default, so that all problems are found at once. */
function readValues(env: Env, problems: string[]): Values {
  const entries = Object.entries<Setting<unknown>>(SETTINGS).map(([name, { schema }]) => {
    const { success, output, issues } = v.safeParse(schema, env[name]?.trim() || undefined, {
      abortPipeEarly: true,
    })
    if (!success) problems.push(`${name} ${issues[0].message}.`)
    return [name, success ? output : v.parse(schema, undefined)]
  })
  return Object.fromEntries(entries)
}

const SYMMETRIC = ['HS256', 'HS384', 'HS512']
const ASYMMETRIC = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** With a shared secret, tokens are HS256 unless the list says otherwise. */
function algorithmsOf({ LEYDEN_JWT_ALGORITHMS: listed }: Values, hasSecret: boolean): string[] {
  return listed.length === 0 && hasSecret ? ['HS256'] : listed
}

/** Whether each contradiction between variables exists, by its message. */
function contradictions(values: Values, isSet: (name: Name) => boolean): Record<string, boolean> {
  const { LEYDEN_PUBLIC_URL: publicUrl = 'https://unknown', LEYDEN_LNURL_SANDBOX_URL: sandbox } = values
  const hasService = values.LEYDEN_PROVIDER !== 'lnurl' || isSet('LEYDEN_API_KEY')
  const hasSecret = isSet('LEYDEN_JWT_SECRET')
  const signsIn = hasSecret || isSet('LEYDEN_JWKS_URL')
  const algorithms = algorithmsOf(values, hasSecret)
  // If a public key were used as a shared secret, anybody could sign.
  const known = hasSecret ? SYMMETRIC : ASYMMETRIC
  const isLive = values.LEYDEN_NETWORK === 'mainnet' || values.LEYDEN_MODE === 'live'
  const required: Partial<Record<Name, boolean>> = {
    LEYDEN_API_KEY: hasService,
    LEYDEN_BASE_URL: hasService,
    LEYDEN_PUBLIC_URL: true,
    LEYDEN_SECRET: true,
    LEYDEN_JWT_ISSUER: signsIn,
    LEYDEN_JWT_AUDIENCE: signsIn,
    LEYDEN_EVENTS_SECRET: isSet('LEYDEN_EVENTS_URL'),
  }
  const missing = Object.entries(required).map(
    ([name, isRequired]) => [`${name} is missing.`, isRequired && !isSet(name as Name)] as const,
  )
  return {
    ...Object.fromEntries(missing),
    'LEYDEN_PUBLIC_URL must not have a query or a fragment.':
      new URL(publicUrl).search + new URL(publicUrl).hash !== '',
    'LEYDEN_LNURL_SANDBOX_URL must be an http URL of this machine.':
      sandbox !== undefined && !(isLocal(sandbox) && sandbox.startsWith('http:')),
    'LEYDEN_LNURL_SANDBOX_URL must not be set with real money.': sandbox !== undefined && isLive,
    'LEYDEN_LNURL_SANDBOX_URL needs LEYDEN_PROVIDER=lnurl or verified-first.':
      sandbox !== undefined && values.LEYDEN_PROVIDER === 'service',
    'LEYDEN_EXCHANGE_RATES must be coinbase or off with real money, because fixed prices become wrong.':
      isLive && typeof values.LEYDEN_EXCHANGE_RATES === 'object',
    'LEYDEN_JWT_SECRET and LEYDEN_JWKS_URL are both set: remove one of them.':
      hasSecret && isSet('LEYDEN_JWKS_URL'),
    [`LEYDEN_JWT_ALGORITHMS must be of ${known.join(', ')}.`]:
      signsIn && (algorithms.length === 0 || !algorithms.every((algorithm) => known.includes(algorithm))),
    'LEYDEN_WEBHOOK_HMAC_HEADER and LEYDEN_WEBHOOK_HMAC_SECRET must both be set.':
      isSet('LEYDEN_WEBHOOK_HMAC_HEADER') !== values.LEYDEN_WEBHOOK_HMAC_SECRET.length > 0,
    // Otherwise a page expects a report of each payment, and shows a paid charge as expired.
    'LEYDEN_SETTLES needs LEYDEN_NWC_URL or LEYDEN_ADMIN_TOKEN: without one of them no payment can be reported.':
      Boolean(values.LEYDEN_SETTLES) && !isSet('LEYDEN_ADMIN_TOKEN') && !isSet('LEYDEN_NWC_URL'),
    'LEYDEN_NWC_URL needs LEYDEN_SETTLES: the Lightning Addresses whose payments reach that wallet, or 1 for all.':
      isSet('LEYDEN_NWC_URL') && !values.LEYDEN_SETTLES,
    'LEYDEN_DEV_IDENTITY must not be set on mainnet, because it makes all visitors the same user.':
      values.LEYDEN_DEV_IDENTITY && values.LEYDEN_NETWORK === 'mainnet',
    'LEYDEN_EVENTS_SECRET needs LEYDEN_EVENTS_URL: without it no event is posted.':
      !isSet('LEYDEN_EVENTS_URL') && isSet('LEYDEN_EVENTS_SECRET'),
    'LEYDEN_MIN_SATS must not be more than LEYDEN_MAX_SATS: no charge would be possible.':
      values.LEYDEN_MIN_SATS > values.LEYDEN_MAX_SATS,
    // Port 0 means a free port, a different one each time.
    'LEYDEN_OPERATIONS_PORT must differ from PORT, because its routes are for operators only.':
      values.PORT !== 0 && values.PORT === values.LEYDEN_OPERATIONS_PORT,
    'LEYDEN_OPERATIONS_HOST needs LEYDEN_OPERATIONS_PORT: without it the admin routes are on PORT.':
      isSet('LEYDEN_OPERATIONS_HOST') && !isSet('LEYDEN_OPERATIONS_PORT'),
  }
}

function configurationOf(values: Values, notices: string[]) {
  const { LEYDEN_PROVIDER: provider, LEYDEN_API_KEY: apiKey, LEYDEN_BASE_URL: baseUrl } = values
  const { LEYDEN_WEBHOOK_HMAC_HEADER: header, LEYDEN_PUBLIC_URL: publicUrl = '' } = values
  const { LEYDEN_OPERATIONS_PORT: operationsPort, LEYDEN_OPERATIONS_HOST: operationsHost = values.HOST } =
    values
  const service = apiKey !== undefined && baseUrl !== undefined ? { apiKey, baseUrl } : undefined
  const noRamp = rampProblem(values)
  if (noRamp !== undefined) notices.push(`The ramp is off: ${noRamp}`)
  return {
    host: values.HOST,
    port: values.PORT,
    /** The address of `/readyz`, `/metrics` and the admin routes, if they have a separate port. */
    operations: operationsPort === undefined ? undefined : { port: operationsPort, host: operationsHost },
    /** The routes that the public port serves. */
    publicRoutes: operationsPort === undefined ? ('all' as const) : ('public' as const),
    drainMs: 1_000 * values.LEYDEN_DRAIN_SECONDS,
    logLevel: values.LEYDEN_LOG_LEVEL,
    dataDir: values.LEYDEN_DATA_DIR,
    /** Postgres instead of a file in the data directory. */
    databaseUrl: values.DATABASE_URL,
    /** Undefined with LNURL payments and without a ramp, because nothing needs an API key then. */
    service: service && { ...service, chargeBaseUrl: values.LEYDEN_CHARGE_BASE_URL },
    /** The source of invoices. */
    provider,
    /** The source of exchange rates, or fixed ones. */
    exchangeRates: values.LEYDEN_EXCHANGE_RATES,
    /** Development only: a sandbox that replaces the provider of every address. */
    lnurlSandboxUrl: values.LEYDEN_LNURL_SANDBOX_URL,
    /** Undefined without a ramp; `notices` has the reason. */
    rampOrigins: noRamp === undefined ? values.LEYDEN_RAMP_ORIGINS : undefined,
    guests: values.LEYDEN_GUESTS,
    devIdentity: values.LEYDEN_DEV_IDENTITY,
    jwt: jwtOf(values),
    /** The Nostr Wallet Connect URL of the wallet that reports payments; a secret. */
    nwcUrl: values.LEYDEN_NWC_URL,
    events: {
      log: values.LEYDEN_EVENTS_LOG,
      url: values.LEYDEN_EVENTS_URL,
      secret: values.LEYDEN_EVENTS_SECRET,
    },
    /** How the ramp signs its webhooks, if it does. */
    webhooks: {
      hmac: header === undefined ? undefined : { header, secrets: values.LEYDEN_WEBHOOK_HMAC_SECRET },
      standardSecrets: values.LEYDEN_WEBHOOK_STANDARD_SECRET,
    },
    /** Options of the BFF that are passed on unchanged. */
    bff: {
      publicUrl,
      secrets: values.LEYDEN_SECRET ?? [],
      adminToken: values.LEYDEN_ADMIN_TOKEN,
      network: values.LEYDEN_NETWORK,
      mode: values.LEYDEN_MODE,
      settles: values.LEYDEN_SETTLES,
      graceMs: 1_000 * values.LEYDEN_GRACE_SECONDS,
      timeoutMs: 1_000 * values.LEYDEN_TIMEOUT_SECONDS,
      allowedOrigins: values.LEYDEN_ALLOWED_ORIGINS,
      trustedProxies: values.LEYDEN_TRUSTED_PROXIES,
      retentionDays: {
        subjects: values.LEYDEN_KEEP_DAYS,
        bodies: values.LEYDEN_KEEP_BODY_DAYS,
        unpaid: values.LEYDEN_KEEP_UNPAID_DAYS,
      },
      chargeLimits: {
        addresses: values.LEYDEN_ADDRESSES.map((address) => address.toLowerCase()),
        minSats: BigInt(values.LEYDEN_MIN_SATS),
        maxSats: BigInt(values.LEYDEN_MAX_SATS),
        intentOnly: values.LEYDEN_INTENT_ONLY,
      },
      rampFields: {
        quoteCurrencies: values.LEYDEN_QUOTE_CURRENCIES,
        baseCurrencies: values.LEYDEN_BASE_CURRENCIES,
        metadataKeys: values.LEYDEN_METADATA_KEYS,
      },
      keepAccessTokens: values.LEYDEN_KEEP_ACCESS_TOKENS,
      rates: ratesOf(values),
    } satisfies Partial<BffOptions>,
    /** Notices for the operator that are not errors. */
    notices,
  }
}

function ratesOf(values: Values): Partial<Rates> {
  const rates: Partial<Rates> = {}
  for (const [name, setting] of Object.entries(SETTINGS))
    if ('rate' in setting) rates[setting.rate] = Number(values[name as Name])
  return rates
}

/** Why there is no ramp; undefined if there is one. */
function rampProblem(values: Values): string | undefined {
  const { LEYDEN_API_KEY: apiKey, LEYDEN_BASE_URL: baseUrl = '', LEYDEN_PUBLIC_URL: publicUrl = '' } = values
  if (values.LEYDEN_RAMP_ORIGINS.length === 0)
    return 'LEYDEN_RAMP_ORIGINS does not list the origins of its page.'
  if (apiKey === undefined) return 'it needs LEYDEN_API_KEY and LEYDEN_BASE_URL.'
  if (isLocal(publicUrl) && !isLocal(baseUrl))
    return 'its sessions need a webhook URL that can be reached from the internet, but LEYDEN_PUBLIC_URL is of this machine only.'
  return undefined
}

/** How tokens are checked; undefined without sign-in. */
function jwtOf(values: Values): JwtSettings | undefined {
  const { LEYDEN_JWT_SECRET: secret, LEYDEN_JWKS_URL: jwksUrl, LEYDEN_JWT_COOKIE: cookie } = values
  const { LEYDEN_JWT_ISSUER: issuer, LEYDEN_JWT_AUDIENCE: audience } = values
  const key = secret !== undefined ? { secret } : jwksUrl !== undefined && { jwksUrl }
  if (!key || issuer === undefined || audience === undefined) return undefined
  const claims = Object.fromEntries(values.LEYDEN_JWT_CLAIMS.map((pair) => pair.split('=')))
  const algorithms = algorithmsOf(values, secret !== undefined)
  return { key, issuer, audience, algorithms, cookie, claims: { id: 'sub', email: 'email', ...claims } }
}
