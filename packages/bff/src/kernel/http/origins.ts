import { LeydenError, type Log } from '@leyden/core'
import type { HttpRequest } from './http-request.js'
import type { Route } from './route.js'

/** Anybody can send invented origins, so at most this many are logged, each once. */
const MAX_LOGGED = 50
const MAX_LOGGED_CHARACTERS = 300

export function createOrigins(ownOrigin: string, listed: readonly string[], log: Log) {
  const exact = new Set([ownOrigin, ...listed])
  const logged = new Set<string>()

  const mayRead = (origin: string, route: Route | undefined) =>
    exact.has(origin) && (origin !== 'null' || route?.open === true)

  /** Usually a developer has misconfigured the BFF and needs the reason. */
  function logOnce(origin: string, reason: string): void {
    // Prevents log injection through this header.
    const isSafe = origin === 'null' || (origin.length <= MAX_LOGGED_CHARACTERS && isOrigin(origin))
    if (!isSafe || logged.has(origin) || logged.size >= MAX_LOGGED) return
    logged.add(origin)
    log.warn({ code: 'ORIGIN_REFUSED', origin, publicUrl: ownOrigin }, `Refused a page. ${reason}`)
  }

  return {
    /**
     * Refuses a request of a page with a foreign origin. A `null` origin (a sandboxed frame, a file) is allowed if it is
     * listed, and then only for routes that need no identity.
     *
     * @throws LeydenError `BAD_REQUEST` with status 403.
     */
    check(request: HttpRequest, route: Route): void {
      const origin = request.headers.get('origin')
      if (origin === null || mayRead(origin, route)) return
      const isListed = exact.has(origin)
      const reason = isListed
        ? 'A page with the origin `null` may only use the pay routes.'
        : whatToSet(origin, ownOrigin)
      if (!isListed) logOnce(origin, reason)
      throw new LeydenError('BAD_REQUEST', reason, { field: 'origin', status: 403 })
    },

    /**
     * Headers (Fetch Standard, CORS protocol) for the reply to a request, if its origin may read it.
     *
     * @param route undefined if the BFF has no such route.
     */
    headersFor(request: HttpRequest, route: Route | undefined): Record<string, string> {
      const origin = request.headers.get('origin')
      if (origin === null || !mayRead(origin, route)) return { vary: 'Origin' }
      const headers: Record<string, string> = {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'retry-after, x-request-id',
      }
      // Any page can have a `null` origin, so it gets no cookies.
      if (origin !== 'null') headers['access-control-allow-credentials'] = 'true'
      return headers
    },
  }
}

/** Further headers of the reply to a preflight request. */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'authorization, content-type, x-leyden, idempotency-key, last-event-id',
    'access-control-max-age': '7200',
  }
}

/** For the page's developer: a dev server on another port, a phone in the same network, a page on another host. */
function whatToSet(origin: string, ownOrigin: string): string {
  const page = isOrigin(origin) ? origin : 'null'
  return `This BFF accepts pages of ${ownOrigin}, the origin of its publicUrl. This page is of ${page}. Open the page there, or set allowedOrigins: ['${page}'] (LEYDEN_ALLOWED_ORIGINS=${page}).`
}

/** Whether a text is an origin in the form that browsers send. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text
}
