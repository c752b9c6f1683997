// Compiled by `tsc -b`, never run.
import type { ComponentPropsWithoutRef } from 'react'
import type {
  LeydenProviderProps,
  LightningAddressFieldProps,
  PayOptions,
  PayToLightningAddressProps,
  RampOptions,
  RampWidgetProps,
} from './index.js'
import type { Pay, Ramp, UseLightningAddressOptions } from './parts.js'

/**
 * Props with each optional one set to `undefined`: what a wrapper under `exactOptionalPropertyTypes` passes on. What
 * React itself declares for every element is React's.
 */
type Undefined<P> = { [Name in keyof P]-?: object extends Pick<P, Name> ? P[Name] | undefined : P[Name] }
type Takes<P, Given extends P> = Given
type Element = 'key' | keyof ComponentPropsWithoutRef<'section'> | keyof ComponentPropsWithoutRef<'div'>
type Own<P> = Omit<P, Element>

export type Passed = [
  Takes<LeydenProviderProps, Undefined<LeydenProviderProps>>,
  Takes<PayOptions, Undefined<PayOptions>>,
  Takes<Own<PayToLightningAddressProps>, Undefined<Own<PayToLightningAddressProps>>>,
  Takes<Own<LightningAddressFieldProps>, Undefined<Own<LightningAddressFieldProps>>>,
  Takes<Own<RampWidgetProps>, Undefined<Own<RampWidgetProps>>>,
  Takes<RampOptions, Undefined<RampOptions>>,
  Takes<UseLightningAddressOptions, Undefined<UseLightningAddressOptions>>,
]

/** What a page may set on each widget besides its options, also by a wrapper that passes an object. */
export const attributes: PayToLightningAddressProps & RampWidgetProps & LightningAddressFieldProps = {
  className: 'tip',
  style: { maxWidth: '20rem' },
  id: 'tip',
  dir: 'rtl',
  lang: 'ar',
  hidden: false,
  title: 'Tip',
  role: 'group',
  tabIndex: -1,
  'aria-labelledby': 'heading',
}
type Offered = keyof PayToLightningAddressProps | keyof RampWidgetProps | keyof LightningAddressFieldProps
// @ts-expect-error editors would offer the options among the attributes of HTML
export const offered: Offered = 'inputMode'
export const offeredByPart: keyof ComponentPropsWithoutRef<typeof Pay.Root | typeof Ramp.Root> = 'inputMode'

export const loading: PayOptions = { address: 'alice@wallet.example', amountSats: null }
// @ts-expect-error an amount is a number
export const text: PayOptions = { amountSats: '2100' }
// @ts-expect-error a key has no place in a page
export const key: LeydenProviderProps = { bffUrl: '/api/leyden', apiKey: 'key' }
