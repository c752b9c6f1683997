import {
  type BffOptions,
  fixedRates,
  hmacVerifier,
  type Log,
  type SignatureVerifier,
  serviceProvider,
  standardWebhooksVerifier,
} from '@leyden/bff'
import { lnurlProvider, verifiedFirst } from '@leyden/bff/lnurl'
import { undiciTransport } from '@leyden/bff/node'
import type { Configuration } from './configuration/configuration.js'
import { RATE_SOURCES } from './configuration/setting.js'

/** The providers of the BFF: the service with its API key, for payments each address's own provider, or both. */
export function createProviders(
  { service, provider, exchangeRates, rampOrigins, lnurlSandboxUrl: sandboxUrl, bff }: Configuration,
  log: Log,
): Pick<BffOptions, 'pay' | 'ramp' | 'rampOrigins' | 'exchangeRates'> {
  const hosted = service && serviceProvider({ ...service, transport: undiciTransport() })
  const lnurl = lnurlProvider({ network: bff.network, log, sandboxUrl })
  const pay = { service: hosted, lnurl, 'verified-first': hosted && verifiedFirst(hosted, lnurl, { log }) }
  return {
    // Without the service only `lnurl` is possible; the configuration refuses the others.
    pay: pay[provider] ?? lnurl,
    ramp: rampOrigins && hosted,
    rampOrigins: hosted && rampOrigins,
    exchangeRates: ratesOf(exchangeRates),
  }
}

function ratesOf(given: Configuration['exchangeRates']): BffOptions['exchangeRates'] {
  if (given === 'off') return undefined
  return typeof given === 'string' ? RATE_SOURCES[given]({ transport: undiciTransport() }) : fixedRates(given)
}

/** The signature checks of the ramp's webhooks, in addition to their capability. */
export function createVerifiers({ webhooks }: Configuration): SignatureVerifier[] {
  const { hmac, standardSecrets } = webhooks
  return [
    ...(hmac ? [hmacVerifier(hmac)] : []),
    ...(standardSecrets.length > 0 ? [standardWebhooksVerifier({ secrets: standardSecrets })] : []),
  ]
}
