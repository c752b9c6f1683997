import type { Log, Network } from '@leyden/core'
import { consoleLog } from '@leyden/core/internal'
import { notPayable, type ProviderOptions, type VerifyingPayProvider } from '@leyden/core/provider'
import type { Connect } from './connect-tls.js'
import { createGuardedGet } from './guarded-get.js'
import { localServer } from './local-server.js'
import { lookUpAddress } from './look-up-address.js'
import { payCharge } from './pay-charge.js'
import type { ResolveName } from './resolve-name.js'
import { createVerifyPayment } from './verify-payment.js'

/** Options of {@link lnurlProvider}. */
export interface LnurlProviderOptions {
  /** The network that every invoice has to belong to. @default 'mainnet' */
  network?: Network | undefined
  /** Resolves a name to its addresses, all of which have to be public. @default the machine's name servers */
  resolve?: ResolveName | undefined
  /** Connects to one checked address. @default TLS */
  connect?: Connect | undefined
  /**
   * Development only: the LNURL server of a sandbox on this machine, such as `http://127.0.0.1:4012`. It then answers
   * for every domain, and no other server is contacted. Refused on mainnet.
   */
  sandboxUrl?: string | undefined
  /**
   * The public URL of this server. A callback on another port than 443 is not requested at the addresses of its host, as
   * it is not at those of this machine's interfaces.
   */
  publicUrl?: string | undefined
  /** @default the console, for warnings and errors */
  log?: Log | undefined
  /** The clock. */
  now?: (() => Date) | undefined
}

/**
 * Gets invoices for any Lightning Address without an API key, on Node: for `pay` of `createBff`, or alone. The domain of
 * each address returns its limits and the invoice and, if it supports that, whether it was paid (LUD-06, 12, 16, 18,
 * 21). Because users choose which hosts this server calls, it calls only public addresses over TLS, and checks each
 * redirect in the same way.
 *
 * @throws Error if `sandboxUrl` is not on this machine, or the network is mainnet; if `publicUrl` is not a URL.
 *
 * ```ts
 * const bff = createBff({ pay: lnurlProvider(), store, publicUrl, secrets })
 * ```
 */
export function lnurlProvider(options: LnurlProviderOptions = {}): VerifyingPayProvider {
  const { network = 'mainnet', log = consoleLog, now = () => new Date(), sandboxUrl, publicUrl } = options
  if (sandboxUrl !== undefined && network === 'mainnet')
    throw new Error(
      'lnurlProvider() cannot use an LNURL sandbox on mainnet. Set another network, or remove sandboxUrl.',
    )
  const isSandbox = sandboxUrl !== undefined
  const nowMs = () => now().getTime()
  const { resolve, connect } = options
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  const wires = isSandbox
    ? localServer(sandboxUrl, 'The sandboxUrl of lnurlProvider()')
    : { resolve, connect, publicHost }
  const get = createGuardedGet({ ...wires, now: nowMs })
  const lookUp = (address: string, options: ProviderOptions) =>
    lookUpAddress(get, address, { ...options, isSandbox })
  return {
    takesPayerData: true,
    party: 'recipient',
    validateLightningAddress: lookUp,
    async createCharge(request, { metadata, ...options }) {
      const { lnaddress } = request
      const answer = metadata ? ({ valid: true, metadata } as const) : await lookUp(lnaddress, options)
      if (answer.valid) return payCharge({ get, network, now, log }, request, answer.metadata, options)
      throw notPayable(answer)
    },
    verify: createVerifyPayment({ get, now: nowMs, log }),
  }
}
