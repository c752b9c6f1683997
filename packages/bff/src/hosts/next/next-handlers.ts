import type { Bff } from '../../kernel/bff.js'

type RouteHandler = (request: Request) => Promise<Response>

/** Options of {@link toNextHandlers}. */
export interface NextOptions {
  /** Returns the visitor's IP address, as the app's host passes it on; rate limits per IP need it. */
  ip?: ((request: Request) => string | undefined) | undefined
}

/**
 * Route handlers for `app/api/leyden/[...path]/route.ts` of a Next.js App Router app. Pass a function, so that they
 * create the BFF and start its outbox at the first request: a build imports the routes without the secrets.
 *
 * ```ts
 * export const { GET, HEAD, POST, OPTIONS } = toNextHandlers(() => createBff({ … }))
 * ```
 */
export function toNextHandlers(
  bff: Pick<Bff, 'fetch'> | (() => Bff),
  { ip }: NextOptions = {},
): Record<'GET' | 'HEAD' | 'POST' | 'OPTIONS', RouteHandler> {
  let made: Pick<Bff, 'fetch'> | undefined
  const started = (make: () => Bff) => {
    const fresh = make()
    fresh.start()
    return fresh
  }
  const handle: RouteHandler = (request) => {
    made ??= typeof bff === 'function' ? started(bff) : bff
    return made.fetch(request, { ip: ip?.(request) })
  }
  return { GET: handle, HEAD: handle, POST: handle, OPTIONS: handle }
}
