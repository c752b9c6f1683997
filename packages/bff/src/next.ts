import type { Bff } from './create-bff.js'

type RouteHandler = (request: Request) => Promise<Response>

export interface NextOptions {
  /** The visitor's address, as the host of the app tells it; limits per IP need it. */
  ip?: (request: Request) => string | undefined
}

/**
 * Route handlers for `app/api/leyden/[...leyden]/route.ts` of a Next.js App Router app.
 *
 * ```ts
 * export const { GET, HEAD, POST, OPTIONS } = toNextHandlers(bff)
 * ```
 */
export function toNextHandlers(
  bff: Pick<Bff, 'fetch'>,
  { ip }: NextOptions = {},
): Record<'GET' | 'HEAD' | 'POST' | 'OPTIONS', RouteHandler> {
  const handle: RouteHandler = (request) => {
    const address = ip?.(request)
    return bff.fetch(request, address === undefined ? {} : { ip: address })
  }
  return { GET: handle, HEAD: handle, POST: handle, OPTIONS: handle }
}
