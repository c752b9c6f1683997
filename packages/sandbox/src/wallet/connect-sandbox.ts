import { isLeydenError } from '@leyden/core'
import type { Payment } from './wallet.js'

/** The part of a BFF to which payments are reported; what `createBff()` returns has it. */
export interface SettlingBff {
  /** Records a payment. @throws LeydenError `NOT_FOUND` for a payment of no charge. */
  settle(settlement: { paymentHash: string; preimage?: string | undefined }): Promise<unknown>
}

/** A sandbox, or a running one of `startSandbox()`. */
export interface PayingSandbox {
  /** Adds a listener. @returns a function that unsubscribes. */
  onPaid(listener: (payment: Payment) => unknown): () => void
}

/**
 * Reports every payment of the sandbox's wallet to a BFF, as the node or wallet of a real shop would. Create the BFF with
 * `settles: true`, so that its charges say that it detects payments.
 *
 * ```ts
 * const sandbox = await startSandbox()
 * const bff = createBff({ pay: serviceProvider({ apiKey: 'sandbox-key', baseUrl: sandbox.url }), settles: true, … })
 * connectSandbox(bff, sandbox)
 * ```
 *
 * Payments of invoices that this BFF did not request are ignored.
 *
 * @returns a function that ends it.
 */
export function connectSandbox(bff: SettlingBff, sandbox: PayingSandbox): () => void {
  return sandbox.onPaid(async ({ paymentHash, preimage }) => {
    try {
      await bff.settle({ paymentHash, preimage })
    } catch (error) {
      if (!isLeydenError(error) || error.code !== 'NOT_FOUND') throw error
    }
  })
}
