import type { Kind } from './settings/settings.js'

/**
 * How an overlay ended. Use it only for what the page shows, because anybody can change a page. Give goods on your
 * server, when its own event reports the payment or the purchase.
 */
export type WidgetOutcome = {
  /** The version of this format. */
  v: 1
  /** The id of the overlay. A later outcome of the same payment or purchase has the same id. */
  id: string
  /** Which widget ended. */
  kind: Kind
} & (
  | {
      /** The charge was paid. */
      status: 'paid'
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
  | {
      /** Your server was told that bitcoin was bought and delivered. */
      status: 'completed'
      /** The service's `session_id`. */
      sessionId: string
    }
  | {
      /** An invoice or a purchase is still open. `Leyden.on('outcome', …)` reports its end, with the same `id`. */
      status: 'pending'
      /** The service's `session_id`, for a purchase. */
      sessionId?: string | undefined
    }
  | {
      /** Nothing was paid, as far as is known; nobody can know after `unconfirmed`. */
      status: 'expired' | 'unconfirmed' | 'cancelled'
    }
  | {
      /** Nothing could be shown. */
      status: 'unavailable'
      /** Why nothing could be shown. */
      reason: UnavailableReason
    }
  | {
      /** A request or the purchase failed. */
      status: 'error'
      /** An error code of the BFF, or `PURCHASE_FAILED`, `NEEDS_REVIEW` or `UNKNOWN`. */
      code: string
      /** Whether another attempt can succeed. */
      retryable: boolean
    }
)

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

/** An outcome without its id and kind. */
export type Ending = EndingOf<WidgetOutcome>
type EndingOf<Outcome> = Outcome extends unknown ? Omit<Outcome, 'v' | 'id' | 'kind'> : never

export function outcomeOf(id: string, kind: Kind, ending: Ending): WidgetOutcome {
  return Object.freeze({ v: 1, id, kind, ...ending }) as WidgetOutcome
}
