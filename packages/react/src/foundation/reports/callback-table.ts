import { callPage } from './call-page.js'
import type { Outcome } from './widget-outcome.js'

/** What follows from a call of one callback, each from the arguments of the call. */
export type CallbackRow<Args extends readonly unknown[]> = {
  /** The event that a custom element sends in place of the callback. */
  readonly element: `leyden-${string}`
  /**
   * The fields of the event that `onWidgetEvent` gets, whose type is the name of the callback without `on`. A callback
   * that is called for each key has no such event.
   */
  readonly event?: ((...args: Args) => object) | undefined
  /**
   * A key of what has happened, if several widgets and the ledger may all report it. `onWidgetEvent` gets one event for
   * each key.
   */
  readonly once?: ((...args: Args) => string) | undefined
} & (
  | {
      /** The `detail` of the element's event. */
      readonly detail: (...args: Args) => unknown
    }
  | {
      /** The outcome that is the `detail` of the element's event. */
      readonly outcome: (...args: Args) => Outcome
    }
)

type Arguments<Callback> = NonNullable<Callback> extends (...args: infer Args) => unknown ? Args : never

/** One row for each callback of a widget. A missing row, or one that fits no callback, is a type error. */
export type CallbackTable<Callbacks> = {
  readonly [Name in keyof Required<Callbacks>]: CallbackRow<Arguments<Callbacks[Name]>>
}

/** The events of a table for `onWidgetEvent`: `onPaid` makes one of the type `paid`. */
export type EventOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly event: (...args: never) => infer Fields }
    ? { type: TypeOf<Name> } & Fields
    : never
}[keyof Table]

type TypeOf<Name> = Name extends `on${infer Type}` ? Uncapitalize<Type> : never

/**
 * The events that custom elements send for a table, each with an outcome or another detail.
 *
 * @internal
 */
export type ElementEventOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly element: infer Element }
    ? { name: Element } & ContentOf<Table[Name]>
    : never
}[keyof Table]

type ContentOf<Row> = Row extends { readonly outcome: (...args: never) => infer Content }
  ? { outcome: Content }
  : Row extends { readonly detail: (...args: never) => infer Content }
    ? { detail: Content }
    : never

/** The callbacks of a page, and where the events of all widgets below a provider go. */
export type Listeners<Callbacks> = Callbacks & {
  widgetEvents?: { emit(event: object, key?: string): void } | undefined
}

/**
 * Makes the function that calls a callback of the page, and reports the event of its row to the provider. An error of
 * the page does not stop the widget.
 */
export function createNotifier<Callbacks>(widget: 'pay' | 'ramp', table: CallbackTable<Callbacks>) {
  return <Name extends keyof Callbacks & string>(
    listeners: Listeners<Callbacks>,
    name: Name,
    ...args: Arguments<Callbacks[Name]>
  ): void => {
    // The type of the table connects each name to its arguments. A look-up by name loses this connection.
    const callback = listeners[name] as ((...args: unknown[]) => void) | undefined
    const { event, once } = table[name] as CallbackRow<unknown[]>
    callPage(() => callback?.(...args))
    if (event)
      callPage(() =>
        listeners.widgetEvents?.emit({ widget, type: typeOf(name), ...event(...args) }, once?.(...args)),
      )
  }
}

function typeOf(name: string): string {
  return name.charAt(2).toLowerCase() + name.slice(3)
}
