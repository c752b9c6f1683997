import { isIP } from 'node:net'
import type { BffOptions, ChargeLimits, Rates } from '@leyden/bff'
import { parseLightningAddress } from '@leyden/lightning/address'
import type { JwtSettings } from '../identity/jwt-identity.js'
import { contradictions } from './contradictions.js'
import { type Environment, isLoopback, readEnvironment } from './environment.js'
import { readJwt } from './jwt-settings.js'
import { readSettlementSettings } from './settlement-settings.js'
import { unreadNotices } from './unread.js'
import { readWebhookSettings, type WebhookSettings } from './webhook-settings.js'

/** What the program was told, checked. */
export interface Configuration {
  host: string
  port: number
  operationsPort: number | undefined
  logLevel: string
  dataDir: string
  /** Postgres instead of a file in the data directory. */
  databaseUrl: string | undefined
  /** Undefined where payments go by LNURL and there is no ramp: nothing needs a key then. */
  service: ServiceSettings | undefined
  /** Development only: a sandbox that stands for the provider of every address. */
  lnurlSandboxUrl: string | undefined
  /** Undefined where there is no ramp, for the reason that `notices` tell. */
  rampOrigins: string[] | undefined
  publicUrl: string
  secrets: string[]
  adminToken: string | undefined
  guests: boolean
  devIdentity: boolean
  jwt: JwtSettings | undefined
  /** Of the wallet that tells of payments; a secret. */
  nwcUrl: string | undefined
  events: { log: boolean; url: string | undefined; secret: string | undefined }
  webhooks: WebhookSettings
  /** Options of the BFF that need nothing else. */
  bff: Pick<
    BffOptions,
    | 'network'
    | 'mode'
    | 'graceMs'
    | 'settles'
    | 'timeoutMs'
    | 'allowedOrigins'
    | 'trustedProxies'
    | 'rampFields'
    | 'rates'
    | 'retentionDays'
  > & { chargeLimits: ChargeLimits }
  /** What an operator should know and nothing is wrong with. */
  notices: string[]
}

interface ServiceSettings {
  apiKey: string
  baseUrl: string
  chargeBaseUrl: string | undefined
  /** Whether payments go through the service; if not, only the ramp does. */
  pays: boolean
}

/** Everything that is wrong with the environment, one line each. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const SHORTEST_SECRET = 32
const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const

/** @throws ConfigurationError with all problems at once. */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  const read = readEnvironment(env)
  const network = read.oneOf('LEYDEN_NETWORK', NETWORKS) ?? 'mainnet'
  const mode = read.oneOf('LEYDEN_MODE', ['test', 'live'])
  const publicUrl = readPublicUrl(read)
  const notices = unreadNotices(env)
  const { settles, nwcUrl } = readSettlementSettings(read)
  const configuration: Configuration = {
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.whole('PORT', 4000, { min: 0, max: 65_535 }),
    operationsPort: read.text('LEYDEN_OPERATIONS_PORT')
      ? read.whole('LEYDEN_OPERATIONS_PORT', 0, { min: 0, max: 65_535 })
      : undefined,
    logLevel: read.oneOf('LEYDEN_LOG_LEVEL', ['debug', 'info', 'warn', 'error']) ?? 'info',
    dataDir: read.text('LEYDEN_DATA_DIR') ?? './data',
    databaseUrl: readDatabaseUrl(read),
    service: readService(read),
    lnurlSandboxUrl: readLnurlSandbox(read, network === 'mainnet' || mode === 'live'),
    publicUrl,
    rampOrigins: readRampOrigins(read, publicUrl, notices),
    secrets: readSecrets(read),
    adminToken: readLong(read, 'LEYDEN_ADMIN_TOKEN'),
    guests: read.flag('LEYDEN_GUESTS'),
    devIdentity: read.flag('LEYDEN_DEV_IDENTITY'),
    jwt: readJwt(read),
    nwcUrl,
    events: {
      log: read.flag('LEYDEN_EVENTS_LOG'),
      url: read.safeUrl('LEYDEN_EVENTS_URL'),
      secret: read.text('LEYDEN_EVENTS_SECRET'),
    },
    webhooks: readWebhookSettings(read),
    bff: {
      network,
      mode,
      settles,
      graceMs: 1_000 * read.whole('LEYDEN_GRACE_SECONDS', 60, { min: 0, max: 86_400 }),
      timeoutMs: 1_000 * read.whole('LEYDEN_TIMEOUT_SECONDS', 8, { min: 1, max: 60 }),
      allowedOrigins: readOrigins(read, 'LEYDEN_ALLOWED_ORIGINS', ['null']),
      trustedProxies: readProxies(read),
      retentionDays: {
        subjects: read.whole('LEYDEN_KEEP_DAYS', 90, { min: 32, max: 3_650 }),
        bodies: read.whole('LEYDEN_KEEP_BODY_DAYS', 7, { min: 0, max: 3_650 }),
      },
      chargeLimits: {
        addresses: readAddresses(read),
        minSats: BigInt(read.whole('LEYDEN_MIN_SATS', 1, SATS)),
        maxSats: BigInt(read.whole('LEYDEN_MAX_SATS', SATS.max, SATS)),
        intentOnly: read.flag('LEYDEN_INTENT_ONLY'),
      },
      rampFields: {
        quoteCurrencies: read.list('LEYDEN_QUOTE_CURRENCIES'),
        baseCurrencies: read.list('LEYDEN_BASE_CURRENCIES'),
        metadataKeys: read.list('LEYDEN_METADATA_KEYS'),
      },
      rates: readRates(read),
    },
    notices,
  }
  read.problems.push(...contradictions(configuration))
  if (read.problems.length > 0) throw new ConfigurationError(read.problems)
  return configuration
}

