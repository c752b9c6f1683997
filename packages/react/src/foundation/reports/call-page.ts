import { isLeydenError, LeydenError } from '@leyden/core'

/** Calls a function of the page. An error in it is reported to the browser, and does not stop the widget. */
export function callPage(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    reportError(error)
  }
}

/**
 * Calls a function option of the page, which asks the page's own server.
 *
 * @throws LeydenError `SERVICE_UNAVAILABLE` if it fails, most likely because the shop's server does
 */
export async function callPageFunction<Value>(option: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    if (isLeydenError(cause)) throw cause
    const message = `The ${option} function of the page failed, so there is nothing to go on with.`
    const error = new LeydenError('SERVICE_UNAVAILABLE', message, { field: option, cause })
    console.warn(`Leyden: ${error.message}`, cause)
    throw error
  }
}
