/**
 * Every code a Leyden error can carry. The service's own further codes are kept as they come, so a
 * `switch` over a code needs a default branch.
 */
export type LeydenErrorCode =
  | 'INVALID_EMAIL'
  | 'RATE_LIMITED'
  | 'UNAUTHORIZED'
  | 'INVALID_WEBHOOK_URL'
  | 'NOT_CONFIGURED'
  | 'SIGN_IN_REQUIRED'
  | 'BAD_REQUEST'
  | 'NOT_LIGHTNING_ADDRESS'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'PAYER_DATA_REQUIRED'
  | 'BAD_INVOICE'
  | 'INVOICE_MISMATCH'
  | 'INVOICE_EXPIRED'
  | 'BAD_RESPONSE'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT'
  | 'NETWORK'
  | 'INTENT_EXPIRED'
  | 'ALREADY_PAID'
  | 'NOT_FOUND'
  | 'ABORTED'
  | (string & {})

/** Who failed in place of the BFF: the recipient's provider, or the service that the BFF gets its answers from. */
export type FailedParty = 'recipient' | 'service'

export interface LeydenErrorOptions {
  /** The request field that was wrong (`BAD_REQUEST`), or the reply field that was (`BAD_RESPONSE`). */
  field?: string | undefined
  /** Why, in one lower-case word such as `checksum` (`BAD_INVOICE`) or `amount` (`INVOICE_MISMATCH`). */
  reason?: string | undefined
  /** What was asked for and what came (`INVOICE_MISMATCH`); amounts in millisatoshis, decimal digits. */
  expected?: string | undefined
  actual?: string | undefined
  /** HTTP status of the reply, where there was one. */
  status?: number | undefined
  /** Milliseconds to wait before the same request makes sense again. */
  retryAfterMs?: number | undefined
  /** Who failed, where the BFF says that it was somebody else. */
  party?: FailedParty | undefined
  /** The content type of a reply that no Leyden server sent, such as a proxy's error page; empty for none. */
  contentType?: string | undefined
  cause?: unknown | undefined
}

/**
 * The one error type of all Leyden packages. `message` is for developers and logs; people see a
 * message of the widgets' catalogue, chosen by `code`. It never holds a secret, an e-mail address or a
 * whole invoice.
 */
export class LeydenError extends Error {
  override readonly name = 'LeydenError'
  readonly leydenError = true as const
  declare readonly code: LeydenErrorCode
  /** Whether the same request, unchanged, may succeed later. */
  declare readonly retryable: boolean
  declare readonly field?: string | undefined
  declare readonly reason?: string | undefined
  declare readonly expected?: string | undefined
  declare readonly actual?: string | undefined
  declare readonly status?: number | undefined
  declare readonly retryAfterMs?: number | undefined
  declare readonly party?: FailedParty | undefined
  declare readonly contentType?: string | undefined

  constructor(code: LeydenErrorCode, message: string, options: LeydenErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryable = /^(RATE_LIMITED|SERVICE_UNAVAILABLE|TIMEOUT|NETWORK|BAD_RESPONSE)$/.test(code)
    const { cause: _, ...fields } = options
    for (const [key, value] of Object.entries(fields))
      if (value !== undefined) Object.assign(this, { [key]: value })
  }
}

/** Whether a value is a {@link LeydenError}, also one of another copy of this package on the page. */
export function isLeydenError(value: unknown): value is LeydenError {
  return value instanceof Error && (value as { leydenError?: unknown }).leydenError === true
}
