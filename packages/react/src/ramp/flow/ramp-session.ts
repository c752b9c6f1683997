import { LeydenError, type Mode, type RampOrderSession, type RampSession } from '@leyden/core'
import { isSecure, parseUrl, tryOrUndefined } from '@leyden/core/internal'
import type { KnownSession } from '@leyden/core/status'

/** A ramp session whose URL has passed the checks of {@link checkRampSession}. */
export interface CheckedSession extends KnownSession {
  /** The service's `session_id`. */
  id: string
  /** The URL exactly as the server sent it. Absent for a session restored after a reload: its token works for one load. */
  widgetUrl?: string | undefined
  /** The origin of the widget URL. Messages of other origins are ignored. */
  origin: string
  /** Every origin that the frame may navigate to, that of the widget URL first. */
  origins: readonly string[]
  /** When the session expires, by the server's clock. */
  expiresAt: Date
  /** The URL that reports the session's state. Without one the page cannot learn how the purchase ends. */
  watchUrl?: string | undefined
}

/**
 * Checks whether a session may be framed or linked to: its URL is `https:` (`http:` for loopback hosts), its
 * origin is exactly one of `rampOrigins` (otherwise of the reply's `ramp_origins`), and it has not expired. The URL
 * itself is opaque and kept as it is.
 *
 * @param now the time by the page's clock.
 * @throws LeydenError whose `reason` is the first check that failed: `no_origins`, `url`, `scheme`, `origin` or
 *   `expired`. It is `NOT_CONFIGURED` for the origins, which are a setting of the shop, otherwise `BAD_RESPONSE`
 */
export function checkRampSession(
  reply: RampSession,
  { rampOrigins = reply.ramp_origins ?? [], now }: { rampOrigins?: readonly string[] | undefined; now: Date },
): CheckedSession {
  const refuse = (reason: string, field: string, message: string) => {
    const isSetting = reason === 'no_origins' || reason === 'origin'
    return new LeydenError(isSetting ? 'NOT_CONFIGURED' : 'BAD_RESPONSE', message, { field, reason })
  }
  const allowed = rampOrigins.flatMap((origin) => parseUrl(origin)?.origin ?? [])
  if (allowed.length === 0)
    throw refuse(
      'no_origins',
      'ramp_origins',
      'No origin of the ramp page is known, so no URL can be trusted: set rampOrigins on the BFF or on the widget.',
    )
  const url = parseUrl(reply.widget_url)
  const refuseUrl = (reason: string, what: string) =>
    refuse(reason, 'widget_url', `The widget URL that came ${what}; it was not opened.`)
  if (!url || url.username || url.password) throw refuseUrl('url', 'is not an absolute URL')
  if (!isSecure(url)) throw refuseUrl('scheme', 'is not https')
  if (!allowed.includes(url.origin)) throw refuseUrl('origin', 'has an origin that is not one of rampOrigins')
  const expiresAt = new Date(reply.expires_at)
  // This comparison makes an invalid date count as expired.
  if (!(expiresAt > now))
    throw refuse(
      'expired',
      'expires_at',
      "The session had expired when it came. Is this device's clock right?",
    )
  return {
    id: reply.session_id,
    widgetUrl: reply.widget_url,
    origin: url.origin,
    origins: [...new Set([url.origin, ...allowed])],
    expiresAt,
    known: 'created',
    watchUrl: reply.watch_url || undefined,
    mode: reply.mode,
  }
}

/**
 * The other sessions of an order, as the server lists them, to be watched. A link that fails the checks of
 * {@link checkRampSession} is left out, so that nobody can follow it.
 *
 * @returns the sessions, newest first
 */
export function checkOrderSessions(
  sessions: readonly RampOrderSession[],
  options: { rampOrigins: readonly string[]; now: Date; mode?: Mode | undefined },
): CheckedSession[] {
  const { mode } = options
  return [...sessions].reverse().map((session) => {
    const { session_id: id, watch_url: watchUrl, expires_at, widget_url } = session
    const reply = { ...session, session_token: '', mode }
    const checked =
      widget_url === undefined
        ? undefined
        : tryOrUndefined(() => checkRampSession({ ...reply, widget_url }, options))
    // Its status comes with its watch, like that of every session.
    return (
      checked ?? {
        id,
        watchUrl,
        origin: '',
        origins: [],
        expiresAt: new Date(expires_at),
        known: 'created',
        mode,
      }
    )
  })
}
