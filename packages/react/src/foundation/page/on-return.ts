import { callAll } from '@leyden/core/internal'
import { listen, shareListener } from './listen.js'

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
