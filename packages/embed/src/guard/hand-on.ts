/** A new event of the same class, with the same values but for the changed ones. */
export function copyOf(event: Event, type: string, changes: Readonly<Record<string, unknown>>): Event {
  const Type = event.constructor as typeof Event
  const values = new Proxy(event, {
    get: (from, name) =>
      typeof name === 'string' && Object.hasOwn(changes, name) ? changes[name] : Reflect.get(from, name),
  })
  return new Type(type, values)
}

/**
 * Gives the widget its own copy of an event that the guard has stopped. The copy does not leave the shadow tree. What
 * the browser does after an event it does once: after the event itself, unless the page had cancelled that before.
 */
export function handOn(event: Event, target: EventTarget): void {
  const copy = copyOf(event, event.type, { composed: false })
  if (!event.defaultPrevented) {
    copy.preventDefault()
    Object.defineProperties(copy, {
      preventDefault: { value: () => event.preventDefault() },
      defaultPrevented: { get: () => event.defaultPrevented },
    })
  }
  target.dispatchEvent(copy)
}
