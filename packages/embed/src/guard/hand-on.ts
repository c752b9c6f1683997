/** Makes a new event of the same class, with the same values except for the changed ones. */
export function copyOf(event: Event, type: string, changes: Readonly<Record<string, unknown>>): Event {
  const Type = event.constructor as typeof Event
  const values = new Proxy(event, {
    get: (from, name) =>
      typeof name === 'string' && Object.hasOwn(changes, name) ? changes[name] : Reflect.get(from, name),
  })
  return new Type(type, values)
}

/**
 * Dispatches a copy of an event that the guard has stopped to the widget. The copy does not leave the shadow tree. The
 * browser's default action happens once, after the original event, unless the page had cancelled that before.
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
