import { encodeInvoice as encode, type InvoiceContent } from '@leyden/lightning/testing'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hashes, sign } from '@noble/secp256k1'

hashes.sha256 ??= sha256
hashes.hmacSha256 ??= (key, message) => hmac(sha256, key, message)

/** Writes an invoice and signs it with the payee's key. */
export function encodeInvoice(content: InvoiceContent, secretKey: Uint8Array): string {
  return encode(content, (signed) => {
    // The recovery id is the last byte in an invoice, but the first byte of the signer's result.
    const [recoveryId = 0, ...signature] = sign(signed, secretKey, { format: 'recovered' })
    return Uint8Array.of(...signature, recoveryId)
  })
}
