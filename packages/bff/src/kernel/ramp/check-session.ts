import { LeydenError, type Log, type RampSession } from '@leyden/core'
import { parseUrl, tryOrUndefined } from '@leyden/core/internal'
import type { RampComparisons } from '@leyden/lightning'
import { createSecretEcho } from '../upstream/secret-echo.js'

interface CheckSessionOptions {
  rampOrigins: readonly string[]
  compare: RampComparisons
  /** Whether webhooks have to be signed, so that their secret alone completes no purchase. */
  isSigned: boolean
  now: () => Date
}

/** The fields of the service's reply with a session that a page gets as they are. */
export const SESSION_FIELDS = ['session_token', 'widget_url', 'session_id', 'expires_at'] as const
type ServiceSession = Pick<RampSession, (typeof SESSION_FIELDS)[number]>

/**
 * Checks the service's reply with a session against itself, before anything of it is stored or shown.
 *
 * @returns a function that throws LeydenError `BAD_RESPONSE` naming the field, or `NOT_CONFIGURED` for an unlisted
 * origin, because a retry would get the same one.
 */
export function createCheckSession({ rampOrigins, compare, isSigned, now }: CheckSessionOptions) {
  let isTokenMissed = false

  function checkToken({ session_token, widget_url }: ServiceSession, log: Log): void {
    if (compare.widget_url === false) return
    const tokens = tokensIn(widget_url)
    if (tokens.length === 0 && !isTokenMissed) {
      isTokenMissed = true
      log.warn(
        { code: 'WIDGET_URL_WITHOUT_TOKEN' },
        'The widget_url of the payment service has no session token as a query parameter, so it is not compared',
      )
    }
    if (tokens.every((token) => token === session_token || decoded(token) === session_token)) return
    const message = 'The payment service returned a widget_url with another token than its session_token'
    log.error({ code: 'WIDGET_URL_OTHER_TOKEN' }, message)
    throw badReply('widget_url', message)
  }

  function checkExpiry({ expires_at }: ServiceSession, log: Log): void {
    // This comparison makes an invalid date count as expired.
    if (Date.parse(expires_at) > now().getTime()) return
    const times = { expiresAt: expires_at, now: now().toISOString() }
    const message = 'The payment service returned a session that has expired'
    log.error({ code: 'RAMP_SESSION_EXPIRED', ...times }, `${message}: is this server's clock right?`)
    throw badReply('expires_at', message)
  }

  /** Who has the secret of the webhook URL can complete the purchase, so a page must not get it. */
  function checkWebhookSecret(session: ServiceSession, secret: string, log: Log): void {
    if (isSigned && compare.widget_url === false) return
    const repeatsSecret = createSecretEcho(secret)
    const field = SESSION_FIELDS.find((name) => repeatsSecret(String(session[name])))
    if (!field) return
    const message = `The payment service returned a ${field} with the secret of the webhook URL`
    log.error({ code: 'WIDGET_URL_INVALID', field }, message)
    throw badReply(field, message)
  }

  return (session: ServiceSession, webhookSecret: string, log: Log): void => {
    checkOrigin(session.widget_url, rampOrigins, log)
    checkWebhookSecret(session, webhookSecret, log)
    checkToken(session, log)
    checkExpiry(session, log)
  }
}

/** The session tokens in the query of a URL, as they are written. */
function tokensIn(widgetUrl: string): string[] {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(widgetUrl) ?? []
  return query.split('&').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return /^session(_token)?$/.test(decoded(name) ?? '') ? value.join('=') : []
  })
}

/** Not like a form: `+` stays `+`, because tokens contain it. */
function decoded(text: string): string | undefined {
  return tryOrUndefined(() => decodeURIComponent(text))
}

function checkOrigin(widgetUrl: string, rampOrigins: readonly string[], log: Log): void {
  const url = parseUrl(widgetUrl)
  const field = 'widget_url'
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    const message = 'The payment service returned a widget_url that is not the URL of a page'
    log.error({ code: 'WIDGET_URL_INVALID', field }, message)
    throw badReply(field, message)
  }
  if (rampOrigins.includes(url.origin)) return
  log.error(
    { code: 'WIDGET_URL_ORIGIN_UNLISTED', origin: url.origin, rampOrigins },
    'The payment service returned a widget_url of an unlisted origin: if you trust it, add it to LEYDEN_RAMP_ORIGINS (rampOrigins)',
  )
  throw new LeydenError('NOT_CONFIGURED', "The ramp's page has an origin that this shop does not allow.", {
    field,
  })
}

/** The error about a reply of the service that must not be used. */
export function badReply(field: string, message: string): LeydenError {
  return new LeydenError('BAD_RESPONSE', `${message}.`, { field, party: 'service' })
}
