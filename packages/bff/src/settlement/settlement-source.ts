import type { Settlement } from '../charge/settle-charge.js'
import type { Log } from '../log.js'

/**
 * A source that reports incoming payments: your node, wallet or payment server. `nwc({ url })` of
 * `@leyden/bff/nwc` is one for every wallet that speaks Nostr Wallet Connect; docs/settlement.md shows how to write
 * another one.
 *
 * The BFF trusts a source. So a source reports only final payments, and nothing that anybody but the owner of the node
 * or wallet could have written.
 */
export interface SettlementSource {
  /**
   * Starts listening, and reconnects by itself whenever the connection is lost. Called once, by `bff.start()`;
   * errors go to the listener's log.
   *
   * @returns a function that ends it, called by `bff.close()`.
   */
  listen(listener: SettlementListener): () => void | Promise<void>
  /**
   * Says whether the invoice of a payment hash was paid: the payment, or null where it was not, or is not of this
   * source. The BFF asks for open charges, since a notification can be missed. Leave it out where the source cannot
   * be asked.
   *
   * @throws any error if that is unknown; the BFF retries later.
   */
  lookUp?(paymentHash: string, options: { signal: AbortSignal }): Promise<Settlement | null>
}

/** The callbacks of a source. They never throw. */
export interface SettlementListener {
  /**
   * Reports a payment. Report every one: the BFF ignores invoices that it did not request, and calling this twice is
   * harmless.
   */
  paid(payment: Settlement): void
  /** Call after each connect and reconnect: payments may have been missed, so the BFF looks up every open charge. */
  connected(): void
  /** For warnings and errors. Never write a secret of the source to it. */
  log: Log
}
