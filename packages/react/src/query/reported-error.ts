import { type Client, isLeydenError, LeydenError } from '@leyden/core'
import { warnDeveloper } from '../provider/warn-developer.js'

/** What a request threw, as the error that a widget shows; a mistake of the page or its server is logged. */
export function reportedError(cause: unknown, client: Client, request: string): LeydenError {
  const error = isLeydenError(cause)
    ? cause
    : new LeydenError('NETWORK', `${request} failed in an unexpected way.`, { cause })
  warnDeveloper(error, client)
  return error
}
