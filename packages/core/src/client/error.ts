import type { AddressFault } from './address-reasons.js'
import type { LeydenErrorCode } from './error-codes.js'
import { withReference } from './reference.js'
import type { FailedParty, RampOrderSession } from './wire.js'

/** The optional fields of a {@link LeydenError}, and the error that led to it. */
export interface LeydenErrorOptions
  extends Omit<LeydenError, keyof Error | 'leydenError' | 'code' | 'retryable'> {
  /** The error that led to this one. */
  cause?: unknown
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
  /**
   * The cause as one lower-case word, such as `checksum` (`BAD_INVOICE`) or `amount` (`INVOICE_MISMATCH`). For
   * `NOT_LIGHTNING_ADDRESS` it is an `AddressReason`, for `NO_FURTHER_SESSION` a `FurtherSessionRefusal`. `unknown_here`
   * (`NOT_FOUND`) says that the BFF has lost what a genuine token is of: nobody knows what became of it.
   */
  declare readonly reason?: string | undefined
  /** What is wrong with the reply of the recipient's server, beside the reason `not_usable`. */
  declare readonly detail?: AddressFault | undefined
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
  /**
   * The recipient's own words (LUD-06), in one line of at most 200 characters. Show them as quoted text only, with the
   * host that said them.
   */
  declare readonly providerMessage?: string | undefined
  /** The host that said `providerMessage`. */
  declare readonly providerHost?: string | undefined
  /** Of an error about a ramp order: its sessions, oldest first, which a page can offer and watch. */
  declare readonly sessions?: readonly RampOrderSession[] | undefined
  /** The content type of a reply that no Leyden server sent, such as a proxy's error page; empty for none. */
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
