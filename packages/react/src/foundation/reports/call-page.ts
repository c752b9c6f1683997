/** Calls a function of the page. An error in it is reported to the browser, and does not stop the widget. */
export function callPage(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    reportError(error)
  }
}
