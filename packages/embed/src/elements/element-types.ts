import type { Outcome } from '../outcome/outcome.js'
import type { EmbedSettings } from '../settings/settings.js'
import type { PayOptions, RampOptions } from '../widget/options.js'

/** What one element may set otherwise than the page does. */
export type ElementSettings = Pick<
  EmbedSettings,
  'bffUrl' | 'getToken' | 'credentials' | 'locale' | 'messages' | 'theme' | 'colorScheme'
>

export interface PayToLightningAddressElement extends HTMLElement, PayOptions, ElementSettings {}
export interface RampWidgetElement extends HTMLElement, Omit<RampOptions, never>, ElementSettings {}

/** What `event.detail` of each event is. */
export interface LeydenElementEvents {
  'leyden-paid': CustomEvent<Extract<Outcome, { status: 'paid' }>>
  'leyden-completed': CustomEvent<Extract<Outcome, { status: 'completed' }>>
  'leyden-expired': CustomEvent<Outcome>
  'leyden-error': CustomEvent<Extract<Outcome, { status: 'error' }>>
  /** The person is through with it. */
  'leyden-close': CustomEvent<undefined>
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-to-lightning-address': PayToLightningAddressElement
    'ramp-widget': RampWidgetElement
  }
  interface HTMLElementEventMap extends LeydenElementEvents {}
}
