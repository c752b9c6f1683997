import { isLeydenError, LeydenError } from '@leyden/core'

/** The call of the callback prop for each type of event. */
export type Props<Event extends { type: string }, Settings> = {
  readonly [T in Event['type']]: (settings: Settings, event: Extract<Event, { type: T }>) => void
}

/** Calls the callback prop of an event. */
export function callProp<Event extends { type: string }, Settings>(
  props: Props<Event, Settings>,
  settings: Settings,
  event: Event,
): void {
  // The types of the table connect each call to its event. A look-up by type loses this connection.
  const call = props[event.type as Event['type']] as (settings: Settings, event: Event) => void
  callPage(() => call(settings, event))
}

/** Calls a function of the page. An error in it is reported to the browser, and does not stop the widget. */
export function callPage(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    reportError(error)
  }
}

/**
 * Calls a function option of the page, which asks the page's own server.
 *
 * @throws LeydenError `SERVICE_UNAVAILABLE` if it fails, most likely because the shop's server does
 */
export async function callPageFunction<Value>(option: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    if (isLeydenError(cause)) throw cause
    const message = `The ${option} function of the page failed, so there is nothing to go on with.`
    const error = new LeydenError('SERVICE_UNAVAILABLE', message, { field: option, cause })
    console.warn(`Leyden: ${error.message}`, cause)
    throw error
  }
}
