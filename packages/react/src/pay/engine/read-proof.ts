import { findPreimage } from '@leyden/lightning'

/** The result of reading a proof: the preimage, or what the text is instead. */
export type ProofVerdict =
  | { status: 'proven' /** 64 hex digits. */; preimage: string }
  /** The text is the payment hash of this payment. It proves nothing, because the invoice contains it. */
  | { status: 'payment_hash' }
  | { status: 'invoice' }
  /** The text is as long as a preimage, but not the preimage of this payment. */
  | { status: 'other_payment' }
  | { status: 'unreadable' }

/** Reads a text that a person pasted as proof of a payment. */
export function readProof(text: string, paymentHash: string): ProofVerdict {
  const preimage = findPreimage(text, paymentHash)
  if (preimage !== null) return { status: 'proven', preimage }
  const letters = text.toLowerCase().replace(/[^0-9a-z]/g, '')
  if (/ln(bc|tb|tbs|bcrt)\d*[munp]?1[02-9ac-hj-np-z]{50}/.test(letters)) return { status: 'invoice' }
  if (/[0-9a-f]{64}/.test(letters.replaceAll(paymentHash, ''))) return { status: 'other_payment' }
  return { status: letters.includes(paymentHash) ? 'payment_hash' : 'unreadable' }
}
