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
import type { UseLightningAddressOptions } from './parts.js'

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

export const loading: PayOptions = { address: 'alice@wallet.example', amountSats: null }
// @ts-expect-error an amount is a number
export const text: PayOptions = { amountSats: '2100' }
// @ts-expect-error a key has no place in a page
export const key: LeydenProviderProps = { bffUrl: '/api/leyden', apiKey: 'key' }
