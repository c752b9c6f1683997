import type { CallbackRow, CallbackTable } from '@leyden/react/options'
import type { WidgetReport } from './widget.js'

/** The callbacks of a widget. Each reports the event that its element sends. */
export function reportingCallbacks<Callbacks>(
  table: CallbackTable<Callbacks>,
  report: (event: WidgetReport) => void,
) {
  const callbacks = Object.keys(table).map((name) => {
    // The type of the table connects each callback to its arguments. A look-up by name loses this connection.
    const row = table[name as keyof Callbacks] as CallbackRow<unknown[]>
    return [name, (...args: unknown[]) => report(eventOf(row, args) as WidgetReport)]
  })
  return Object.fromEntries(callbacks) as {
    readonly [Name in keyof Callbacks]-?: NonNullable<Callbacks[Name]>
  }
}

function eventOf(row: CallbackRow<unknown[]>, args: unknown[]) {
  const name = row.element
  return 'outcome' in row ? { name, outcome: row.outcome(...args) } : { name, detail: row.detail(...args) }
}
