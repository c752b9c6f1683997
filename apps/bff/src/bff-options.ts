import {
  type BffOptions,
  type Extension,
  hmacVerifier,
  type Log,
  type SignatureVerifier,
  serviceProvider,
  standardWebhooksVerifier,
  verifiedFirst,
} from '@leyden/bff'
import { fixedRates } from '@leyden/bff/exchange-rates'
import { undiciTransport } from '@leyden/bff/node'
import { lnurlProvider } from '@leyden/lnurl'
import { type Configuration, rampProblem, type Settings } from './configuration/configuration.js'
import { RATE_SOURCES } from './configuration/setting.js'
import { createIdentify } from './identity/identify.js'

/** The options of the BFF that the settings determine. */
export function bffOptions({ settings, payments }: Pick<Configuration, 'settings' | 'payments'>, log: Log) {
  const { LEYDEN_API_KEY: apiKey, LEYDEN_BASE_URL: baseUrl, LEYDEN_CHARGE_BASE_URL: chargeBaseUrl } = settings
  const { LEYDEN_NETWORK: network } = settings
  const hasService = apiKey !== undefined && baseUrl !== undefined
  const service = hasService
    ? serviceProvider({ apiKey, baseUrl, chargeBaseUrl, transport: undiciTransport() })
    : undefined
  const lnurl = lnurlProvider({
    network,
    log,
    publicUrl: settings.LEYDEN_PUBLIC_URL,
    sandboxUrl: settings.LEYDEN_LNURL_SANDBOX_URL,
  })
  const pay = { service, lnurl, 'verified-first': service && verifiedFirst(lnurl, service, { log }) }
  const hasRamp = rampProblem(settings) === undefined
  return {
    // Without the service only `lnurl` is possible; the configuration refuses the others.
    pay: pay[payments.provider] ?? lnurl,
    publicUrl: settings.LEYDEN_PUBLIC_URL ?? '',
    secrets: settings.LEYDEN_SECRET ?? [],
    network,
    mode: settings.LEYDEN_MODE,
    identify: createIdentify(settings),
    allowedOrigins: settings.LEYDEN_ALLOWED_ORIGINS,
    settlement: { ...payments.settlement, graceMs: 1_000 * settings.LEYDEN_GRACE_SECONDS },
    ramp: {
      ...(hasRamp && { provider: service, origins: settings.LEYDEN_RAMP_ORIGINS }),
      fields: {
        quoteCurrencies: settings.LEYDEN_QUOTE_CURRENCIES,
        baseCurrencies: settings.LEYDEN_BASE_CURRENCIES,
        metadataKeys: settings.LEYDEN_METADATA_KEYS,
      },
      verifiers: verifiersOf(settings),
      compare: Object.fromEntries(settings.LEYDEN_COMPARE_OFF.map((field) => [field, false])),
    },
    limits: {
      charges: {
        addresses: settings.LEYDEN_ADDRESSES.map((address) => address.toLowerCase()),
        minSats: BigInt(settings.LEYDEN_MIN_SATS),
        maxSats: BigInt(settings.LEYDEN_MAX_SATS),
        intentOnly: settings.LEYDEN_INTENT_ONLY,
      },
      rates: settings.LEYDEN_LIMITS,
      timeoutMs: 1_000 * settings.LEYDEN_TIMEOUT_SECONDS,
    },
    extensions: exchangeRatesOf(settings),
    trustedProxies: settings.LEYDEN_TRUSTED_PROXIES,
    retentionDays: {
      subjects: settings.LEYDEN_KEEP_DAYS,
      bodies: settings.LEYDEN_KEEP_BODY_DAYS,
      unpaid: settings.LEYDEN_KEEP_UNPAID_DAYS,
    },
  } satisfies Partial<BffOptions>
}

function exchangeRatesOf({ LEYDEN_EXCHANGE_RATES: source }: Settings): Extension[] {
  if (source === 'off') return []
  return [
    typeof source === 'string' ? RATE_SOURCES[source]({ transport: undiciTransport() }) : fixedRates(source),
  ]
}

/** The signature checks of the ramp's webhooks, in addition to their capability. */
function verifiersOf(settings: Settings): SignatureVerifier[] {
  const { LEYDEN_WEBHOOK_HMAC_HEADER: header, LEYDEN_WEBHOOK_STANDARD_SECRET: secrets } = settings
  return [
    ...(header === undefined ? [] : [hmacVerifier({ header, secrets: settings.LEYDEN_WEBHOOK_HMAC_SECRET })]),
    ...(secrets === undefined ? [] : [standardWebhooksVerifier({ secrets: [secrets] })]),
  ]
}
