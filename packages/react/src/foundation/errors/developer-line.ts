import type { FailedParty, LeydenError } from '@leyden/core'

/**
 * The line of the console about an error that the page's developer can fix, with its likely causes. Its file is loaded
 * for such an error alone, so it imports nothing that the files of widgets have too, as that of `judgeName`.
 *
 * @param isUnknownHere whether the BFF itself says that it does not know what was asked for
 */
export function developerLine(
  error: LeydenError,
  sentence: string,
  baseUrl: string,
  isUnknownHere: boolean,
): string {
  const { code, field, status, contentType } = error
  const what = [
    code,
    status !== undefined && `status ${status}`,
    contentType !== undefined && `content type ${contentType || 'none'}`,
    field !== undefined && `field ${field}`,
  ].filter(Boolean)
  const prefix = `Leyden asked the BFF at bffUrl ${JSON.stringify(baseUrl)} and got ${what.join(', ')}`
  return `${prefix}: ${sentence} ${adviceFor(error, baseUrl, isUnknownHere)}`.trim()
}

function adviceFor(
  { code, party, status = 0, contentType }: LeydenError,
  baseUrl: string,
  isUnknownHere: boolean,
): string {
  if (contentType !== undefined) {
    if (status >= 500 || [401, 403, 429].includes(status))
      return 'This is not a reply of the BFF, but of a server or proxy in front of it. Is the BFF running, and does the proxy pass this request on to it?'
    if (status >= 400) return 'This is not a reply of the BFF. Mount it at this path, or correct bffUrl.'
    return 'This is not a reply of the BFF, but most often the page that a server sends for unknown paths. Mount the BFF at this path, or let your development server pass the path on to it.'
  }
  if (code === 'NETWORK' && status === 0) return causesOfSilence(baseUrl)
  if (code === 'TIMEOUT' && status === 0) return 'Is the BFF running? Its log has a line for each request.'
  if (code === 'NOT_FOUND' && !isUnknownHere) return 'Correct bffUrl: the BFF has nothing at this path.'
  if (party !== undefined) return PARTIES[party]
  return status >= 500 && code !== 'NOT_CONFIGURED' ? 'The log of the BFF says why.' : ''
}

/** Why no reply came, the likeliest cause first: a page cannot see which one it is. */
function causesOfSilence(baseUrl: string): string {
  const listing = isOfThisPage(baseUrl) ? '' : ', and do its allowedOrigins include the origin of this page'
  return `Is the BFF running${listing}? If so, an ad blocker, the Content-Security-Policy of the page (connect-src) or the network of the device may stop the request.`
}

const PARTIES: Record<FailedParty, string> = {
  service: 'This is the answer of the payment service, of which the log of the BFF says more.',
  recipient: 'This is the answer of the recipient’s provider, of which the log of the BFF says more.',
}

function isOfThisPage(baseUrl: string): boolean {
  try {
    return new URL(baseUrl, location.href).origin === location.origin
  } catch {
    return false
  }
}
