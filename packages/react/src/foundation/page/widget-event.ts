import type { LeydenError } from '@leyden/core'
import type { AddressLookup } from '../../address/address-lookup.js'
import type { CheckedCharge, PayState } from '../../pay/flow/pay-state.js'
import type { Payment } from '../../pay/pay-options.js'
import type { BlockReason, RampState } from '../../ramp/flow/ramp-state.js'
import type { RampClosing, RampPurchase, RampSessionInfo } from '../../ramp/ramp-options.js'

/** The events of a pay widget for its page; each type is named like its callback prop. */
export type PayWidgetEvent =
  | { type: 'stateChange'; state: PayState; address: AddressLookup }
  | { type: 'charge'; charge: CheckedCharge }
  | { type: 'expired'; charge: CheckedCharge }
  | { type: 'unconfirmed'; charge: CheckedCharge }
  | { type: 'paid'; payment: Payment }
  | { type: 'done'; state: PayState }
  | { type: 'error'; error: LeydenError }

/** The events of a ramp widget for its page; each type is named like its callback prop. */
export type RampWidgetEvent =
  | { type: 'stateChange'; state: RampState }
  | { type: 'session'; session: RampSessionInfo }
  | { type: 'ready' }
  | { type: 'step'; step: string; detail?: string | undefined }
  | { type: 'expired'; session: RampSessionInfo }
  | { type: 'completed'; purchase: RampPurchase }
  | { type: 'blocked'; reason: BlockReason; fix: string }
  | { type: 'close'; by: RampClosing['by'] }
  | { type: 'done' }
  | { type: 'error'; error: LeydenError }

/**
 * An event of any widget below a provider, named like the widget's callback prop: `paid` for `onPaid`. There are none
 * for `onAddressChange`, `onAmountChange` and `onNoteChange`, which are called for each key.
 */
export type WidgetEvent =
  | ({
      /** The event of a `PayToLightningAddress`. */
      widget: 'pay'
    } & PayWidgetEvent)
  | ({
      /** The event of a `RampWidget`. */
      widget: 'ramp'
    } & RampWidgetEvent)

/** Passes the events of all widgets below a provider to its `onWidgetEvent`. */
export function createWidgetEvents(listener: (event: WidgetEvent) => void) {
  const subscriptions = new Map<object, () => void>()
  /**
   * Widgets and the ledger all report that a charge was made, was paid or has ended. Only the first report is passed
   * on.
   */
  const emitted = new Set<string>()
  return {
    /** Reports an event. An event of a charge is passed on once. */
    emit(event: WidgetEvent) {
      const charge =
        event.type === 'paid' ? event.payment.charge : 'charge' in event ? event.charge : undefined
      const isEnd = event.type === 'expired' || event.type === 'unconfirmed'
      const key = charge && `${isEnd ? 'end' : event.type} ${charge.id}`
      if (key && emitted.has(key)) return
      if (key) emitted.add(key)
      listener(event)
    },
    /** Subscribes once to a source of events without a widget, such as a ledger, while the provider is mounted. */
    keep(source: object, subscribe: () => () => void) {
      if (!subscriptions.has(source)) subscriptions.set(source, subscribe())
    },
    /** Ends the subscriptions. */
    stop() {
      for (const unsubscribe of subscriptions.values()) unsubscribe()
      subscriptions.clear()
    },
  }
}

export type WidgetEvents = ReturnType<typeof createWidgetEvents>
