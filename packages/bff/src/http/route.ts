import type * as v from 'valibot'
import type { Log } from '../log.js'
import type { HttpRequest } from './http-request.js'
import type { Reply } from './reply.js'

/** A request to a route, with its context. */
export interface RequestContext {
  request: HttpRequest
  /** The variable part of the path, decoded. */
  parameter: string
  /** The client for rate limits; null if the host does not pass addresses on. */
  ip: string | null
  /** The address of the connection's peer, which may be a proxy. */
  peer: string | undefined
  /** Adds the request's id and route to each line. */
  log: Log
  /** Whether this request may use a route. */
  isServed: (route: Route) => boolean
}

/** One method of a path: its handler, and its part of the OpenAPI document. */
export interface Route {
  /** Used in logs instead of the path, which may contain a token. The methods of one path share it. */
  name: string
  method: 'GET' | 'HEAD' | 'POST'
  /** Below the BFF's prefix, with at most one variable part: `/v0/watch/{token}`. */
  path: string
  /** Describes the variable part. */
  parameter?: string | undefined
  /**
   * Who may call: `page` is a browser with an allowed origin and the header that forces a preflight; `admin` needs the
   * admin token; `server` is anybody, unless the handler itself refuses them.
   */
  caller: 'page' | 'admin' | 'server'
  /** Whether pages without an origin may be allowed in. @default false */
  open?: boolean | undefined
  /** Whether the handler uses the signed-in user. @default false */
  identifies?: boolean | undefined
  operationId: string
  summary?: string | undefined
  description?: string | undefined
  /** The parameters of the query, which the handler checks by this schema. */
  query?: v.GenericSchema | undefined
  /** The JSON body, which the handler checks by this schema. */
  body?: v.GenericSchema | undefined
  /** `data` of a success. */
  reply?: v.GenericSchema | undefined
  /** OpenAPI responses in addition to, or instead of, the JSON envelope. */
  responses?: Readonly<Record<string, object>> | undefined
  /** Whether a failure is answered with the JSON envelope of errors. @default true */
  fails?: boolean | undefined
  /** Returns the `data` of a success, or a complete reply. */
  handle(context: RequestContext): Promise<object>
}

/** A route whose handler has to return the type of its reply's schema. */
export function route<const Schema extends v.GenericSchema>(
  definition: Omit<Route, 'reply' | 'handle'> & {
    reply: Schema
    handle(context: RequestContext): Promise<v.InferInput<Schema> | Reply>
  },
): Route {
  return definition as Route
}
