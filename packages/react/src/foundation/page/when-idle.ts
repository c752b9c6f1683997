/** How long a page has to be loaded before it counts as idle, in milliseconds. */
const SETTLED_MS = 500

/** Runs a function when the page has loaded. */
export function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work, { once: true })
}

/** Runs a function when the page has loaded and has nothing else to do; never if the browser saves data. */
export function whenIdle(work: () => void): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  // Safari has no idle callbacks.
  const { requestIdleCallback = (run: () => void) => setTimeout(run) } = window
  whenLoaded(() => setTimeout(() => requestIdleCallback(work), SETTLED_MS))
}
