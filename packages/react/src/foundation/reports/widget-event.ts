/**
 * The events of each widget, by its name. The foundation imports no widget, so each widget adds its own events where it
 * declares its callbacks.
 */
export interface EventsByWidget extends Record<never, object> {}

/**
 * An event of any widget below a provider, named like the widget's callback prop: `paid` for `onPaid`. There is none
 * for `onAmountChange`, which is called for each key.
 */
export type WidgetEvent = {
  [Widget in keyof EventsByWidget]: {
    /** Which widget it is an event of: `pay` for a `PayToLightningAddress`, `ramp` for a `RampWidget`. */
    widget: Widget
  } & EventsByWidget[Widget]
}[keyof EventsByWidget]

/** Passes the events of all widgets below a provider to its `onWidgetEvent`. */
export function createWidgetEvents(listener: (event: WidgetEvent) => void) {
  const subscriptions = new Map<object, () => void>()
  const emitted = new Set<string>()
  return {
    /** Passes an event on. Of those with the same key only the first one is. */
    emit(event: WidgetEvent, key?: string | undefined) {
      if (key !== undefined && emitted.has(key)) return
      if (key !== undefined) emitted.add(key)
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
