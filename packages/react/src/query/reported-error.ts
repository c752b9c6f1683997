import { type Client, isLeydenError, LeydenError } from '@leyden/core'
import { warnDeveloper } from '../provider/warn-developer.js'

/** Sends a request. What it throws is turned into the error that a widget shows, see {@link reportedError}. */
export async function reportErrors<Answer>(client: Client, request: string, send: () => Promise<Answer>) {
  try {
    return await send()
  } catch (cause) {
    throw reportedError(cause, client, request)
  }
}

/**
 * Turns what a request threw into the error that a widget shows, and logs an error that the page's developer can fix.
 */
export function reportedError(cause: unknown, client: Client, request: string): LeydenError {
  const error = isLeydenError(cause)
    ? cause
    : new LeydenError('NETWORK', `${request} failed in an unexpected way.`, { cause })
  warnDeveloper(error, client)
  return error
}
