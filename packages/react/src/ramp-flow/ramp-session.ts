import type { RampSession } from '@leyden/core'
import { isSecure, parseUrl, refuse } from '@leyden/core/internal'
import type { KnownSession } from '@leyden/core/status'

/** A ramp session whose URL has passed the checks of {@link holdRampSession}. */
export interface HeldSession extends KnownSession {
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

/** Why a session of the server is not shown. */
export type SessionProblem = 'no_origins' | 'url' | 'scheme' | 'origin' | 'expired'

/** The session that may be shown, or why it may not. */
export type HoldResult =
  | {
      /** The session may be framed or linked to. */
      ok: true
      /** The session as the flow keeps it. */
      session: HeldSession
    }
  | {
      /** The session must not be shown. */
      ok: false
      /** The first check that failed. */
      reason: SessionProblem
    }

/**
 * Decides whether a session may be framed or linked to: its URL is `https:` (`http:` for loopback hosts), its
 * origin is exactly one of `rampOrigins` (otherwise of the reply's `ramp_origins`), and it has not expired. The URL
 * itself is opaque and kept as it is.
 *
 * @param now the time by the page's clock.
 */
export function holdRampSession(
  reply: RampSession,
  { rampOrigins = reply.ramp_origins ?? [], now }: { rampOrigins?: readonly string[] | undefined; now: Date },
): HoldResult {
  const allowed = rampOrigins.flatMap((origin) => parseUrl(origin)?.origin ?? [])
  if (allowed.length === 0) return refuse('no_origins')
  const url = parseUrl(reply.widget_url)
  if (!url || url.username || url.password) return refuse('url')
  if (!isSecure(url)) return refuse('scheme')
  if (!allowed.includes(url.origin)) return refuse('origin')
  const expiresAt = new Date(reply.expires_at)
  // This comparison makes an invalid date count as expired.
  if (!(expiresAt > now)) return refuse('expired')
  return {
    ok: true,
    session: {
      id: reply.session_id,
      widgetUrl: reply.widget_url,
      origin: url.origin,
      origins: [...new Set([url.origin, ...allowed])],
      expiresAt,
      known: 'created',
      watchUrl: reply.watch_url || undefined,
      mode: reply.mode,
    },
  }
}
