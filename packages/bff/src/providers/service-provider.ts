import { type AddressValidation, type Charge, createClient, LeydenError, type Transport } from '@leyden/core'
import type { PayProvider, ProviderCharge, ProviderOptions, RampProvider } from '@leyden/core/provider'
import { parsePayRequest } from '@leyden/lightning'
import { guardTransport } from './guard-transport.js'

/** Options of {@link serviceProvider}. */
export interface ServiceProviderOptions {
  /** The service's API key. It is sent in the `apikey` header to the service's own origins only. */
  apiKey: string
  /** The service's base URL: `https:`, or `http:` for loopback hosts. */
  baseUrl: string
  /** The host for charges. @default baseUrl */
  chargeBaseUrl?: string | undefined
  /**
   * Further error codes of a look-up that mean "this is not a Lightning Address". Leyden knows the usual ones; any other
   * code is an error of the look-up, because it may be about your account at the service.
   *
   * @default none
   */
  addressCodes?: readonly string[] | undefined
  /**
   * Sends the requests. On Node, `undiciTransport()` of `@leyden/bff/node` needs a fifth of the CPU time.
   *
   * @default fetch
   */
  transport?: Transport | undefined
  /** Allows the key where a `document` exists: for tests in jsdom or happy-dom, with the sandbox's key. */
  allowApiKeyHere?: 'test' | undefined
}

const OPERATIONS = ['/v0/ln-address/validate/', '/v0/ln-address/fetch-charge', '/api/v1/ramp-widget'] as const

/** Usually an environment variable that is not set where the program runs. */
const MISSING = {
  apiKey: 'Set LEYDEN_API_KEY in .env, or where your host has its settings. The sandbox takes any key.',
  baseUrl:
    'Set LEYDEN_BASE_URL in .env, or where your host has its settings: the URL of the service or the sandbox.',
} as const

/**
 * The hosted service, for `pay` and `ramp` of `createBff`.
 *
 * @throws LeydenError `BAD_REQUEST` for a key or a URL that cannot be used.
 */
export function serviceProvider(options: ServiceProviderOptions): PayProvider & RampProvider {
  const { apiKey, transport = (url, init) => fetch(url, init) } = options
  for (const field of ['apiKey', 'baseUrl'] as const)
    if (!options[field])
      throw new LeydenError('BAD_REQUEST', `serviceProvider: ${field} is missing. ${MISSING[field]}`, {
        field,
      })
  const baseUrl = normalised(options.baseUrl)
  const chargeBaseUrl = normalised(options.chargeBaseUrl ?? options.baseUrl)
  const paths = [baseUrl, chargeBaseUrl].flatMap((base) => OPERATIONS.map((path) => base + path))
  const client = createClient({
    apiKey,
    allowApiKeyHere: options.allowApiKeyHere,
    baseUrl,
    chargeBaseUrl,
    addressCodes: options.addressCodes,
    transport: guardTransport(transport, apiKey, paths),
    // The BFF sets the timeout, by a signal for each request.
    timeoutMs: Number.POSITIVE_INFINITY,
  })
  const note = ({ trace }: ProviderOptions, path: (typeof OPERATIONS)[number], base = baseUrl) => {
    if (trace) Object.assign(trace, { host: new URL(base).host, url: base + path })
  }
  return {
    async validateLightningAddress(address, options) {
      note(options, '/v0/ln-address/validate/')
      return usable(address, await client.validateLightningAddress(address, options))
    },
    async createCharge({ payerData: _, ...request }, options) {
      note(options, '/v0/ln-address/fetch-charge', chargeBaseUrl)
      const charge = await client.createCharge(request, options)
      return { ...charge, ...NOT_OF_SERVICE }
    },
    createRampSession(request, options) {
      note(options, '/api/v1/ramp-widget')
      return client.createRampSession(request, options)
    },
    async time({ signal }) {
      // Every reply has the header, even without a key.
      const { headers, body } = await transport(`${baseUrl}/`, { signal, redirect: 'manual' })
      await body?.cancel()
      const atMs = Date.parse(headers.get('date') ?? '')
      return Number.isNaN(atMs) ? undefined : new Date(atMs)
    },
  }
}

/** What only the recipient's own server can say of a charge, whatever the reply of the service says. */
const NOT_OF_SERVICE: Record<Exclude<keyof ProviderCharge, keyof Charge>, undefined> = {
  advertised: undefined,
  fromRecipient: undefined,
  verifyUrl: undefined,
  successAction: undefined,
}

/**
 * Refuses a reply that calls an address valid, and has data with which nobody can pay. The service has written the
 * reply, and only the service was asked, so the fault is not the recipient's. What the recipient itself demands or says
 * is the BFF's to judge.
 *
 * @throws LeydenError `BAD_RESPONSE`.
 */
function usable(address: string, answer: AddressValidation): AddressValidation {
  const read = answer.valid ? parsePayRequest(answer.metadata, { address, usesCallback: false }) : undefined
  if (!read || read.ok || /^(unsupported_payer_data|upstream_error)$/.test(read.reason)) return answer
  const { reason } = read
  const message = `The payment service calls an address valid, but its metadata cannot be used (${reason}).`
  throw new LeydenError('BAD_RESPONSE', message, { field: 'metadata', reason })
}

/** The URL as the parser serialises it, so that a request's URL can be compared with it as text. */
function normalised(base: string): string {
  return URL.canParse(base) ? new URL(base).href.replace(/\/+$/, '') : base
}
