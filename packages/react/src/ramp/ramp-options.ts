import type { Client, LeydenError, Mode, RampSession } from '@leyden/core'
import type { OptionTable } from '../foundation/card/option-table.js'
import type { FrameMessageAdapter } from './flow/frame-message.js'
import type { BlockReason, PurchaseDetails, RampState } from './flow/ramp-state.js'

/**
 * The place of the provider's page. `auto` starts with a frame, and falls back to a link and a QR code automatically.
 */
export type RampPresentation = 'inline' | 'dialog' | 'tab' | 'auto'

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
  /** What was bought, as far as the provider reports it. */
  details?: PurchaseDetails | undefined
}

/** Who closed the widget: the person, or the provider's page itself. */
export interface RampClosing {
  /** `provider` if its page closed itself. */
  by: 'person' | 'provider'
}

/** The step that the provider's page reports. The provider chooses the names. */
export interface RampStep {
  /** The name of the step, such as `KYC`. */
  step: string
  /** The state of the step, such as `pending`. */
  detail?: string | undefined
}

/** What is bought, how the provider's page is shown, and the callbacks of the page. */
export interface RampOptions {
  /**
   * An order that your server signed (`bff.rampOrder`), or an async function that fetches one. The widget calls the
   * function for each session. The order fixes the e-mail address, currencies, destination, reference and metadata, so
   * you must not set these options with it.
   *
   * @default none
   */
  order?: string | (() => Promise<string>) | undefined
  /**
   * An async function that fetches a session which your server opened (`bff.rampSession`). By default, the widget
   * requests the session from the BFF. The function may also return the reply of the service itself, but that has no
   * `watch_url`, so the widget cannot show the result.
   *
   * @default none
   */
  fetchSession?: (() => Promise<RampSession>) | undefined
  /**
   * The currency to pay with, such as `USD`. If it changes while the widget shows a session, the widget requests a new
   * session. By default, the person chooses on the provider's page.
   *
   * @default none
   */
  quoteCurrency?: string | undefined
  /**
   * The currency to buy, such as `BTC`. If it changes while the widget shows a session, the widget requests a new
   * session. By default, the person chooses on the provider's page.
   *
   * @default none
   */
  baseCurrency?: string | undefined
  /**
   * The Lightning Address or on-chain address that receives the bitcoin. By default, a guest can enter one in the form.
   * If your server sets the destination of a signed-in user, leave this option out.
   *
   * @default none
   */
  destination?: string | undefined
  /**
   * Data of your own for the session: at most 10 keys, only those that your server lets a page set, with values of at
   * most 500 characters.
   *
   * @default none
   */
  metadata?: Readonly<Record<string, string>> | undefined
  /**
   * The e-mail address of a guest, so that the form does not ask for one. Leave this option out for a signed-in user,
   * because your server sets the address of the account.
   *
   * @default none
   */
  email?: string | undefined
  /**
   * Whether the person is a guest. The form asks a guest for an e-mail address before the widget requests a session. By
   * default, the widget requests a session first, and the form asks only if the BFF demands an e-mail address.
   *
   * @default false
   */
  guest?: boolean | undefined
  /**
   * The place of the provider's page: `inline`, `dialog`, `tab`, or `auto`. With `auto` the widget shows a frame, and
   * falls back to a link and a QR code.
   *
   * @default 'auto'
   */
  presentation?: RampPresentation | undefined
  /**
   * Whether the widget requests a session as soon as it is shown, without a click.
   *
   * @default false
   */
  autoStart?: boolean | undefined
  /**
   * The exact origins that the provider's page may have. The widget opens no other page.
   *
   * @default the origins that the BFF reports
   */
  rampOrigins?: readonly string[] | undefined
  /**
   * The permissions that the frame grants to the provider's origins, and to no others.
   *
   * @default ['camera', 'payment', 'clipboard-write']
   */
  features?: readonly string[] | undefined
  /**
   * The permissions without which the provider's page cannot work. If your page lacks one of them, the widget shows a
   * link in place of the frame.
   *
   * @default ['camera']
   */
  needs?: readonly string[] | undefined
  /**
   * A function that converts the messages of the provider's page. It returns `null` for a message that it does not
   * know. The widget ignores messages for which it throws.
   *
   * @default an adapter for `{ type: 'WIDGET_…', payload }`
   */
  messageAdapter?: FrameMessageAdapter | undefined
  /**
   * How long the widget can restore a session: even after the page was closed (`browser`), only after a reload of the
   * tab (`tab`), or `never`. The stored data cannot open the session.
   *
   * @default 'browser'
   */
  remember?: 'browser' | 'tab' | 'never' | undefined
  /**
   * The name of this widget, if several widgets of your site have the same currencies: each restores its own session.
   *
   * @default ''
   */
  name?: string | undefined
  /**
   * The client of this widget.
   *
   * @default the client of `LeydenProvider`
   */
  client?: Client | undefined
  /** The widget received a session. */
  onSession?: ((session: RampSessionInfo) => void) | undefined
  /** The provider's page is ready. Called once per session. */
  onReady?: (() => void) | undefined
  /**
   * The provider's page reports a step. The provider chooses the names of the steps. Do not rely on this report: a
   * frame can send any message.
   */
  onStep?: ((step: RampStep) => void) | undefined
  /**
   * Your server received the event that the purchase is complete. Called once per session. Use this callback only to
   * change the page: deliver goods when your server receives the event (`onEvent`).
   */
  onCompleted?: ((purchase: RampPurchase) => void) | undefined
  /** The session expired. */
  onExpired?: ((session: RampSessionInfo) => void) | undefined
  /**
   * The frame certainly cannot work here. `reason` is the cause, and `fix` says what to change on your page or its
   * server.
   */
  onBlocked?: ((reason: BlockReason, fix: string) => void) | undefined
  /**
   * The person closed the widget (`by` is `person`), or the provider's page closed itself (`by` is `provider`). In the
   * second case the widget stays on the page.
   */
  onClose?: ((closing: RampClosing) => void) | undefined
  /** The person closed the result of a completed purchase. */
  onDone?: (() => void) | undefined
  /**
   * A request failed, the purchase failed (`PURCHASE_FAILED`), or the provider's page reports an error
   * (`RAMP_PAGE_ERROR`). Such an error has the code of the provider's page in `reason`, and is reported once for each
   * code.
   */
  onError?: ((error: LeydenError) => void) | undefined
  /** The state of the purchase changed. */
  onStateChange?: ((state: RampState) => void) | undefined
}

/**
 * Every option of the ramp, and how a custom element takes it.
 *
 * @enum
 */
export const rampOptions = {
  order: 'property',
  fetchSession: 'property',
  quoteCurrency: 'text',
  baseCurrency: 'text',
  destination: 'text',
  metadata: 'property',
  email: 'property',
  guest: 'flag',
  presentation: 'text',
  autoStart: 'flag',
  rampOrigins: 'texts',
  features: 'texts',
  needs: 'texts',
  messageAdapter: 'property',
  remember: 'text',
  name: 'text',
  client: 'none',
  onSession: 'leyden-session',
  onReady: 'leyden-ready',
  onStep: 'leyden-step',
  onCompleted: 'leyden-completed',
  onExpired: 'leyden-expired',
  onBlocked: 'leyden-blocked',
  onClose: 'leyden-close',
  onDone: 'leyden-close',
  onError: 'leyden-error',
  onStateChange: 'leyden-state-change',
} as const satisfies OptionTable<RampOptions>
