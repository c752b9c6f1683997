import { isLeydenError, LeydenError } from '@leyden/core'
import type { Context } from '../context.js'
import { logWith } from '../log.js'
import { randomId } from '../tokens/random-id.js'
import type { Origins } from './origins.js'
import { failure } from './reply.js'
import { ROUTES, type Route } from './routes.js'
import { SECURITY_HEADERS } from './security-headers.js'

export interface HandlerOptions {
  origins: Origins
  clientIp: (request: Request, peer: string | undefined) => string | null
}

export interface RequestInfo {
  /** The address of the peer that the connection came from. */
  ip?: string | undefined
}

/** Turns the routes into one `Request` → `Response` handler, which never rejects. */
export function createHandler(context: Context, { origins, clientIp }: HandlerOptions) {
  const prefix = new URL(context.publicUrl).pathname.replace(/\/$/, '')

  return async (request: Request, info: RequestInfo = {}): Promise<Response> => {
    const startedAtMs = Date.now()
    const requestId = requestIdOf(request)
    const { pathname } = new URL(request.url)
    const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : ''
    const route = ROUTES.find((candidate) => candidate.path.test(path))
    const log = logWith(context.log, { requestId, route: route?.name ?? 'none' })

    let response: Response
    let refusal: LeydenError | undefined
    try {
      response = route
        ? await respond(route, path, request)
        : failure(context, new LeydenError('NOT_FOUND', 'There is nothing here.'))
    } catch (error) {
      refusal = told(error, route)
      response = failure(context, refusal)
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!response.headers.has(name)) response.headers.set(name, value)
    response.headers.set('x-request-id', requestId)
    if (route?.caller === 'page')
      for (const [name, value] of Object.entries(origins.headersFor(request, route)))
        response.headers.set(name, value)
    const ms = Date.now() - startedAtMs
    log.info(
      { method: request.method, status: response.status, ms, ...(refusal && whyOf(refusal)) },
      'Request',
    )
    return response

    async function respond(route: Route, path: string, request: Request): Promise<Response> {
      if (route.caller === 'page') {
        if (request.method === 'OPTIONS') return origins.preflight(request, route)
        origins.check(request, route)
      }
      if (!(route.methods as readonly string[]).includes(request.method))
        return new Response(null, { status: 405, headers: { allow: route.methods.join(', ') } })
      // A foreign page can make a browser post a form, but not with a header of its own.
      if (route.caller === 'page' && request.method === 'POST' && request.headers.get('x-leyden') !== '1')
        throw new LeydenError('BAD_REQUEST', 'The header "x-leyden: 1" is missing.', {
          field: 'x-leyden',
          status: 403,
        })
      const parameter = decode(route.path.exec(path)?.[1] ?? '')
      const exchange = { request, parameter, ip: clientIp(request, info.ip), log }
      return route.handle(context, exchange)
    }

    function told(error: unknown, route: Route | undefined): LeydenError {
      if (isLeydenError(error)) return error
      log.error(
        { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        'Request failed',
      )
      const retryAfterMs = route?.name === 'webhook' ? 5_000 : undefined
      return new LeydenError('SERVICE_UNAVAILABLE', 'This cannot be done at the moment.', { retryAfterMs })
    }
  }
}

/** For the log; a name that a page made up, such as a key of its metadata, might be somebody's. */
function whyOf({ code, field }: LeydenError) {
  return { code, ...(/^[\w-]{1,40}$/.test(field ?? '') && { field }) }
}

/** A proxy's id is kept, so that its log and ours can be read side by side; nothing else of that name is. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? ''
  return /^[\w-]{8,64}$/.test(given) ? given : randomId()
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new LeydenError('BAD_REQUEST', 'The path is not encoded as it should be.', { field: 'path' })
  }
}