/** All bitcoin there will ever be. */
const SATS = { min: 1, max: 2_100_000_000_000_000 }

function readService(read: Environment): ServiceSettings | undefined {
  const pays = read.oneOf('LEYDEN_PROVIDER', ['service', 'lnurl']) !== 'lnurl'
  if (!pays && read.text('LEYDEN_API_KEY') === undefined) return undefined
  return {
    apiKey: read.required('LEYDEN_API_KEY'),
    baseUrl: (read.required('LEYDEN_BASE_URL') && read.safeUrl('LEYDEN_BASE_URL')) || '',
    chargeBaseUrl: read.safeUrl('LEYDEN_CHARGE_BASE_URL'),
    pays,
  }
}

function readLnurlSandbox(read: Environment, isLive: boolean): string | undefined {
  const value = read.safeUrl('LEYDEN_LNURL_SANDBOX_URL')
  if (value === undefined) return undefined
  const refuse = (why: string) => void read.problems.push(`LEYDEN_LNURL_SANDBOX_URL ${why}.`)
  if (!/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(value)) refuse('must be http on this machine')
  if (isLive) refuse('is refused where money is real')
  if (read.text('LEYDEN_PROVIDER') !== 'lnurl') refuse('needs LEYDEN_PROVIDER=lnurl')
  return value
}

function readDatabaseUrl(read: Environment): string | undefined {
  const value = read.text('DATABASE_URL')
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol))
    read.problems.push('DATABASE_URL must be an address such as postgres://user:password@host/database.')
  return value
}

function readPublicUrl(read: Environment): string {
  const publicUrl = read.required('LEYDEN_PUBLIC_URL') && read.safeUrl('LEYDEN_PUBLIC_URL')
  if (publicUrl && (new URL(publicUrl).search || new URL(publicUrl).hash))
    read.problems.push('LEYDEN_PUBLIC_URL must not have a query or a fragment.')
  return publicUrl || ''
}

function readRampOrigins(read: Environment, publicUrl: string, notices: string[]): string[] | undefined {
  const origins = readOrigins(read, 'LEYDEN_RAMP_ORIGINS', [])
  if (origins.length === 0) {
    notices.push('The ramp is off: LEYDEN_RAMP_ORIGINS does not say where its page comes from.')
    return undefined
  }
  const service = read.text('LEYDEN_BASE_URL') ?? ''
  if (read.text('LEYDEN_API_KEY') === undefined) {
    notices.push('The ramp is off: it needs LEYDEN_API_KEY and LEYDEN_BASE_URL.')
    return undefined
  }
  if (isLoopback(publicUrl) && !isLoopback(service)) {
    notices.push(
      'The ramp is off: its sessions need a webhook address that the internet can reach, and LEYDEN_PUBLIC_URL is of this machine only.',
    )
    return undefined
  }
  return origins
}

function readOrigins(read: Environment, name: string, besides: readonly string[]): string[] {
  const origins = read.list(name)
  const isOrigin = (text: string) =>
    besides.includes(text) || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)
  if (!origins.every(isOrigin)) read.problems.push(`${name} must hold origins such as https://shop.example.`)
  return origins
}

function readProxies(read: Environment): string[] {
  const proxies = read.list('LEYDEN_TRUSTED_PROXIES')
  const isRange = (text: string) => {
    const [address = '', prefix, ...rest] = text.split('/')
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
    return bits > 0 && isPrefix && rest.length === 0
  }
  if (!proxies.every(isRange))
    read.problems.push('LEYDEN_TRUSTED_PROXIES must hold IP addresses, or ranges such as 10.0.0.0/8.')
  return proxies
}

function readAddresses(read: Environment): string[] {
  const addresses = read.list('LEYDEN_ADDRESSES').map((address) => address.toLowerCase())
  const isAddress = (text: string) => parseLightningAddress(text.startsWith('@') ? `a${text}` : text).ok
  if (!addresses.every(isAddress))
    read.problems.push('LEYDEN_ADDRESSES must hold Lightning Addresses, or domains such as @shop.example.')
  return addresses
}

function readSecrets(read: Environment): string[] {
  if (!read.required('LEYDEN_SECRET')) return []
  const secrets = read.list('LEYDEN_SECRET')
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SHORTEST_SECRET))
    read.problems.push(`LEYDEN_SECRET must have at least ${SHORTEST_SECRET} characters, each one of a list.`)
  return secrets
}

function readLong(read: Environment, name: string): string | undefined {
  const value = read.text(name)
  if (value !== undefined && value.length < SHORTEST_SECRET)
    read.problems.push(`${name} must have at least ${SHORTEST_SECRET} characters.`)
  return value
}

function readRates(read: Environment): Partial<Rates> {
  const rate = (name: string, preset: number) => read.whole(name, preset, { min: 1, max: 1_000_000_000 })
  return {
    lookUpsPerMinute: rate('LEYDEN_LOOK_UPS_PER_MINUTE', 120),
    chargesPerMinute: rate('LEYDEN_CHARGES_PER_MINUTE', 30),
    domainPerMinute: rate('LEYDEN_DOMAIN_PER_MINUTE', 300),
    keyPerMinute: rate('LEYDEN_KEY_PER_MINUTE', 1_200),
    sessionsPerHour: rate('LEYDEN_SESSIONS_PER_HOUR', 10),
    guestSessionsPerHour: rate('LEYDEN_GUEST_SESSIONS_PER_HOUR', 30),
    streamsPerIp: rate('LEYDEN_STREAMS_PER_IP', 500),
  }
}
