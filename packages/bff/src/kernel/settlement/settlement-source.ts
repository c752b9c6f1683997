import type { Log } from '@leyden/core'

/** A payment that this server has detected. */
export interface Settlement {
  /** 64 hex digits. */
  paymentHash: string
  /** 64 hex digits whose SHA-256 is the payment hash. */
  preimage?: string | undefined
  /**
   * When the payment happened, if known: not before the charge was created and not in the future, with a tolerance of
   * five minutes for clock skew.
   */
  paidAt?: Date | undefined
}

/**
 * A source that reports incoming payments: your node, wallet or payment server. `nwc({ url })` of `@leyden/bff/nwc` is
 * one for every wallet with Nostr Wallet Connect; docs/settlement.md shows how to write another one.
 *
 * The BFF trusts a source, so a source must report only final payments, and only data that nobody except the owner of
 * the node or wallet could have written.
 */
export interface SettlementSource {
  /**
   * Starts listening, and reconnects by itself when the connection is lost. `bff.start()` calls it once; errors go to
   * the listener's log.
   *
   * @returns a function that stops listening. `bff.close()` calls it, and waits at most five seconds for it.
   */
  listen(listener: SettlementListener): () => void | Promise<void>
  /**
   * Looks up the payment of a payment hash: null if the invoice is unpaid, or is not one of this source. The BFF calls
   * it for open charges, because a notification can be missed. Omit it if the source has no look-up.
   *
   * @throws any error if the result is unknown; the BFF retries later.
   */
  lookUp?(paymentHash: string, options: { signal: AbortSignal }): Promise<Settlement | null>
}

/** The callbacks of a source. They never throw. */
export interface SettlementListener {
  /**
   * Reports a payment. Report every payment: the BFF ignores invoices that it did not request, and repeated calls.
   */
  paid(payment: Settlement): void
  /** Call after each connect and reconnect: payments may have been missed, so the BFF looks up every open charge. */
  connected(): void
  /**
   * For warnings and errors, with the code `SETTLEMENT_SOURCE_MESSAGE` if the source is your own. Never write a secret
   * of the source to it.
   */
  log: Log
}
