import type { Client, LeydenError } from '@leyden/core'
import { errorKind } from '../widget/error-kind.js'
import { missingClient } from './missing-client.js'

/** Errors that only the developer of the page or the server can fix: people see a code, the console has the rest. */
const MISTAKES = ['BAD_REQUEST', 'NOT_FOUND', 'NOT_CONFIGURED']

/** Logs a mistake of the page or its server, and a BFF that cannot be reached or does not work. */
export function warnDeveloper(error: LeydenError, client: Client): void {
  const { code, field, status, contentType, message } = error
  const kind = errorKind(error)
  const isMistake =
    MISTAKES.includes(code) || contentType !== undefined || kind === 'noConnection' || kind === 'shopTrouble'
  // That a device is offline is nobody's mistake. Node has no navigator, or one that does not know.
  const isOffline = kind === 'noConnection' && typeof navigator === 'object' && navigator.onLine === false
  // A missing client was logged when the widget appeared.
  if (!isMistake || client === missingClient || isOffline) return
  const what = [
    code,
    status !== undefined && `status ${status}`,
    contentType !== undefined && `content type ${contentType || 'none'}`,
    field !== undefined && `field ${field}`,
  ].filter(Boolean)
  const said = `Leyden asked the BFF at bffUrl ${JSON.stringify(client.baseUrl)} and got ${what.join(', ')}`
  console.warn([`${said}: ${message}`, adviceFor(error)].filter(Boolean).join(' '))
}

function adviceFor({ code, party, status = 0, contentType }: LeydenError): string {
  if (contentType !== undefined) {
    if (status >= 500 || [401, 403, 429].includes(status))
      return 'This is not a reply of the BFF, but of a server or proxy in front of it. Is the BFF running, and does the proxy pass this request on to it?'
    if (status >= 400) return 'This is not a reply of the BFF. Mount it at this path, or correct bffUrl.'
    return 'This is not a reply of the BFF, but most often the page that a server sends for unknown paths. Mount the BFF at this path, or let your development server pass the path on to it.'
  }
  if (code === 'NETWORK' && status === 0)
    return 'Is the BFF running, and do its allowedOrigins include the origin of this page?'
  if (code === 'TIMEOUT' && status === 0) return 'Is the BFF running? Its log has a line for each request.'
  if (code === 'NOT_FOUND') return 'Correct bffUrl: the BFF has nothing at this path.'
  return status >= 500 && code !== 'NOT_CONFIGURED' && party === undefined
    ? 'The log of the BFF says why.'
    : ''
}
