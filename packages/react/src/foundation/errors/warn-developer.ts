import { type Client, isLeydenError, LeydenError } from '@leyden/core'
import { messageReference, sentenceOf, UNKNOWN_HERE, withReference } from '@leyden/core/internal'
import { missingClient } from '../provider/missing-client.js'
import { errorKind, FAILURES } from './error-kind.js'

/**
 * Logs an error that the page's developer can fix, with its code. People read a message without the code. Likely causes
 * are in a file of their own, which a page without such an error never loads.
 */
export async function warnDeveloper(error: LeydenError, client: Client): Promise<void> {
  const { code, contentType, reason } = error
  const sentence = sentenceOf(error)
  // A browser also reports no network where only some requests are stopped, so this does not ask it.
  const kind = errorKind(error)
  if (kind === 'wrongOption')
    return console.warn(`Leyden: ${sentence} See ${messageReference('PROP_CANNOT_BE_USED')}`)
  // A missing client was logged when the widget appeared.
  if ((!FAILURES[kind].isLogged && contentType === undefined) || client === missingClient) return
  const line = await import('./developer-line.js').then(
    ({ developerLine }) => developerLine(error, sentence, client.baseUrl, reason === UNKNOWN_HERE),
    () => `Leyden: ${sentence}`,
  )
  console.warn(withReference(code, line))
}

/** Errors that were logged: one that ends a query and then the action that needed it is logged once. */
const logged = new WeakSet<LeydenError>()

/**
 * Turns what a request threw into the error that a widget shows, and logs an error that the page's developer can fix.
 */
export function reportedError(cause: unknown, client: Client, request: string): LeydenError {
  const error = isLeydenError(cause)
    ? cause
    : new LeydenError('NETWORK', `${request} failed in an unexpected way.`, { cause })
  if (!logged.has(error)) void warnDeveloper(error, client)
  logged.add(error)
  return error
}
