/** Calls a function of the page. A mistake in it is reported as one, and stops nothing of ours. */
export function callPage(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    reportError(error)
  }
}
