import type { Network } from '@leyden/core'

/** A decoded BOLT 11 invoice. Hashes, keys and signatures are lower-case hex. */
export interface Invoice {
  /** The invoice itself, lower case. */
  paymentRequest: string
  /** The network that its prefix names. */
  network: Network
  /** Null if the payer may choose the amount. */
  amountMsat: bigint | null
  /** Unix seconds. */
  timestamp: number
  /** Seconds after `timestamp`. @default 3600 */
  expirySeconds: number
  /** Unix seconds. */
  expiresAt: number
  /** 64 hex digits. */
  paymentHash: string
  /** 64 hex digits; the payee uses it to reject probes by others (BOLT 11, field `s`). */
  paymentSecret: string
  /** The payee's own text. Show it as text only. */
  description?: string | undefined
  /** SHA-256 of a longer description. */
  descriptionHash?: string | undefined
  /** Data that the payer's wallet returns with the payment (BOLT 11, field `m`). */
  metadata?: string | undefined
  /**
   * The payee's public key from the invoice's own field `n`. Null without that field: only the signature check recovers
   * the key.
   */
  payee: string | null
  /** Blocks that the last hop needs (`min_final_cltv_expiry_delta`). @default 18 */
  minFinalCltvExpiryDelta: number
  /** Numbers of the feature bits that are set, ascending (BOLT 9). */
  features: number[]
  /** 64 bytes, r and s. */
  signature: string
  /** 0 to 3. */
  recoveryId: number
}
