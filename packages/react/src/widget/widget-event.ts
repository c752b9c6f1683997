import type { PayWidgetEvent } from '../pay-to-lightning-address/pay-callbacks.js'
import type { RampWidgetEvent } from '../ramp-widget/ramp-callbacks.js'

/**
 * What happens in any widget below a provider, named as the prop that hears it in one widget: `paid` for `onPaid`. Not
 * among it: `onAddressChange`, `onAmountChange` and `onNoteChange`, which hear each key.
 */
export type WidgetEvent = ({ widget: 'pay' } & PayWidgetEvent) | ({ widget: 'ramp' } & RampWidgetEvent)

/** Hands the events of all widgets below a provider to its `onWidgetEvent`. */
export interface WidgetEvents {
  emit(event: WidgetEvent): void
  /** Subscribes once to what goes on without a widget, such as a ledger, for as long as the provider is there. */
  keep(source: object, subscribe: () => () => void): void
  stop(): void
}

export function createWidgetEvents(listener: (event: WidgetEvent) => void): WidgetEvents {
  const kept = new Map<object, () => void>()
  /** Widgets and the ledger all tell of a charge that it was made or paid, or how it ended without a payment. */
  const told = new Set<string>()
  return {
    emit(event) {
      const charge =
        event.type === 'paid' ? event.payment.charge : 'charge' in event ? event.charge : undefined
      const isEnd = event.type === 'expired' || event.type === 'unconfirmed'
      const key = charge && `${isEnd ? 'end' : event.type} ${charge.id}`
      if (key && told.has(key)) return
      if (key) told.add(key)
      listener(event)
    },
    keep(source, subscribe) {
      if (!kept.has(source)) kept.set(source, subscribe())
    },
    stop() {
      for (const unsubscribe of kept.values()) unsubscribe()
      kept.clear()
    },
  }
}
