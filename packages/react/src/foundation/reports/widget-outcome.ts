import type { LeydenError } from '@leyden/core'
import type { Msat } from '@leyden/core/money'
import type { UnionOf } from '../flow/create-flow.js'

/** Why nothing can be shown. */
export type UnavailableReason =
  /** The page is in a portal, and `portalAllows` does not name the widget. */
  | 'portal_policy'
  /** Another overlay is open. */
  | 'already_open'
  /** Something is proven to keep the ramp's page from working here. */
  | 'blocked'
  /** The page or the browser cannot show it. */
  | 'unsupported'

/** The outcomes of the widgets, each with its fields. */
export interface WidgetOutcomes {
  /**
   * The charge was paid. `evidence` is `preimage`, `verify` or `app`. `duplicateOf` is the payment hash of an earlier
   * payment of the same order.
   */
  paid: {
    /** The amount in millisatoshis, decimal digits. */
    amountMsat: string
    /** The Lightning Address that was paid. */
    lnaddress: string
    /** Who confirmed it: the invoice's preimage, the recipient's provider, or your server. */
    evidence: 'preimage' | 'verify' | 'app'
    /** The shop's reference, or that of the intent. */
    reference?: string | undefined
    /** The payment hash of an earlier payment of the same order, 64 hex digits. */
    duplicateOf?: string | undefined
  }
  /** Your server received the event that the bitcoin was delivered. */
  completed: {
    /** The service's `session_id`. */
    sessionId: string
  }
  /**
   * The widget was closed while an invoice or a purchase was open. `Leyden.on('outcome', …)` reports its end, with the
   * same `id`. A purchase has a `sessionId`.
   */
  pending: {
    /** The service's `session_id`, for a purchase. */
    sessionId?: string | undefined
  }
  /** The invoice or the session expired, and nothing was paid. */
  expired: object
  /** The invoice expired, or the purchase left this page, and nobody can tell whether it was paid. */
  unconfirmed: object
  /**
   * The widget was closed before an invoice was shown, or before the person bought anything on the ramp's page. If
   * the purchase completes after all, `Leyden.on('outcome', …)` reports it.
   */
  cancelled: object
  /** Nothing was shown. `reason` is `portal_policy`, `already_open`, `blocked` or `unsupported`. */
  unavailable: {
    /** Why nothing was shown. */
    reason: UnavailableReason
  }
  /**
   * A request or the purchase failed. `code` is an error code of the BFF, or `INVOICE_MISMATCH`, `PURCHASE_FAILED` or
   * `NEEDS_REVIEW`; it is `NOT_LOADED` if a file of the widget cannot be loaded, and `UNKNOWN` for a defect of Leyden.
   */
  error: {
    /** The code of the error. */
    code: string
    /** Whether another attempt can succeed. */
    retryable: boolean
  }
}

/** The name of an outcome. */
export type OutcomeStatus = keyof WidgetOutcomes

/** An outcome of any widget. */
export type Outcome<S extends OutcomeStatus = OutcomeStatus> = UnionOf<'status', WidgetOutcomes, S>

/** How a payment stands if its widget is closed now, as far as the widget knows. */
export type PayOutcome = Outcome<Exclude<OutcomeStatus, 'completed'>>

/** How a purchase stands if its widget is closed now, as far as the widget knows. */
export type RampOutcome = Outcome<Exclude<OutcomeStatus, 'paid'>>

/** Whether an outcome is the last one. After any other, a charge may still be paid, or a purchase completed. */
export const isFinalOutcome: { readonly [S in OutcomeStatus]: boolean } = {
  paid: true,
  completed: true,
  pending: false,
  expired: true,
  unconfirmed: false,
  cancelled: false,
  unavailable: true,
  error: true,
}

/** What an outcome says of a payment. */
interface PaidFacts extends Omit<WidgetOutcomes['paid'], 'amountMsat' | 'lnaddress'> {
  /** The charge that was paid. */
  charge: {
    /** In millisatoshis. */
    amountMsat: Msat
    /** The recipient's address. */
    address: string
  }
}

/** The outcome of a widget whose charge was paid. */
export function paidOutcome({ charge, evidence, reference, duplicateOf }: PaidFacts): Outcome<'paid'> {
  const { amountMsat, address: lnaddress } = charge
  return { status: 'paid', amountMsat: String(amountMsat), lnaddress, evidence, reference, duplicateOf }
}

/** Errors after which another attempt can succeed, although the same request, unchanged, cannot. */
const ENDS_ONE_ATTEMPT: ReadonlySet<string> = new Set(['INVOICE_MISMATCH', 'PURCHASE_FAILED'])

/** The outcome of a widget that ended with this error. */
export function errorOutcome({ code, retryable }: Pick<LeydenError, 'code' | 'retryable'>): Outcome<'error'> {
  return { status: 'error', code, retryable: retryable || ENDS_ONE_ATTEMPT.has(code) }
}
