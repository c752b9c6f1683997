import type { LeydenError, Mode } from '@leyden/core'
import type { CallbackTable, EventOf } from '../foundation/reports/callback-table.js'
import { errorOutcome } from '../foundation/reports/widget-outcome.js'
import type { BlockReason, PurchaseDetails, RampState } from './flow/ramp-state.js'

/** A session, as callbacks get it: without any data that could open it. */
export interface RampSessionInfo {
  /** The service's `session_id`. */
  sessionId: string
  /** When the session expires, by the server's clock. */
  expiresAt: Date
  /** `test` if no real money moves. */
  mode?: Mode | undefined
}

/** A purchase, as the server's event reports it. */
export interface RampPurchase {
  /** The service's `session_id`. */
  sessionId: string
  /** When the server learnt of it. */
  at: Date
  /** False for money that is not real. */
  livemode?: boolean | undefined
  /** What was bought, as far as the ramp reports it. */
  details?: PurchaseDetails | undefined
  /** The session that completed the same order before. Do not count this purchase again. */
  duplicateOf?: string | undefined
}

/** Who closed the widget: the person, or the ramp's page itself. */
export interface RampClosing {
  /** `provider` if its page closed itself. */
  by: 'person' | 'provider'
}

/** The callbacks of a page for the ramp. */
export interface RampCallbacks {
  /** The widget received a session. */
  onSession?: ((session: RampSessionInfo) => void) | undefined
  /** The ramp's page is ready. Called once per session. */
  onReady?: (() => void) | undefined
  /**
   * Your server received the event that the purchase is complete. Called once per session. Use this callback only to
   * change the page: deliver goods when your server receives the event (`onEvent`).
   */
  onCompleted?: ((purchase: RampPurchase) => void) | undefined
  /** The session expired. */
  onExpired?: ((session: RampSessionInfo) => void) | undefined
  /** The widget cannot find out how the purchase ends, because the session has no `watch_url`. */
  onUnconfirmed?: ((session: RampSessionInfo) => void) | undefined
  /**
   * The frame certainly cannot work here. `reason` is the cause, and `fix` says what to change on your page or its
   * server.
   */
  onBlocked?: ((reason: BlockReason, fix: string) => void) | undefined
  /**
   * The person closed the widget (`by` is `person`), or the ramp's page closed itself (`by` is `provider`). In the
   * second case the widget stays on the page.
   */
  onClose?: ((closing: RampClosing) => void) | undefined
  /** The person closed the result of a completed purchase. */
  onDone?: (() => void) | undefined
  /**
   * A request failed, the purchase failed (`PURCHASE_FAILED`), its reports contradict each other (`NEEDS_REVIEW`), or
   * the ramp's page reports an error (`RAMP_PAGE_ERROR`). An error of the ramp's page has its code in `reason`,
   * and is reported once for each code.
   */
  onError?: ((error: LeydenError) => void) | undefined
  /** The status of the purchase changed, or one of the fields that belong to it. */
  onStateChange?: ((state: RampState) => void) | undefined
}

/**
 * Every callback of the ramp, and what follows from it: the event of `onWidgetEvent`, and that of a custom element.
 *
 * @internal
 */
export const rampCallbacks = {
  onSession: { element: 'leyden-session', detail: (session) => session, event: (session) => ({ session }) },
  onReady: { element: 'leyden-ready', detail: () => null, event: () => ({}) },
  onCompleted: {
    element: 'leyden-completed',
    outcome: ({ sessionId }) => ({ status: 'completed', sessionId }),
    event: (purchase) => ({ purchase }),
  },
  onExpired: {
    element: 'leyden-expired',
    outcome: () => ({ status: 'expired' }),
    event: (session) => ({ session }),
  },
  onUnconfirmed: {
    element: 'leyden-unconfirmed',
    outcome: () => ({ status: 'unconfirmed' }),
    event: (session) => ({ session }),
  },
  onBlocked: {
    element: 'leyden-blocked',
    detail: (reason, fix) => ({ reason, fix }),
    event: (reason, fix) => ({ reason, fix }),
  },
  onClose: { element: 'leyden-close', detail: (closing) => closing, event: ({ by }) => ({ by }) },
  onDone: { element: 'leyden-close', detail: () => ({ by: 'person' as const }), event: () => ({}) },
  onError: { element: 'leyden-error', outcome: errorOutcome, event: (error) => ({ error }) },
  onStateChange: {
    element: 'leyden-state-change',
    detail: ({ status }) => ({ status }),
    event: (state) => ({ state }),
  },
} as const satisfies CallbackTable<RampCallbacks>

declare module '../foundation/reports/widget-event.js' {
  interface EventsByWidget {
    /**
     * The events of a `RampWidget`.
     *
     * @internal
     */
    ramp: EventOf<typeof rampCallbacks>
  }
}
