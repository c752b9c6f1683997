import type { LeydenError, Log } from '@leyden/core'
import type * as v from 'valibot'
import { readJson } from './body.js'
import type { HttpRequest } from './http-request.js'
import type { Reply } from './reply.js'
import { check } from './schema.js'

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
  /** The routes that this request may use. */
  served: readonly Route[]
  /** The path below which the host serves the routes, without a slash at its end. */
  prefix: string
}

type Method = 'GET' | 'POST'

/** The reason of a refusal that has no line of its own in the log, because another line has the number of them all. */
export const WRONG_TOKEN = 'wrong_token'

/** One method of a path: who may call it, and its handler; and, of an extension, what its description says. */
export type Route = Access & RouteDefinition

/** Who may call a route. */
type Access =
  | {
      /**
       * `page` is a browser with an allowed origin and the header that forces a preflight; `server` is anybody, unless
       * the handler itself refuses them.
       */
      caller: 'page' | 'server'
    }
  | {
      /** Another server of the shop, or an operator. */
      caller: 'admin'
      /**
       * Refuses a request without the right credentials, before anything else of it is read.
       *
       * @param ip the client; null if the host does not pass addresses on.
       * @throws LeydenError `SIGN_IN_REQUIRED` or `RATE_LIMITED`, with the reason `WRONG_TOKEN`.
       */
      authorize(request: HttpRequest, ip: string | null): Promise<void>
    }
  | {
      /**
       * An operator in a browser. Such a route exists only where the host asks for `admin` routes alone, so that no
       * page and no visitor can reach it. Its handler checks who is asking.
       */
      caller: 'operator'
      /** The page of an error. */
      failure(error: LeydenError, context: Pick<RequestContext, 'prefix'>): Response
    }

/** What `openapi()` says of a route. The kernel does not read it. */
export interface RouteDescription {
  summary?: string | undefined
  description?: string | undefined
  /** Describes the variable part of the path. */
  parameter?: string | undefined
  /** The parameters of the query. */
  query?: v.GenericSchema | undefined
  /** The JSON body. */
  body?: v.GenericSchema | undefined
  /** `data` of a success: the name of its type, if this is one of core, or its schema. */
  reply?: v.GenericSchema | string | undefined
  /** Responses in addition to, or instead of, the JSON envelope. */
  responses?: Readonly<Record<string, object>> | undefined
  /** Schemas that the document names, instead of repeating them where they are used. */
  schemas?: Readonly<Record<string, v.GenericSchema>> | undefined
}

/** A route without its callers. Routes of extensions describe themselves. */
interface RouteDefinition extends RouteDescription {
  /** Used in logs instead of the path, which may contain a token. */
  name: string
  method: Method
  /** Below the BFF's prefix, with at most one variable part: `/v0/watch/{token}`. */
  path: string
  /** Whether pages without an origin may be allowed in. @default false */
  open?: boolean | undefined
  /**
   * Whether the reply says who is signed in: always, or if the request asks for it by `?subject=1`. The BFF calls
   * `identify` for no other reply, because the shop's database of sessions may be slow or down. @default false
   */
  identifies?: boolean | 'if_asked' | undefined
  /** Returns the `data` of a success, or a complete reply. An extension returns a `Response`. */
  handle(context: RequestContext): Promise<object>
}

/** A route without its address; its handler has to return the type of the reply's schema, if there is one. */
type Definition<Body extends v.GenericSchema, Data extends v.GenericSchema<object>> = Omit<
  RouteDefinition,
  'method' | 'path' | 'body' | 'reply' | 'handle'
> & {
  body?: Body | undefined
  reply?: Data | string | undefined
  /** @param readBody reads and checks the JSON body. */
  handle(
    context: RequestContext,
    readBody: () => Promise<v.InferOutput<Body>>,
  ): Promise<v.InferInput<Data> | Reply>
}

/** Whether a page asks who is signed in. */
export function asksUser({ url }: HttpRequest): boolean {
  return new URL(url).searchParams.get('subject') === '1'
}

/** A route for pages, such as `GET /v0/watch/{token}`. */
export const pageRoute = routesFor({ caller: 'page' })

/** Creates a route from its method and path, and its definition. */
export type CreateRoute = <Body extends v.GenericSchema, const Data extends v.GenericSchema<object>>(
  address: `${Method} /${string}`,
  definition: Definition<Body, Data>,
) => Route

/** Returns a function that creates routes for these callers. */
export function routesFor(access: Access): CreateRoute {
  return <Body extends v.GenericSchema, Data extends v.GenericSchema<object>>(
    address: `${Method} /${string}`,
    definition: Definition<Body, Data>,
  ): Route => {
    const [method, path] = address.split(' ') as [Method, string]
    const { body, handle } = definition
    const readBody = async (request: HttpRequest) => check(body as Body, await readJson(request))
    return {
      ...definition,
      ...access,
      method,
      path,
      handle: async (context) => (await handle(context, () => readBody(context.request))) as object,
    }
  }
}
