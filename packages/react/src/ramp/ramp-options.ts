import type { Client, RampSession } from '@leyden/core'
import { isEmail, isSecure, parseUrl } from '@leyden/core/internal'
import { callbackRows, type OptionTable } from '../foundation/options/option-rule.js'
import type { FrameMessageAdapter } from './flow/frame-message.js'
import { type RampCallbacks, rampCallbacks } from './ramp-callbacks.js'

/**
 * The place of the ramp's page. `auto` starts with a frame, which gets the screen of a phone, and falls back to a
 * link and a QR code automatically. `tab` opens a tab, for a ramp that cannot be framed.
 */
export type RampPresentation = 'inline' | 'dialog' | 'tab' | 'auto'

/** What is bought, how the ramp's page is shown, and the callbacks of the page. */
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
   * session. By default, the person chooses on the ramp's page.
   *
   * @default none
   */
  quoteCurrency?: string | undefined
  /**
   * The currency to buy, such as `BTC`. If it changes while the widget shows a session, the widget requests a new
   * session. By default, the person chooses on the ramp's page.
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
   * The place of the ramp's page: `inline`, `dialog`, `tab`, or `auto`. With `auto` the widget shows a frame (full
   * screen in a window that is narrower or lower than 480 px), and falls back to a link and a QR code. With `tab`, for
   * a ramp that cannot be framed, the tap opens a tab.
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
   * The exact origins that the ramp's page may have. The widget opens no other page.
   *
   * @default the origins that the BFF reports
   */
  rampOrigins?: readonly string[] | undefined
  /**
   * The permissions without which the ramp's page cannot work. The frame grants them, `camera`, `payment` and
   * `clipboard-write` to the ramp's origins, and to no others. If your page lacks one of them, the widget shows a
   * link in place of the frame.
   *
   * @default ['camera']
   */
  needs?: readonly string[] | undefined
  /**
   * A function that converts the messages of the ramp's page. It returns `null` for a message that it does not
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

const currency = {
  shape: 'text',
  is: 'a currency code, such as USD or BTC',
  locks: true,
  fixedBy: 'order',
  fits: (text: string) => /^[\w-]{1,16}$/.test(text),
} as const

/**
 * Every option of the ramp.
 *
 * @internal
 */
export const rampOptions = {
  order: { shape: 'signed', locks: true, neverEmpty: true, reads: 'order' },
  fetchSession: { shape: 'function', locks: true, neverEmpty: true },
  quoteCurrency: currency,
  baseCurrency: currency,
  destination: {
    shape: 'text',
    is: 'a Lightning Address or an on-chain address',
    locks: true,
    fixedBy: 'order',
    reads: 'destination',
    fits: isLikeDestination,
  },
  metadata: {
    shape: 'object',
    is: 'an object of at most 10 texts of at most 500 characters',
    locks: true,
    fixedBy: 'order',
    fits: isMetadata,
  },
  email: {
    shape: 'text',
    is: 'an e-mail address',
    element: 'property',
    locks: true,
    fixedBy: 'order',
    fits: (text: string) => isEmail(text.trim()),
  },
  guest: { shape: 'flag' },
  presentation: { shape: 'text', oneOf: ['inline', 'dialog', 'tab', 'auto'] },
  autoStart: { shape: 'flag' },
  rampOrigins: {
    shape: 'texts',
    is: "a list of origins, such as ['https://ramp.example']",
    locks: true,
    fits: (origins: readonly string[]) => origins.every(isOrigin),
  },
  needs: { shape: 'texts' },
  messageAdapter: { shape: 'function' },
  remember: { shape: 'text', locks: true, oneOf: ['browser', 'tab', 'never'] },
  name: { shape: 'text' },
  client: { shape: 'object', element: 'none' },
  ...callbackRows(rampCallbacks),
} as const satisfies OptionTable<RampOptions>

/** Whether a text can be an address at all. The formats are large, so only the server reads them. */
function isLikeDestination(text: string): boolean {
  return /^(bitcoin:.*|[^@\s]+@[^@\s]+\.[^@\s]+|[a-z0-9]{14,})$/i.test(text.trim())
}

function isMetadata(metadata: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(metadata)
  return values.length <= 10 && values.every((value) => typeof value === 'string' && value.length <= 500)
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && isSecure(url) && url.pathname === '/' && url.search === ''
}
