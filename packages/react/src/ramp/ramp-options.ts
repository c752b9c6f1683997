import type { Client, RampSession } from '@leyden/core'
import { elementEvents, type OptionTable } from '../foundation/card/option-table.js'
import type { FrameMessageAdapter } from './flow/frame-message.js'
import { type RampCallbacks, rampCallbacks } from './ramp-callbacks.js'

/**
 * The place of the provider's page. `auto` starts with a frame, which gets the screen of a phone, and falls back to a
 * link and a QR code automatically. `tab` opens a tab, for a provider that cannot be framed.
 */
export type RampPresentation = 'inline' | 'dialog' | 'tab' | 'auto'

/** What is bought, how the provider's page is shown, and the callbacks of the page. */
export interface RampOptions extends RampCallbacks {
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
   * The place of the provider's page: `inline`, `dialog`, `tab`, or `auto`. With `auto` the widget shows a frame (full
   * screen in a window below 480 px), and falls back to a link and a QR code. With `tab`, for a provider that cannot be
   * framed, the tap opens a tab.
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
   * The permissions without which the provider's page cannot work. The frame grants them, `camera`, `payment` and
   * `clipboard-write` to the provider's origins, and to no others. If your page lacks one of them, the widget shows a
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
  needs: 'texts',
  messageAdapter: 'property',
  remember: 'text',
  name: 'text',
  client: 'none',
  ...elementEvents(rampCallbacks),
} as const satisfies OptionTable<RampOptions>
