import type { LeydenError } from '@leyden/core'
import type { Sats } from '@leyden/core/money'
import type { AddressLookup } from '../address/address-lookup.js'
import type { OmitFromEach } from '../foundation/flow/create-flow.js'
import type { CallbackTable, EventOf } from '../foundation/reports/callback-table.js'
import { errorOutcome, paidOutcome } from '../foundation/reports/widget-outcome.js'
import type { CheckedCharge, PaymentFacts, PayState } from './flow/pay-state.js'

/** A payment, and its evidence: a preimage, or a report of the recipient's provider (`verify`) or the shop (`app`). */
export type Payment = OmitFromEach<PaymentFacts, 'success' | 'proofDelivery'> & {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** The `reference` of the page, or that of the intent. */
  reference?: string | undefined
}

/** The callbacks of a page for a payment. */
export interface PayCallbacks {
  /**
   * The person typed or chose an amount. The argument is the amount in satoshis, also if the person entered a currency,
   * or `null` while the field contains no amount.
   */
  onAmountChange?: ((sats: Sats | null) => void) | undefined
  /**
   * A new invoice has passed every check, and the widget is about to show it. It is called once per invoice and page
   * load, also if the widget is mounted again.
   */
  onCharge?: ((charge: CheckedCharge) => void) | undefined
  /**
   * A charge of this widget's order was paid. It is called once per charge, if the tab has storage: if two widgets of a
   * page show one order, both show the payment, and only the first one calls it. `duplicateOf` is the payment hash of an earlier payment of the same order. Use this callback only to change the
   * page: deliver goods when your server receives the event (`onEvent`).
   */
  onPaid?: ((payment: Payment) => void) | undefined
  /** The invoice expired, and the BFF has answered after that that it was not paid so far. */
  onExpired?: ((charge: CheckedCharge) => void) | undefined
  /** The charge is over, and nobody can find out whether it was paid. */
  onUnconfirmed?: ((charge: CheckedCharge) => void) | undefined
  /** The person pressed "Done" at the end. */
  onDone?: ((state: PayState) => void) | undefined
  /**
   * A look-up or a request failed, or the widget refused an invoice (`INVOICE_MISMATCH`). The widget shows the error to
   * the person itself.
   */
  onError?: ((error: LeydenError) => void) | undefined
  /**
   * The status of the payment changed, or one of the fields that belong to it, or the look-up of the address in the
   * form was answered. It is not called for each key.
   */
  onStateChange?: ((state: PayState, address: AddressLookup) => void) | undefined
}

/**
 * Every callback of a payment, and what follows from it: the event of `onWidgetEvent`, and that of a custom element.
 *
 * @internal
 */
export const payCallbacks = {
  onAmountChange: { element: 'leyden-amount-change', detail: (sats) => sats },
  onCharge: {
    element: 'leyden-charge',
    detail: (charge) => charge,
    event: (charge) => ({ charge }),
    once: ({ id }) => `charge ${id}`,
  },
  onPaid: {
    element: 'leyden-paid',
    outcome: paidOutcome,
    event: (payment) => ({ payment }),
    once: ({ charge }) => `paid ${charge.id}`,
  },
  onExpired: {
    element: 'leyden-expired',
    outcome: () => ({ status: 'expired' }),
    event: (charge) => ({ charge }),
    once: ({ id }) => `end ${id}`,
  },
  onUnconfirmed: {
    element: 'leyden-unconfirmed',
    outcome: () => ({ status: 'unconfirmed' }),
    event: (charge) => ({ charge }),
    once: ({ id }) => `end ${id}`,
  },
  onDone: {
    element: 'leyden-close',
    detail: () => ({ by: 'person' as const }),
    event: (state) => ({ state }),
  },
  onError: { element: 'leyden-error', outcome: errorOutcome, event: (error) => ({ error }) },
  onStateChange: {
    element: 'leyden-state-change',
    detail: ({ status }) => ({ status }),
    event: (state, address) => ({ state, address }),
  },
} as const satisfies CallbackTable<PayCallbacks>

declare module '../foundation/reports/widget-event.js' {
  interface EventsByWidget {
    /**
     * The events of a `PayToLightningAddress`.
     *
     * @internal
     */
    pay: EventOf<typeof payCallbacks>
  }
}
