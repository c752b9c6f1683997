import { findPreimage } from '@leyden/lightning/invoice'

/** What a text proves of a payment, or what it is instead. */
export type ProofVerdict =
  | { status: 'proven' /** 64 hex digits. */; preimage: string }
  /** The payment hash of this payment, which is no secret: the invoice contains it. */
  | { status: 'payment_hash' }
  | { status: 'invoice' }
  /** As long as a preimage, and not the one of this payment. */
  | { status: 'other_payment' }
  | { status: 'unreadable' }

/** Reads what a person pasted as the proof of a payment. */
export function readProof(text: string, paymentHash: string): ProofVerdict {
  const preimage = findPreimage(text, paymentHash)
  if (preimage !== null) return { status: 'proven', preimage }
  const letters = text.toLowerCase().replace(/[^0-9a-z]/g, '')
  if (/ln(bc|tb|tbs|bcrt)\d*[munp]?1[02-9ac-hj-np-z]{50}/.test(letters)) return { status: 'invoice' }
  if (/[0-9a-f]{64}/.test(letters.replaceAll(paymentHash, ''))) return { status: 'other_payment' }
  return { status: letters.includes(paymentHash) ? 'payment_hash' : 'unreadable' }
}
