import type { Network } from '@leyden/core'

/** A decoded BOLT 11 invoice. Hashes, keys and signatures are lower-case hex. */
export interface Invoice {
  /** The invoice itself, lower case. */
  paymentRequest: string
  /** The network that its prefix names. */
  network: Network
  /** Null where the payer may choose the amount. */
  amountMsat: bigint | null
  /** Unix seconds. */
  timestamp: number
  /** Seconds after `timestamp`; 3600 where the invoice does not say. */
  expirySeconds: number
  /** Unix seconds. */
  expiresAt: number
  /** 64 hex digits. */
  paymentHash: string
  /** 64 hex digits, which keep others from probing the payee. */
  paymentSecret: string
  /** Text by the payee, to be shown as text only. */
  description?: string | undefined
  /** SHA-256 of a longer description. */
  descriptionHash?: string | undefined
  /** What the payer's wallet hands back with the payment. */
  metadata?: string | undefined
  /** The payee's public key: from the invoice's own field here, or null, since only the signature could show it. */
  payee: string | null
  /** Blocks that the last hop needs; 18 where the invoice does not say. */
  minFinalCltvExpiryDelta: number
  /** Numbers of the feature bits that are set, ascending (BOLT 9). */
  features: number[]
  /** 64 bytes, r and s. */
  signature: string
  /** 0 to 3. */
  recoveryId: number
}
