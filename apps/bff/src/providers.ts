import {
  type BffOptions,
  hmacVerifier,
  type Log,
  type SignatureVerifier,
  serviceProvider,
  standardWebhooksVerifier,
} from '@leyden/bff'
import { lnurlProvider } from '@leyden/bff/lnurl'
import { undiciTransport } from '@leyden/bff/node'
import type { Configuration } from './configuration/configuration.js'

/** The upstream of the BFF: the service with its key, or for payments each address's own provider. */
export function createProviders(
  { service, rampOrigins, lnurlSandboxUrl, bff }: Configuration,
  log: Log,
): Pick<BffOptions, 'pay' | 'ramp' | 'rampOrigins'> {
  const hosted = service && serviceProvider({ ...service, transport: undiciTransport() })
  const { network } = bff
  return {
    pay: hosted && service?.pays ? hosted : lnurlProvider({ network, log, sandboxUrl: lnurlSandboxUrl }),
    ramp: rampOrigins && hosted,
    rampOrigins: hosted && rampOrigins,
  }
}

/** How webhooks of the ramp are checked besides their capability. */
export function createVerifiers({ webhooks }: Configuration): SignatureVerifier[] {
  const { hmac, standardSecrets } = webhooks
  return [
    ...(hmac ? [hmacVerifier(hmac)] : []),
    ...(standardSecrets.length > 0 ? [standardWebhooksVerifier({ secrets: standardSecrets })] : []),
  ]
}
