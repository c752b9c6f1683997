import { LeydenError } from '@leyden/core'
import type { Log } from '../log.js'
import type { HttpRequest } from './http-request.js'
import { Reply } from './reply.js'
import type { Route } from './route.js'

/** The headers that a page may send. */
const ALLOWED_HEADERS = 'authorization, content-type, x-leyden, idempotency-key, last-event-id'
const EXPOSED_HEADERS = 'retry-after, x-request-id'
const PREFLIGHT_SECONDS = '7200'

export type Origins = ReturnType<typeof createOrigins>

/** Anybody can send invented origins, so at most this many are logged, each once. */
const MAX_LOGGED = 50
const MAX_LOGGED_CHARACTERS = 300

export function createOrigins(own: string, listed: readonly string[], log: Log) {
  const exact = new Set([own, ...listed])
  const logged = new Set<string>()

  /** Usually a developer has misconfigured the BFF and needs the reason. */
  const logRefusal = (origin: string | null) => {
    if (
      origin === null ||
      exact.has(origin) ||
      logged.has(origin) ||
      logged.size >= MAX_LOGGED ||
      // Prevents log injection through this header.
      !(origin === 'null' || (origin.length <= MAX_LOGGED_CHARACTERS && isOrigin(origin)))
    )
      return
    logged.add(origin)
    log.warn({ origin, publicUrl: own }, `Refused a page. ${whatToSet(origin, own)}`)
  }

  const mayRead = (origin: string | null, route: Pick<Route, 'open'>) =>
    origin !== null && exact.has(origin) && (origin !== 'null' || route.open === true)

  const headersFor = (request: HttpRequest, route: Pick<Route, 'open'>): Record<string, string> => {
    const origin = request.headers.get('origin')
    if (origin === null || !mayRead(origin, route)) return { vary: 'Origin' }
    const headers: Record<string, string> = {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    }
    // Any page can have a `null` origin, so it gets no cookies.
    if (origin !== 'null') headers['access-control-allow-credentials'] = 'true'
    return headers
  }

  return {
    /**
     * Refuses a request of a page with a foreign origin. A `null` origin (a sandboxed frame, a file) is allowed if it is
     * listed, and then only for routes that need no identity.
     *
     * @throws LeydenError `BAD_REQUEST` with status 403.
     */
    check(request: HttpRequest, route: Pick<Route, 'open'>): void {
      const origin = request.headers.get('origin')
      if (origin === null || mayRead(origin, route)) return
      logRefusal(origin)
      throw new LeydenError('BAD_REQUEST', whyNot(origin, exact, own), { field: 'origin', status: 403 })
    },

    /** Headers (Fetch Standard, CORS protocol) for the reply to a request, if its origin may read it. */
    headersFor,

    /** @param methods the routes of one path. */
    preflight(request: HttpRequest, methods: readonly Route[]): Reply {
      const cors = headersFor(request, { open: methods.every(({ open }) => open) })
      if (!('access-control-allow-origin' in cors)) {
        logRefusal(request.headers.get('origin'))
        return new Reply(403, null, cors)
      }
      return new Reply(204, null, {
        ...cors,
        'access-control-allow-methods': methods.map(({ method }) => method).join(', '),
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
    },
  }
}

function whyNot(origin: string, exact: ReadonlySet<string>, own: string): string {
  if (exact.has(origin)) return 'A page with the origin `null` may only use the pay routes.'
  return whatToSet(origin, own)
}

/** For the page's developer: a dev server on another port, a phone in the same network, a page on another host. */
function whatToSet(origin: string, own: string): string {
  const page = isOrigin(origin) ? origin : 'null'
  return `This BFF accepts pages of ${own}, the origin of its publicUrl. This page is of ${page}. Open the page there, or set allowedOrigins: ['${page}'] (LEYDEN_ALLOWED_ORIGINS=${page}).`
}

/** Whether a text is an origin in the form that browsers send. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text
}
