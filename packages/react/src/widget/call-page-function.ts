import { isLeydenError, LeydenError } from '@leyden/core'

/**
 * Calls a function that the page gave as an option, to ask its own server.
 *
 * @throws LeydenError where it failed, most likely because the shop's server did.
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
