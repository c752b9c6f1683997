import type { Settlement } from '../charge/settle-charge.js'
import type { Log } from '../log.js'

/**
 * Something of yours that learns of incoming payments by itself: a node, a wallet, a payment server. `nwc({ url })` of
 * `@leyden/bff/nwc` is one for every wallet that speaks Nostr Wallet Connect; docs/settlement.md shows how to write
 * another one.
 *
 * The BFF believes what a source says. So a source tells of payments that have arrived for good, and of nothing that
 * somebody else than the owner of the node or wallet could have written.
 */
export interface SettlementSource {
  /**
   * Listens from now on, and connects again by itself whenever the connection is lost. Called once, by `bff.start()`;
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
   * @throws any error where that is not known; the BFF asks again later.
   */
  lookUp?(paymentHash: string, options: { signal: AbortSignal }): Promise<Settlement | null>
}

/** What a source tells. None of it ever throws. */
export interface SettlementListener {
  /**
   * A payment has arrived. Tell of every one: those of invoices that the BFF did not ask for are left out, and telling
   * one twice changes nothing.
   */
  paid(payment: Settlement): void
  /** The connection stands, at first or again: payments may have been missed, so every open charge is looked up now. */
  connected(): void
  /** Where to say what goes wrong. Never write a secret of the source to it. */
  log: Log
}
