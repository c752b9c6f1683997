/** For each type of event, the call of the prop that hears it. */
export type Props<Event extends { type: string }, Settings> = {
  readonly [T in Event['type']]: (settings: Settings, event: Extract<Event, { type: T }>) => void
}

/** Calls the prop that hears an event. */
export function callProp<Event extends { type: string }, Settings>(
  props: Props<Event, Settings>,
  settings: Settings,
  event: Event,
): void {
  // The table's types tie each call to its event; a look-up by type loses that tie.
  const call = props[event.type as Event['type']] as (settings: Settings, event: Event) => void
  callPage(() => call(settings, event))
}

/** Calls a function of the page. A mistake in it is reported as one, and stops nothing of ours. */
export function callPage(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    reportError(error)
  }
}
