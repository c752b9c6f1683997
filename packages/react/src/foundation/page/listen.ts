import { callAll, createListeners } from '@leyden/core/internal'

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
 * Shares one listener of the page among all widgets: it is added for the first of them, and removed after the last one.
 *
 * @param start adds the listener, which has to call `notify`. It returns a function that removes it
 * @returns a function that subscribes, and returns one that unsubscribes
 */
export function shareListener<Values extends unknown[] = []>(
  start: (notify: (...values: Values) => void) => () => void,
) {
  const { subscribe, notify } = createListeners<Values>()
  let subscribers = 0
  let stop = () => {}
  return (listener: (...values: Values) => void): (() => void) => {
    const unsubscribe = subscribe((...values) => listener(...values))
    if (subscribers++ === 0) stop = start(notify)
    return () => {
      unsubscribe()
      if (--subscribers === 0) stop()
    }
  }
}

/** A focus event within this time after another signal belongs to the same return, in milliseconds. */
const SAME_RETURN_MS = 1_000

/**
 * Runs `act` whenever the person may have returned: to the tab, the page, the window or the network. A wallet may open
 * over or beside the page and leave it visible all the time; then only the focus event shows the return.
 *
 * @returns a function that stops it
 */
export function onReturn(act: () => void): () => void {
  let actedMs = Number.NEGATIVE_INFINITY
  const run = () => {
    actedMs = performance.now()
    act()
  }
  const visibilitychange = () => {
    if (document.visibilityState === 'visible') run()
  }
  const focus = () => {
    if (performance.now() - actedMs > SAME_RETURN_MS) act()
  }
  return callAll([
    listen(document, { visibilitychange }),
    listen(window, { pageshow: run, online: run, focus }),
  ])
}
