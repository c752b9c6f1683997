import type { Client } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import type { AddressLookup } from '../address/address-lookup.js'
import type { Flow } from '../foundation/flow/create-flow.js'
import { missingClient } from '../foundation/provider/missing-client.js'
import type { WidgetEvents } from '../foundation/reports/widget-event.js'
import type { Fiat } from './fields/fiat.js'
import type { ChargeTerms, PayEvent, PayState, ShownCharge } from './flow/pay-state.js'
import type { PayOptions } from './pay-options.js'

/** The settings of a pay widget's engine. The engine reads them at each use, so a new object restarts nothing. */
export interface PaySettings extends Omit<PayOptions, 'client' | 'fiat'> {
  /** The client of the BFF. */
  client: Client
  /** The cache of queries. */
  queryClient: QueryClient
  /** The currency beside satoshis. */
  fiat?: Fiat | undefined
  /** Whether a prop that locks a field cannot be used, so that nothing can be paid until it is right. @default false */
  hasFatalProp?: boolean | undefined
  /** What is known of the address in the form. */
  lookup: AddressLookup
  /** The payer data. It is sent with the request and never stored. */
  payerData?: Readonly<Record<string, string>> | undefined
  /** The charge that is requested automatically, once for each order of the page. */
  autoTerms?: ChargeTerms | undefined
  /** Called for the events of any widget. */
  widgetEvents?: WidgetEvents | undefined
  /** Called when a charge of an earlier page load is shown again, to fill the form with its values. */
  onRestored?: ((shown: ShownCharge) => void) | undefined
}

/** The flow of a pay widget on the page: its current state, and where its events are sent. */
export type PayFlow = Flow<PayState, PayEvent>

/** Whether no prop of the page is wrong or missing, so that a payment is possible. */
export function isReady({ client, hasFatalProp }: PaySettings): boolean {
  return client !== missingClient && !hasFatalProp
}
