import { callAll } from '@leyden/core/internal'

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
      for (const each of [...here.all]) each(...values)
    }
    if (here.all.size === 0) here.stop = start(notify, page)
    here.all.add(own)
    return () => {
      // It may be called again.
      if (here.all.delete(own) && here.all.size === 0) here.stop()
    }
  }
}

/** A focus event within this time after another signal belongs to the same return, in milliseconds. */
const SAME_RETURN_MS = 1_000

/**
 * Called whenever the person may have returned: to the tab, the page, the window or the network. A wallet may open
 * over or beside the page and leave it visible all the time; then only the focus event shows the return.
 *
 * @returns a function that unsubscribes
 */
export const onReturn = shareListener((notify) => {
  let notifiedMs = Number.NEGATIVE_INFINITY
  const run = () => {
    notifiedMs = performance.now()
    notify()
  }
  const visibilitychange = () => {
    if (document.visibilityState === 'visible') run()
  }
  const focus = () => {
    if (performance.now() - notifiedMs > SAME_RETURN_MS) notify()
  }
  return callAll([
    listen(document, { visibilitychange }),
    listen(window, { pageshow: run, online: run, focus }),
  ])
})

/** Called when the browser reports that the network is gone. @returns a function that unsubscribes */
export const onOffline = shareListener((notify) => listen(window, { offline: () => notify() }))
