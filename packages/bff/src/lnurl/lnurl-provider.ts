import { LeydenError, type Network } from '@leyden/core'
import { consoleLog, type Log } from '../log.js'
import type { PayProvider, ProviderOptions } from '../provider/provider.js'
import type { Connect } from './connect-tls.js'
import { createGuardedGet } from './guarded-get.js'
import { lookUpAddress } from './look-up-address.js'
import { payCharge } from './pay-charge.js'
import type { ResolveName } from './resolve-name.js'
import { sandboxWires } from './sandbox-network.js'
import { verifyPayment } from './verify-payment.js'

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
  /** @default the console, for warnings and errors */
  log?: Log | undefined
  /** The clock. */
  now?: (() => Date) | undefined
}

/**
 * Pays any Lightning Address without an API key: for `pay` of `createBff`, on Node. The domain of each address returns
 * its limits and the invoice and, if it supports that, whether it was paid (LUD-06, 12, 16, 18, 21). Because users
 * choose which hosts this server calls, it calls only public addresses over TLS, and follows redirects only for the
 * look-up and with the same checks.
 *
 * @throws Error if `sandboxUrl` is not on this machine, or the network is mainnet.
 *
 * ```ts
 * const bff = createBff({ pay: lnurlProvider(), store, publicUrl, secrets })
 * ```
 */
export function lnurlProvider(options: LnurlProviderOptions = {}): PayProvider {
  const { network = 'mainnet', log = consoleLog, now = () => new Date(), sandboxUrl } = options
  if (sandboxUrl !== undefined && network === 'mainnet')
    throw new Error(
      'lnurlProvider() cannot use an LNURL sandbox on mainnet. Set another network, or remove sandboxUrl.',
    )
  const isSandbox = sandboxUrl !== undefined
  const get = createGuardedGet(
    isSandbox ? sandboxWires(sandboxUrl) : { resolve: options.resolve, connect: options.connect },
  )
  const lookUp = (address: string, options: ProviderOptions) =>
    lookUpAddress(get, address, { ...options, isSandbox })
  return {
    takesPayerData: true,
    party: 'recipient',
    validateLightningAddress: lookUp,
    async createCharge(request, { metadata, ...options }) {
      const known = metadata ?? (await validMetadata(request.lnaddress, options))
      return payCharge({ get, network, now, log }, request, known, options)
    },
    verify: (payment, { signal }) => verifyPayment(get, payment, signal),
  }

  async function validMetadata(address: string, options: ProviderOptions) {
    const answer = await lookUp(address, options)
    if (answer.valid) return answer.metadata
    throw new LeydenError('NOT_LIGHTNING_ADDRESS', 'Nobody can be paid at this address.', {
      field: 'lnaddress',
    })
  }
}
