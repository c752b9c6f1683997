import type { LeydenError } from '@leyden/core'
import type { AddressLookup } from '../lightning-address/address-lookup.js'
import type { CheckedCharge, PayState } from '../pay-flow/index.js'
import type { Payment } from './pay-options.js'

/** The events of a pay widget for its page; each type is named like its callback prop. */
export type PayWidgetEvent =
  | { type: 'stateChange'; state: PayState; address: AddressLookup }
  | { type: 'charge'; charge: CheckedCharge }
  | { type: 'expired'; charge: CheckedCharge }
  | { type: 'unconfirmed'; charge: CheckedCharge }
  | { type: 'paid'; payment: Payment }
  | { type: 'done'; state: PayState }
  | { type: 'error'; error: LeydenError }
