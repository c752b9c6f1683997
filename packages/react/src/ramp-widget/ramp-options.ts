import type { Client, LeydenError, Mode } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import type { BlockReason, FrameMessageAdapter, PurchaseDetails, RampState } from '../ramp-flow/index.js'
import type { WidgetEvents } from '../widget/widget-event.js'
import type { UseRampWidgetOptions } from './use-ramp-widget.js'

/** Where the provider's page is shown. `auto` starts with a frame and goes on to a link and a QR code by itself. */
export type RampPresentation = 'inline' | 'dialog' | 'tab' | 'auto'

/** What is said of a session: nothing that opens it. */
export interface RampSessionInfo {
  sessionId: string
  expiresAt: Date
  mode?: Mode | undefined
}

/** A purchase, as the server's event tells it. */
export interface RampPurchase {
  sessionId: string
  /** When the server learnt of it. */
  at: Date
  /** False for money that is not real. */
  livemode?: boolean | undefined
  details?: PurchaseDetails | undefined
}

export interface RampClosing {
  by: 'person' | 'provider'
}

export interface RampOptions {
  /** ISO 4217: what is paid with. A change while a session is under way starts another. */
  quoteCurrency?: string | undefined
  /** What is bought, `BTC` for instance. */
  baseCurrency?: string | undefined
  /** A Lightning Address or an on-chain address; asked for in the form of a guest where it is left out. */
  destination?: string | undefined
  /** At most 10 keys, 500 characters a value. */
  metadata?: Readonly<Record<string, string>> | undefined
  /** A guest's, where the page knows it. A signed-in person's is the server's to say. */
  email?: string | undefined
  /**
   * Whether this is a guest, whose e-mail address is asked for first. Left out, the server is asked, and the
   * address only when the server wants one.
   */
  guest?: boolean | undefined
  /** @default 'auto' */
  presentation?: RampPresentation | undefined
  /** Makes a session as soon as the widget is there, instead of on a click. */
  autoStart?: boolean | undefined
  /** Origins that the provider's page may have; those that the server names where it is left out. */
  rampOrigins?: readonly string[] | undefined
  /**
   * What the provider's page may use, each for its own origins only.
   *
   * @default ['camera', 'payment', 'clipboard-write']
   */
  features?: readonly string[] | undefined
  /**
   * Those without which it cannot work; a page that forbids one is told so.
   *
   * @default ['camera']
   */
  needs?: readonly string[] | undefined
  /** Reads what the provider posts, in place of the adapter for `{ type, payload }`. */
  messageAdapter?: FrameMessageAdapter | undefined
  /**
   * How long a session is found again: after the page was closed and opened (`browser`), after a reload in the
   * same tab (`tab`), or not at all. Nothing is kept that opens the session itself.
   */
  remember?: 'browser' | 'tab' | 'never' | undefined
  /** Tells two widgets of one page apart that ask for the same, so that each finds its own session again. */
  name?: string | undefined
}

export interface RampCallbacks {
  /** A session was made. */
  onSession?: ((session: RampSessionInfo) => void) | undefined
  /** The provider's page says that it is ready. */
  onReady?: (() => void) | undefined
  /** The provider's own words for where it is. A hint, as all that a frame says. */
  onStep?: ((step: { step: string; detail?: string | undefined }) => void) | undefined
  /** Once for a session: the server has been told that the purchase is complete. */
  onCompleted?: ((purchase: RampPurchase) => void) | undefined
  onExpired?: ((session: RampSessionInfo) => void) | undefined
  /** Something is proven to keep the frame from working; `fix` says what to change on the page or its server. */
  onBlocked?: ((reason: BlockReason, fix: string) => void) | undefined
  /** The person closed it, or the provider's page closed itself: then the widget stays and says so. */
  onClose?: ((closing: RampClosing) => void) | undefined
  /** The person has seen the result. */
  onDone?: (() => void) | undefined
  /**
   * A request failed, the server was told that the purchase failed (`PURCHASE_FAILED`), or the provider's page reports
   * an error of its own (`RAMP_PAGE_ERROR`, with its code in `reason`, in the page's own words; once for each code).
   */
  onError?: ((error: LeydenError) => void) | undefined
  onStateChange?: ((state: RampState) => void) | undefined
}

/** All that the widget's engine works with; read anew at each use, so that a new object restarts nothing. */
export interface RampSettings extends RampOptions, RampCallbacks {
  client: Client
  queryClient: QueryClient
  /** Hears what happens in any widget. */
  widgetEvents?: WidgetEvents | undefined
}

/** Every option, so that none of them lands on the root element: one that is missing here is a type error. */
export const rampOptionNames = {
  quoteCurrency: true,
  baseCurrency: true,
  destination: true,
  metadata: true,
  email: true,
  guest: true,
  presentation: true,
  autoStart: true,
  rampOrigins: true,
  features: true,
  needs: true,
  messageAdapter: true,
  remember: true,
  name: true,
  onSession: true,
  onReady: true,
  onStep: true,
  onCompleted: true,
  onExpired: true,
  onBlocked: true,
  onClose: true,
  onDone: true,
  onError: true,
  onStateChange: true,
  client: true,
} as const satisfies Record<keyof UseRampWidgetOptions, true>
