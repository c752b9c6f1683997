import { isLeydenError } from '@leyden/core'
import type { Payment } from './wallet.js'

/** The method of a BFF that payments are reported to; `createBff()` returns it. */
export interface SettlingBff {
  /** Records a payment. @throws LeydenError `NOT_FOUND` for a payment without a charge. */
  settle(settlement: { paymentHash: string; preimage?: string | undefined }): Promise<unknown>
}

/** A sandbox, or the result of `startSandbox()`. */
export interface PayingSandbox {
  /** Adds a listener. @returns a function that unsubscribes. */
  onPaid(listener: (payment: Payment) => unknown): () => void
}

/**
 * Reports every payment of the sandbox's wallet to a BFF, like the node or wallet of a real shop. Create the BFF with
 * `settlement: { recipients: true }`, so that its charges list `app` in `detects`.
 *
 * ```ts
 * const sandbox = await startSandbox()
 * const bff = createBff({ pay: …, settlement: { recipients: true }, … })
 * connectSandbox(bff, sandbox)
 * ```
 *
 * Payments of invoices that this BFF did not request are ignored.
 *
 * @returns a function that stops reporting.
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
