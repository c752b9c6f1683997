import type { SettlementSource } from '../../kernel/settlement/settlement-source.js'
import { readConnectionUrl } from './connection-url.js'
import { loadNostrLibraries } from './nostr-libraries.js'
import { openWalletLink, type WalletLink } from './wallet-link.js'

/** Options of {@link nwc}. */
export interface NwcOptions {
  /**
   * `nostr+walletconnect://…` from the wallet, with one relay or several. It is a secret. Use a connection that
   * may look up invoices and send notifications, but cannot pay.
   */
  url: string
}

/**
 * Detects payments of any wallet that supports Nostr Wallet Connect (NIP-47): by its `payment_received` notifications
 * and by polling open charges with `lookup_invoice`. Needs the packages `nostr-tools` and `ws`.
 *
 * ```ts
 * const bff = createBff({ …, settlement: { recipients: ['shop@mine.example'], source: nwc({ url: process.env.LEYDEN_NWC_URL }) } })
 * bff.start()
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` for a malformed url; the message contains no part of it.
 */
export function nwc({ url }: NwcOptions): SettlementSource {
  const connection = readConnectionUrl(url)
  let link: Promise<WalletLink> | undefined
  return {
    listen(listener) {
      link = loadNostrLibraries().then((libraries) => openWalletLink(libraries, connection, listener))
      link.catch((error: Error) =>
        listener.log.error(
          { code: 'NWC_LIBRARIES_NOT_LOADED', reason: error.message },
          'The libraries of nwc could not be loaded',
        ),
      )
      return async () => {
        const opened = await link?.catch(() => undefined)
        link = undefined
        await opened?.close()
      }
    },
    async lookUp(paymentHash, { signal }) {
      if (!link) throw new Error('The wallet is not connected.')
      return (await link).lookUp(paymentHash, signal)
    },
  }
}
