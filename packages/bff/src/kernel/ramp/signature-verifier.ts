/** A check of a webhook's signature. */
export interface SignatureVerifier {
  /** Whether the headers contain a valid signature of exactly these bytes. */
  verify(headers: Headers, body: Uint8Array, now: Date): boolean
  /** Why `verify` returned false, for the log: what it could not read or did not accept. Contains no secret. */
  problem?(headers: Headers, body: Uint8Array, now: Date): string | undefined
}
