import type { Kind } from '../settings/settings.js'

/**
 * How an overlay ended. For what happens on the page only: goods are given by your server, when its own event
 * says paid or completed. A page can be made to say anything.
 */
export type Outcome = { v: 1; id: string; kind: Kind } & (
  | {
      status: 'paid'
      /** Millisatoshis, decimal digits. */
      amountMsat: string
      lnaddress: string
      /** What it rests on: the receipt, the recipient's provider, or your server. */
      evidence: 'preimage' | 'verify' | 'app'
      reference?: string
      /** This order was paid before: the payment hash of the first payment, 64 hex digits. */
      duplicateOf?: string | undefined
    }
  /** Your server heard that bitcoin was bought and delivered. */
  | { status: 'completed'; sessionId: string }
  /** An invoice or a purchase is still open. `Leyden.on('outcome', …)` tells how it ends, with the same `id`. */
  | { status: 'pending'; sessionId?: string }
  | { status: 'expired' | 'unconfirmed' | 'cancelled' }
  | { status: 'unavailable'; reason: UnavailableReason }
  /** `code` is one of the BFF's, or `PURCHASE_FAILED`, `NEEDS_REVIEW`, `UNKNOWN`. */
  | { status: 'error'; code: string; retryable: boolean }
)

export type UnavailableReason =
  /** A portal's rules, and nobody opted in. */
  | 'portal_policy'
  /** Another overlay is open. */
  | 'already_open'
  /** Something is proven to keep the ramp's page from being shown here. */
  | 'blocked'
  /** The page or the browser cannot show it. */
  | 'unsupported'

/** What is known of an end, before it has a name and a number. */
export type Ending = Outcome extends infer O
  ? O extends Outcome
    ? Omit<O, 'v' | 'id' | 'kind'>
    : never
  : never

export function outcomeOf(id: string, kind: Kind, ending: Ending): Outcome {
  return Object.freeze({ v: 1, id, kind, ...ending }) as Outcome
}
