import { startLeyden } from './script/leyden.js'
import type { LeydenApi } from './script/leyden-api.js'
import { LeydenMisuse } from './widget/settings/leyden-misuse.js'

export type {
  CheckedCharge,
  Fiat,
  Finding,
  Message,
  Messages,
  RampSessionInfo,
  Theme,
  UnavailableReason,
  Wallet,
} from '@leyden/react/options'
export type {
  LeydenElementEvents,
  PayElementProps,
  PayToLightningAddressElement,
  RampElementProps,
  RampWidgetElement,
} from './elements/element-types.js'
export type { LeydenEvents, OverlayDetail } from './overlay/events.js'
export type { Handle } from './overlay/open.js'
export type { LeydenApi, MountOptions, OpenOptions, Report } from './script/leyden-api.js'
export type { WidgetOutcome } from './widget/outcome.js'
export type {
  ElementSettings,
  EmbedSettings,
  Environment,
  GameHooks,
  Kind,
  PayOptions,
  RampOptions,
} from './widget/settings/settings.js'
export type { Support } from './widget/settings/supports.js'

declare const LEYDEN_VERSION: string

/**
 * The same as `window.Leyden` of the script, without the global name. Importing it registers the elements. On a server
 * it does nothing, and its methods throw.
 *
 * ```ts
 * import { Leyden } from '@leyden/embed'
 * Leyden.configure({ bffUrl: 'https://shop.example/leyden' })
 * const { status } = await Leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })
 * ```
 */
export const Leyden: LeydenApi =
  typeof document === 'undefined' ? withoutPage() : (window.Leyden ?? startLeyden(LEYDEN_VERSION))

function withoutPage(): LeydenApi {
  const refuse = () => {
    throw new LeydenMisuse('Leyden needs a page: on a server nothing can be shown.')
  }
  return Object.freeze({
    version: LEYDEN_VERSION,
    configure() {},
    open: refuse,
    mount: refuse,
    supports: refuse,
    doctor: refuse,
    on: () => () => {},
    call: refuse,
    drain: () => '[]',
  })
}
