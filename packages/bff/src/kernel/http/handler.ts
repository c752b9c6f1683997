import { isLeydenError, LeydenError, type Log } from '@leyden/core'
import { isLocalPage, logWith } from '@leyden/core/internal'
import { reasonOf } from '../foundation/log.js'
import { badField } from './bad-field.js'
import type { ClientIp } from './client-ip.js'
import type { HttpRequest, RequestInfo } from './http-request.js'
import { createOrigins, preflightHeaders } from './origins.js'
import { failure, Reply, replyOf, success } from './reply.js'
import { asksUser, type Route, WRONG_TOKEN } from './route.js'

/** Headers of every reply: no framing, no caching, no referrer. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const NO_ADDRESS =
  'The host passes no client address, so strangers share one limit per purpose, strangersPerMinute (in LEYDEN_LIMITS). Call fetch(request, { ip }), see Mounting in the README'

interface HandlerOptions {
  publicUrl: string
  allowedOrigins: readonly string[]
  clientIp: ClientIp
  /** The `subject` of the reply to a request; null if nobody is signed in, undefined if that is unknown. Never rejects. */
  userSubject: (request: HttpRequest, log: Log) => Promise<string | null | undefined>
  log: Log
  now: () => Date
}

/** Turns the routes into one handler, which never rejects. */
export function createHandler(options: HandlerOptions, routesOfFeatures: readonly Route[]) {
  const { publicUrl, allowedOrigins, clientIp, userSubject, now } = options
  const origins = createOrigins(new URL(publicUrl).origin, allowedOrigins, options.log)
  const publicPrefix = new URL(publicUrl).pathname.replace(/\/$/, '')
  // On this machine there are no strangers to tell apart.
  const isLocal = isLocalPage(new URL(publicUrl).hostname)
  let hasWarned = false
  const all = routesOfFeatures.map((route) => ({ ...route, pattern: patternOf(route.path) }))
  const routes = {
    all: all.filter(({ caller }) => caller !== 'operator'),
    public: all.filter(({ caller }) => caller !== 'admin' && caller !== 'operator'),
    admin: all.filter(({ caller }) => caller === 'admin' || caller === 'operator'),
  }

  return async (request: HttpRequest, info: RequestInfo = {}): Promise<Reply> => {
    const startedAtMs = Date.now()
    const requestId = requestIdOf(request)
    const { pathname } = new URL(request.url)
    const { prefix = publicPrefix } = info
    const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : ''
    // Select by the routes' callers and not by the path, so that no spelling of the path avoids it.
    const served = routes[info.routes ?? 'all']
    const methods = served.filter(({ pattern }) => pattern.test(path))
    const matched = methods.find((candidate) => answers(candidate, request.method))
    const route = matched ?? methods[0]
    const log = logWith(options.log, { requestId, route: route?.name ?? 'none' })

    let reply: Reply
    let refusal: LeydenError | undefined
    let isLogged = true
    try {
      reply = await respond()
    } catch (error) {
      refusal = publicError(error, route, log)
      reply =
        route?.caller === 'operator'
          ? await replyOf(route.failure(refusal, { prefix }))
          : failure(now(), refusal)
      // A flood of wrong tokens must not fill the log: another line has their number.
      isLogged = refusal.reason !== WRONG_TOKEN
    }
    // Without a route: so that a page of another origin can read that this BFF lacks an optional one.
    const cors = route === undefined || route.caller === 'page' ? origins.headersFor(request, route) : {}
    const { status } = reply
    const headers = { ...SECURITY_HEADERS, ...reply.headers, 'x-request-id': requestId, ...cors }
    const ms = Date.now() - startedAtMs
    const { method } = request
    // A client that is rate-limited may be an attacker, so log its address for the operator.
    const client = status === 429 ? clientIp.of(request, info.ip) : undefined
    if (isLogged)
      log.info({ code: 'REQUEST', method, status, ms, ...refusalFields(refusal), client }, 'Request')
    return new Reply(status, method === 'HEAD' ? null : reply.body, headers)

    async function respond(): Promise<Reply> {
      if (!route) throw new LeydenError('NOT_FOUND', 'This BFF has no such route.')
      if (route.caller === 'page') origins.check(request, route)
      const allow = methods.map(({ method }) => method).join(', ')
      if (route.caller === 'page' && request.method === 'OPTIONS')
        return new Reply(204, null, preflightHeaders(allow))
      if (!matched) return new Reply(405, null, { allow })
      // A foreign page can post a form, but cannot set a custom header without a preflight.
      if (route.caller === 'page' && route.method === 'POST' && request.headers.get('x-leyden') !== '1')
        throw badField('x-leyden', 'must be 1: the header is missing', 403)
      const ip = clientIp.of(request, info.ip)
      if (route.caller === 'admin') await route.authorize(request, ip)
      const parameter = decode(route.pattern.exec(path)?.[1] ?? '')
      // With a public URL of this machine there are no strangers.
      if (ip === null && route.caller === 'page' && !isLocal && !hasWarned) {
        hasWarned = true
        log.warn({ code: 'CLIENT_ADDRESS_MISSING' }, NO_ADDRESS)
      }
      // A page takes this time for that of the state: what happens later, even while it is read, is not in the reply.
      const at = now()
      const result = await matched.handle({ request, parameter, ip, peer: info.ip, log, served, prefix })
      if (result instanceof Reply) return result
      if (result instanceof Response) return replyOf(result)
      // After the handler, so that the rate limits protect `identify` too.
      return success(at, result, saysUser(matched, request) ? await userSubject(request, log) : undefined)
    }
  }
}

function saysUser({ identifies }: Route, request: HttpRequest): boolean {
  return identifies === true || (identifies === 'if_asked' && asksUser(request))
}

/** For GET routes that are not for pages, HEAD is allowed too. */
function answers(route: Route, method: string): boolean {
  return route.method === (method === 'HEAD' && route.caller === 'server' ? 'GET' : method)
}

/** Longer than every token and every encoded address. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/, '([^/]{1,600})')}$`)
}

/** Logs an unexpected error in full; the client gets only `SERVICE_UNAVAILABLE`. */
function publicError(error: unknown, route: Route | undefined, log: Log): LeydenError {
  if (isLeydenError(error)) return error
  const reason = error instanceof Error ? error.stack : reasonOf(error)
  log.error({ code: 'REQUEST_FAILED', reason }, 'Request failed')
  const retryAfterMs = route?.name === 'webhook' ? 5_000 : undefined
  return new LeydenError('SERVICE_UNAVAILABLE', 'The BFF failed to process the request. Try again later.', {
    retryAfterMs,
  })
}

/** The field name for the log. A name that a page has chosen, such as a metadata key, may be personal data. */
function refusalFields(refusal: LeydenError | undefined) {
  const { code, field = '', reason } = refusal ?? {}
  return {
    errorCode: code,
    field: /^[\w-]{1,40}$/.test(field) ? field : undefined,
    limit: code === 'RATE_LIMITED' ? reason : undefined,
  }
}

/** Keeps a well-formed request id of a proxy, so that its log and ours can be correlated. */
function requestIdOf(request: HttpRequest): string {
  const sent = request.headers.get('x-request-id') ?? ''
  return /^[\w-]{8,64}$/.test(sent) ? sent : crypto.randomUUID().replaceAll('-', '')
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw badField('path', 'is not percent-encoded correctly')
  }
}
