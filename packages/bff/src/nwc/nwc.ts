import type { SettlementSource } from '../settlement/settlement-source.js'
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
 * const bff = createBff({ …, settles: ['shop@mine.example'], settlement: nwc({ url: process.env.LEYDEN_NWC_URL }) })
 * bff.start()
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` for a malformed url; the message contains no part of it.
 */
export function nwc({ url }: NwcOptions): SettlementSource {
  const connection = readConnectionUrl(url)
  let link: WalletLink | undefined
  return {
    listen(listener) {
      let isEnded = false
      const opening = loadNostrLibraries().then(
        (libraries) => {
          if (!isEnded) link = openWalletLink(libraries, connection, listener)
        },
        (error: Error) =>
          listener.log.error({ reason: error.message }, 'The libraries of nwc could not be loaded'),
      )
      return async () => {
        isEnded = true
        await opening
        await link?.close()
        link = undefined
      }
    },
    async lookUp(paymentHash, { signal }) {
      if (!link) throw new Error('The wallet is not connected.')
      return link.lookUp(paymentHash, signal)
    },
  }
}
