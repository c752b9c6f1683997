type Events = WindowEventMap & DocumentEventMap & HTMLElementEventMap

/** Adds listeners to a target, if there is one. @returns a function that removes them */
export function listen(
  target: EventTarget | null | undefined,
  listeners: { [Type in keyof Events]?: (event: Events[Type]) => void },
  isCapturing = false,
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) target?.addEventListener(type, listener, isCapturing)
  return () => {
    for (const [type, listener] of entries) target?.removeEventListener(type, listener, isCapturing)
  }
}

/**
 * Shares one listener of a page among all widgets: it is added for the first of them, and removed after the last one.
 *
 * @param start adds the listener, which has to call `notify`. It returns a function that removes it
 * @returns a function that subscribes, by default to the page of this script, and returns one that unsubscribes
 */
export function shareListener<Values extends unknown[] = []>(
  start: (notify: (...values: Values) => void, page: Document) => () => void,
) {
  type Own = (...values: Values) => void
  const shared = new WeakMap<Document, { all: Set<Own>; stop: () => void }>()
  return (listener: Own, page = document): (() => void) => {
    const here = shared.get(page) ?? { all: new Set<Own>(), stop: () => {} }
    shared.set(page, here)
    const own: Own = (...values) => listener(...values)
    const notify: Own = (...values) => {
      // As in the page itself, one that another one has removed meanwhile is not called.
      for (const each of [...here.all]) if (here.all.has(each)) each(...values)
    }
    if (here.all.size === 0) here.stop = start(notify, page)
    here.all.add(own)
    return () => {
      // It may be called again.
      if (here.all.delete(own) && here.all.size === 0) here.stop()
    }
  }
}
