import type { Kind } from '../settings/settings.js'

/**
 * How an overlay ended. Use it for what happens on the page only, because anybody can change what a page says. Give
 * goods on your server, when its own event reports the payment or the purchase.
 */
export type WidgetOutcome = { v: 1; id: string; kind: Kind } & (
  | {
      status: 'paid'
      /** Millisatoshis, decimal digits. */
      amountMsat: string
      lnaddress: string
      /** Who confirmed it: the invoice's preimage, the recipient's provider, or your server. */
      evidence: 'preimage' | 'verify' | 'app'
      reference?: string | undefined
      /** The payment hash of an earlier payment of the same order, 64 hex digits. */
      duplicateOf?: string | undefined
    }
  /** Your server was told that bitcoin was bought and delivered. */
  | { status: 'completed'; sessionId: string }
  /** An invoice or a purchase is still open. `Leyden.on('outcome', …)` reports its end, with the same `id`. */
  | { status: 'pending'; sessionId?: string }
  | { status: 'expired' | 'unconfirmed' | 'cancelled' }
  | { status: 'unavailable'; reason: UnavailableReason }
  /** `code` is one of the BFF's, or `PURCHASE_FAILED`, `NEEDS_REVIEW`, `UNKNOWN`. */
  | { status: 'error'; code: string; retryable: boolean }
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
export type Ending = WidgetOutcome extends infer O
  ? O extends WidgetOutcome
    ? Omit<O, 'v' | 'id' | 'kind'>
    : never
  : never

/** How something ends that failed. */
export function errorEnding({ code, retryable }: { code: string; retryable: boolean }): Ending {
  return { status: 'error', code, retryable }
}

export function outcomeOf(id: string, kind: Kind, ending: Ending): WidgetOutcome {
  return Object.freeze({ v: 1, id, kind, ...ending }) as WidgetOutcome
}
