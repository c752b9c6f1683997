import { type Client, isLeydenError, LeydenError } from '@leyden/core'
import { warnDeveloper } from '../provider/warn-developer.js'

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
