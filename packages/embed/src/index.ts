import { startLeyden } from './leyden/leyden.js'
import type { LeydenApi } from './leyden/leyden-api.js'
import { LeydenMisuse } from './leyden/leyden-misuse.js'

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
export type { LeydenEvents, OverlayDetail } from './leyden/events.js'
export type { LeydenApi, MountOptions, OpenOptions, Report } from './leyden/leyden-api.js'
export type { Handle } from './leyden/open.js'
export type { WidgetOutcome } from './outcome/outcome.js'
export type {
  ElementSettings,
  EmbedSettings,
  Environment,
  GameHooks,
  Kind,
  PayOptions,
  RampOptions,
} from './settings/settings.js'
export type { Support } from './support/supports.js'

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
