import { type Client, type FailedParty, isLeydenError, LeydenError } from '@leyden/core'
import {
  messageReference,
  sentenceOf,
  tryOrUndefined,
  UNKNOWN_HERE,
  withReference,
} from '@leyden/core/internal'
import { missingClient } from '../provider/missing-client.js'
import { errorKind, FAILURES } from './error-kind.js'

/** Logs an error that the page's developer can fix, with its code. People read a message without the code. */
export function warnDeveloper(error: LeydenError, client: Client): void {
  const { code, field, status, contentType } = error
  // A browser also reports no network where only some requests are stopped, so this does not ask it.
  const kind = errorKind(error)
  if (kind === 'wrongOption') {
    console.warn(`Leyden: ${sentenceOf(error)} See ${messageReference('PROP_CANNOT_BE_USED')}`)
    return
  }
  const { isLogged } = FAILURES[kind]
  // A missing client was logged when the widget appeared.
  if ((!isLogged && contentType === undefined) || client === missingClient) return
  const what = [
    code,
    status !== undefined && `status ${status}`,
    contentType !== undefined && `content type ${contentType || 'none'}`,
    field !== undefined && `field ${field}`,
  ].filter(Boolean)
  const prefix = `Leyden asked the BFF at bffUrl ${JSON.stringify(client.baseUrl)} and got ${what.join(', ')}`
  const advice = adviceFor(error, client)
  console.warn(`${prefix}: ${withReference(code, sentenceOf(error) + (advice && ` ${advice}`))}`)
}

function adviceFor({ code, party, status = 0, contentType, reason }: LeydenError, client: Client): string {
  if (contentType !== undefined) {
    if (status >= 500 || [401, 403, 429].includes(status))
      return 'This is not a reply of the BFF, but of a server or proxy in front of it. Is the BFF running, and does the proxy pass this request on to it?'
    if (status >= 400) return 'This is not a reply of the BFF. Mount it at this path, or correct bffUrl.'
    return 'This is not a reply of the BFF, but most often the page that a server sends for unknown paths. Mount the BFF at this path, or let your development server pass the path on to it.'
  }
  if (code === 'NETWORK' && status === 0) return causesOfSilence(client)
  if (code === 'TIMEOUT' && status === 0) return 'Is the BFF running? Its log has a line for each request.'
  if (code === 'NOT_FOUND' && reason !== UNKNOWN_HERE)
    return 'Correct bffUrl: the BFF has nothing at this path.'
  if (party !== undefined) return PARTIES[party]
  return status >= 500 && code !== 'NOT_CONFIGURED' ? 'The log of the BFF says why.' : ''
}

/** Why no reply came, the likeliest cause first: a page cannot see which one it is. */
function causesOfSilence({ baseUrl }: Client): string {
  const page = globalThis.location
  const origin = tryOrUndefined(() => new URL(baseUrl, page.href).origin)
  const listing =
    origin === undefined || origin !== page.origin
      ? ', and do its allowedOrigins include the origin of this page'
      : ''
  return `Is the BFF running${listing}? If so, an ad blocker, the Content-Security-Policy of the page (connect-src) or the network of the device may stop the request.`
}

const PARTIES: Record<FailedParty, string> = {
  service: 'This is the answer of the payment service, of which the log of the BFF says more.',
  recipient: 'This is the answer of the recipient’s provider, of which the log of the BFF says more.',
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
  if (!logged.has(error)) warnDeveloper(error, client)
  logged.add(error)
  return error
}
