import { withReference } from './reference.js'

/** Every error code of Leyden, with the HTTP status of the BFF's reply; 502 means that another server failed. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  INVALID_EMAIL: 400,
  SIGN_IN_REQUIRED: 401,
  NOT_FOUND: 404,
  ALREADY_PAID: 409,
  INTENT_EXPIRED: 410,
  ORDER_EXPIRED: 410,
  NOT_LIGHTNING_ADDRESS: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  PAYER_DATA_REQUIRED: 422,
  RATE_LIMITED: 429,
  UNAUTHORIZED: 502,
  INVALID_WEBHOOK_URL: 502,
  BAD_INVOICE: 502,
  INVOICE_MISMATCH: 502,
  INVOICE_EXPIRED: 502,
  BAD_RESPONSE: 502,
  NETWORK: 502,
  REFUSED: 502,
  ABORTED: 502,
  NOT_CONFIGURED: 503,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 504,
} as const

/**
 * The code of a Leyden error. The service's own further codes are kept as they come, so a `switch` over a code needs a
 * default branch.
 */
export type LeydenErrorCode = keyof typeof ERROR_STATUS | (string & {})

/** The party that failed if it was not the BFF: the recipient's provider, or the service that the BFF calls. */
export type FailedParty = 'recipient' | 'service'

/** The optional fields of a {@link LeydenError}. */
export interface LeydenErrorOptions {
  /** The wrong field of the request (`BAD_REQUEST`) or of the reply (`BAD_RESPONSE`). */
  field?: string | undefined
  /** The cause as one lower-case word, such as `checksum` (`BAD_INVOICE`) or `amount` (`INVOICE_MISMATCH`). */
  reason?: string | undefined
  /** The requested value (`INVOICE_MISMATCH`); amounts in millisatoshis, decimal digits. */
  expected?: string | undefined
  /** The received value. */
  actual?: string | undefined
  /** HTTP status of the reply, if there was one. */
  status?: number | undefined
  /** Milliseconds to wait before a retry. */
  retryAfterMs?: number | undefined
  /** The party that failed, if the BFF reports that it was another server. */
  party?: FailedParty | undefined
  /** The content type of a reply that no Leyden server sent, such as a proxy's error page; empty for none. */
  contentType?: string | undefined
  /** The error that led to this one. */
  cause?: unknown | undefined
}

/**
 * The one error type of all Leyden packages. `message` is for developers and logs; people see a
 * message of the widgets' catalogue, chosen by `code`. It ends in a reference to the documentation of its code, and
 * never contains a secret, an e-mail address or a whole invoice.
 */
export class LeydenError extends Error {
  /** Always `LeydenError`. */
  override readonly name = 'LeydenError'
  /** {@link isLeydenError} recognises errors of another copy of this package by this field. */
  readonly leydenError = true as const
  /** What went wrong; a `switch` over it needs a default branch. */
  declare readonly code: LeydenErrorCode
  /** Whether the same request, unchanged, may succeed later. */
  declare readonly retryable: boolean
  /** The wrong field of the request (`BAD_REQUEST`) or of the reply (`BAD_RESPONSE`). */
  declare readonly field?: string | undefined
  /** The cause as one lower-case word, such as `checksum` (`BAD_INVOICE`). */
  declare readonly reason?: string | undefined
  /** The requested value (`INVOICE_MISMATCH`); amounts in millisatoshis, decimal digits. */
  declare readonly expected?: string | undefined
  /** The received value. */
  declare readonly actual?: string | undefined
  /** HTTP status of the reply, if there was one. */
  declare readonly status?: number | undefined
  /** Milliseconds to wait before a retry. */
  declare readonly retryAfterMs?: number | undefined
  /** The party that failed, if the BFF reports that it was another server. */
  declare readonly party?: FailedParty | undefined
  /** The content type of a reply that no Leyden server sent. */
  declare readonly contentType?: string | undefined

  constructor(code: LeydenErrorCode, message: string, options: LeydenErrorOptions = {}) {
    super(withReference(code, message), options)
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
