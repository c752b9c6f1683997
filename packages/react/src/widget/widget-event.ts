import type { PayWidgetEvent } from '../pay-to-lightning-address/pay-events.js'
import type { RampWidgetEvent } from '../ramp-widget/ramp-events.js'

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
export interface WidgetEvents {
  emit(event: WidgetEvent): void
  /** Subscribes once to a source of events without a widget, such as a ledger, while the provider is mounted. */
  keep(source: object, subscribe: () => () => void): void
  stop(): void
}

export function createWidgetEvents(listener: (event: WidgetEvent) => void): WidgetEvents {
  const subscriptions = new Map<object, () => void>()
  /**
   * Widgets and the ledger all report that a charge was made, was paid or has ended. Only the first report is passed
   * on.
   */
  const emitted = new Set<string>()
  return {
    emit(event) {
      const charge =
        event.type === 'paid' ? event.payment.charge : 'charge' in event ? event.charge : undefined
      const isEnd = event.type === 'expired' || event.type === 'unconfirmed'
      const key = charge && `${isEnd ? 'end' : event.type} ${charge.id}`
      if (key && emitted.has(key)) return
      if (key) emitted.add(key)
      listener(event)
    },
    keep(source, subscribe) {
      if (!subscriptions.has(source)) subscriptions.set(source, subscribe())
    },
    stop() {
      for (const unsubscribe of subscriptions.values()) unsubscribe()
      subscriptions.clear()
    },
  }
}
