import { LeydenError } from '@leyden/core'

/** The headers that a page may send along, and no others. */
const ALLOWED_HEADERS = 'authorization, content-type, x-leyden, idempotency-key, last-event-id'
const EXPOSED_HEADERS = 'retry-after, x-request-id'
const PREFLIGHT_SECONDS = '7200'

export interface Origins {
  /**
   * Refuses a request that a page of a foreign origin made. A page may be of no origin (`null`: a sandboxed frame, a
   * file) where that is listed, and then only for what needs no identity.
   *
   * @throws LeydenError `BAD_REQUEST` with status 403.
   */
  check(request: Request, route: { open: boolean }): void
  /** Headers (Fetch Standard, CORS protocol) for the reply to a request, if its origin may read it. */
  headersFor(request: Request, route: { open: boolean }): Record<string, string>
  preflight(request: Request, route: { open: boolean; methods: readonly string[] }): Response
}

export function createOrigins(own: string, listed: readonly string[]): Origins {
  const exact = new Set([own, ...listed])

  const mayRead = (origin: string | null, route: { open: boolean }) =>
    origin !== null && exact.has(origin) && (origin !== 'null' || route.open)

  const headersFor = (request: Request, route: { open: boolean }): Record<string, string> => {
    const origin = request.headers.get('origin')
    if (!mayRead(origin, route) || origin === null) return { vary: 'Origin' }
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
      // Anybody can be of no origin, so such a page gets nobody's cookies.
      ...(origin !== 'null' && { 'access-control-allow-credentials': 'true' }),
    }
  }

  return {
    check(request, route) {
      const origin = request.headers.get('origin')
      if (origin === null || mayRead(origin, route)) return
      throw new LeydenError('BAD_REQUEST', 'This origin is not among the allowed origins of this BFF.', {
        field: 'origin',
        status: 403,
      })
    },

    headersFor,

    preflight(request, route) {
      const cors = headersFor(request, route)
      if (!('access-control-allow-origin' in cors)) return new Response(null, { status: 403, headers: cors })
      return new Response(null, {
        status: 204,
        headers: {
          ...cors,
          'access-control-allow-methods': route.methods.join(', '),
          'access-control-allow-headers': ALLOWED_HEADERS,
          'access-control-max-age': PREFLIGHT_SECONDS,
        },
      })
    },
  }
}
