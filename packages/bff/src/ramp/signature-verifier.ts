/** A check of a webhook's signature. */
export interface SignatureVerifier {
  /** Whether the headers hold a valid signature of exactly these bytes. */
  verify(headers: Headers, body: Uint8Array, now: Date): boolean
}
