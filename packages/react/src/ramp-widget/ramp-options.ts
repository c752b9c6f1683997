import type { Client, LeydenError, Mode, RampSession } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import type { OptionTable } from '../card/option-table.js'
import type { BlockReason, FrameMessageAdapter, PurchaseDetails, RampState } from '../ramp-flow/index.js'
import type { WidgetEvents } from '../widget/widget-event.js'

/** Where the provider's page is shown. `auto` starts with a frame, and falls back to a link and a QR code by itself. */
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

/** The step that the provider's page reports, in its own words. */
export interface RampStep {
  /** The name of the step, such as `KYC`. */
  step: string
  /** The state of the step, such as `pending`. */
  detail?: string | undefined
}

/** What is bought, how the provider's page is shown, and the callbacks of the page. */
export interface RampOptions {
  /**
   * An order that your server signed (`bff.rampOrder`), or an async function that fetches one, which is called for each
   * session. It sets e-mail, currencies, destination, reference and metadata, so nothing may be set beside it.
   *
   * @default what is bought comes from the options below
   */
  order?: string | (() => Promise<string>) | undefined
  /**
   * Fetches a session that your server opened (`bff.rampSession`), instead of asking the BFF from this page. A bare reply
   * of the service works too; without its `watch_url` this page cannot see the result.
   *
   * @default the BFF is asked
   */
  fetchSession?: (() => Promise<RampSession>) | undefined
  /**
   * The currency to pay with, such as `USD`. A change while a session is shown makes one new session.
   *
   * @default the provider's page asks
   */
  quoteCurrency?: string | undefined
  /**
   * What is bought, such as `BTC`. A change while a session is shown makes one new session.
   *
   * @default the provider's page asks
   */
  baseCurrency?: string | undefined
  /**
   * The Lightning Address or on-chain address that the bitcoin goes to.
   *
   * @default guests are asked; your server knows it of users
   */
  destination?: string | undefined
  /**
   * At most 10 keys of those that your server lets a page set, with values of at most 500 characters.
   *
   * @default none
   */
  metadata?: Readonly<Record<string, string>> | undefined
  /**
   * The e-mail address of a guest. Your server sets that of a signed-in user.
   *
   * @default a guest is asked
   */
  email?: string | undefined
  /**
   * Whether this is a guest, whom the form asks for an e-mail address first.
   *
   * @default the server is asked, and the person only when the server wants an e-mail address
   */
  guest?: boolean | undefined
  /**
   * Where the provider's page is shown: `inline`, `dialog`, `tab`, or `auto`, a frame that falls back to a link and a
   * QR code.
   *
   * @default 'auto'
   */
  presentation?: RampPresentation | undefined
  /**
   * Makes a session as soon as the widget is shown, instead of on a click.
   *
   * @default false
   */
  autoStart?: boolean | undefined
  /**
   * Exact origins that the provider's page may have.
   *
   * @default the origins that the BFF names
   */
  rampOrigins?: readonly string[] | undefined
  /**
   * Permissions that the frame gets, for the provider's origins only.
   *
   * @default ['camera', 'payment', 'clipboard-write']
   */
  features?: readonly string[] | undefined
  /**
   * Permissions without which the provider's page cannot work. Where this page lacks one, a link takes the place of
   * the frame.
   *
   * @default ['camera']
   */
  needs?: readonly string[] | undefined
  /**
   * Reads what the provider's page posts. It may return `null`; what it throws is ignored.
   *
   * @default an adapter for `{ type: 'WIDGET_…', payload }`
   */
  messageAdapter?: FrameMessageAdapter | undefined
  /**
   * How long a session is found again: after the page was closed (`browser`), after a reload of the tab (`tab`), or
   * `never`. What is stored cannot open the session.
   *
   * @default 'browser'
   */
  remember?: 'browser' | 'tab' | 'never' | undefined
  /**
   * Tells widgets with the same currencies apart, so that each finds its own session again.
   *
   * @default an empty name
   */
  name?: string | undefined
  /**
   * The client of this widget.
   *
   * @default the provider's
   */
  client?: Client | undefined
  /** A session was made. */
  onSession?: ((session: RampSessionInfo) => void) | undefined
  /** The provider's page is ready: once per session. */
  onReady?: (() => void) | undefined
  /** The provider's page reports a step, in its own words. A hint, like everything that a frame says. */
  onStep?: ((step: RampStep) => void) | undefined
  /** Your server was told that the purchase is complete: once per session. For looks only: give goods on `onEvent`. */
  onCompleted?: ((purchase: RampPurchase) => void) | undefined
  /** The session expired. */
  onExpired?: ((session: RampSessionInfo) => void) | undefined
  /** Something is proven to keep the frame from working; `fix` says what to change on the page or its server. */
  onBlocked?: ((reason: BlockReason, fix: string) => void) | undefined
  /** The person closed it, or the provider's page closed itself; then the widget stays and says so. */
  onClose?: ((closing: RampClosing) => void) | undefined
  /** The person has seen the result. */
  onDone?: (() => void) | undefined
  /**
   * A request failed, the purchase failed (`PURCHASE_FAILED`), or the provider's page reports an error
   * (`RAMP_PAGE_ERROR`, with the page's own code in `reason`; once for each code).
   */
  onError?: ((error: LeydenError) => void) | undefined
  /** The flow has a new state. */
  onStateChange?: ((state: RampState) => void) | undefined
}

/** The settings of the widget's engine. The engine reads them at each use, so a new object restarts nothing. */
export interface RampSettings extends RampOptions {
  client: Client
  /** Where queries are cached. */
  queryClient: QueryClient
  /** Called for the events of any widget. */
  widgetEvents?: WidgetEvents | undefined
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
