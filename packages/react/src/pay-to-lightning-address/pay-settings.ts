import type { Client } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import type { AddressLookup } from '../lightning-address/address-lookup.js'
import type { Order, ShownCharge } from '../pay-flow/index.js'
import type { WidgetEvents } from '../widget/widget-event.js'
import type { PayOptions } from './pay-options.js'

/** All that the engine of a pay widget works with; read anew at each use, so that a new object restarts nothing. */
export interface PaySettings extends Omit<PayOptions, 'client'> {
  /** The client of the BFF. */
  client: Client
  /** Where queries are cached. */
  queryClient: QueryClient
  /** What is known of the address in the form. */
  lookup: AddressLookup
  /** The payer data: sent with the request, and stored nowhere. */
  payerData?: Readonly<Record<string, string>> | undefined
  /** What is requested without a press, once for each order of the page. */
  autoOrder?: Order | undefined
  /** Called for the events of any widget. */
  widgetEvents?: WidgetEvents | undefined
  /** A charge of an earlier page load is shown again: the form starts from it. */
  onRestored?: ((shown: ShownCharge) => void) | undefined
}
