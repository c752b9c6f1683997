import * as charge from '../kernel/charge/charge-messages.js'
import type { Extension } from '../kernel/extension.js'
import { jsonReply } from '../kernel/http/reply.js'
import type { Route } from '../kernel/http/route.js'
import * as shared from '../kernel/http/schema.js'
import * as intent from '../kernel/order/intent.js'
import * as event from '../kernel/outbox/event-message.js'
import * as details from '../kernel/ramp/ramp-details.js'
import * as ramp from '../kernel/ramp/ramp-messages.js'
import * as proof from '../kernel/watch/watch-route.js'
import { createJsonSchemas, type JsonSchemas, type NamedSchemas } from './json-schemas.js'
import * as requests from './kernel-routes.js'
import { REPLY_SCHEMAS } from './reply-schemas.js'

const MODULES = [shared, charge, intent, event, details, ramp, proof, requests]

/** The schemas of requests and events in the document's `components`, by the names of their exports. */
const KERNEL_SCHEMAS: NamedSchemas = Object.fromEntries(
  MODULES.flatMap((messages) => Object.entries(messages)).filter(([name]) => /^[A-Z][a-z]/.test(name)),
)

const json = (schema: object) => ({ 'application/json': { schema } })

/** The envelope of every successful reply. */
function success(data: object, { identifies }: Route) {
  const { required, properties, ...envelope } = REPLY_SCHEMAS.SuccessEnvelope
  const subject = identifies ? properties.subject : undefined
  return {
    description: 'The operation succeeded.',
    content: json({
      ...envelope,
      required: [...required, 'data'],
      properties: { ...properties, subject, data },
    }),
  }
}

/** Browsers send it only after a preflight, which fails for a foreign page. */
const FROM_PAGE = { name: 'x-leyden', in: 'header', required: true, schema: { const: '1' } }

function operationObject(route: Route, schemas: JsonSchemas): object {
  const { schemaOf, queryOf } = schemas
  const { name, summary, description, query, body, reply, responses } = route
  const ok = reply && success(schemaOf(reply), route)
  const { 200: override, ...others } = (responses ?? {}) as Record<string, { content?: object }>
  return {
    operationId: name,
    summary,
    description,
    security: route.caller === 'admin' ? [{ admin: [] }] : route.identifies ? [{ user: [] }, {}] : undefined,
    parameters: route.caller === 'page' && route.method === 'POST' ? [FROM_PAGE] : query && queryOf(query),
    requestBody: body && { required: true, content: json(schemaOf(body)) },
    responses: {
      200: ok ? { ...ok, content: { ...ok.content, ...override?.content } } : override,
      ...others,
      default: {
        description: 'An error, which `error.code` identifies.',
        content: json(schemaOf('WireError')),
      },
    },
  }
}

function pathsOf(routes: readonly Route[], schemas: JsonSchemas): object {
  const paths: Record<string, object> = {}
  for (const route of routes) {
    const { path, method, parameter: description } = route
    const name = /\{(\w+)\}/.exec(path)?.[1]
    const parameter = { name, in: 'path', required: true, description, schema: { type: 'string' } }
    const parameters = name === undefined ? undefined : [parameter]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(route, schemas), parameters }
  }
  return paths
}

/** The message that the program posts to the app's server for each event. */
function eventWebhook({ schemaOf }: JsonSchemas): object {
  return {
    post: {
      operationId: 'event',
      summary: 'An event that the program posts to LEYDEN_EVENTS_URL, signed by Standard Webhooks.',
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: json(schemaOf(event.BffEvent)) },
      responses: {
        '2XX': {
          description:
            'The receiver has the event. After any other status the program posts the event again.',
        },
      },
    },
  }
}

/**
 * Describes the BFF at `GET /openapi.json`, in OpenAPI 3.1: the routes that the host serves there, their requests and
 * replies, and the messages to the app.
 *
 * ```ts
 * const bff = createBff({ …, extensions: [openapi()] })
 * ```
 */
export function openapi(): Extension {
  return ({ options: { publicUrl, ramp } }) => {
    /** If operators have a separate port, the public one has no admin routes. */
    const documents = new WeakMap<readonly Route[], object>()
    const descriptions = requests.kernelRoutes(ramp.fields)
    return {
      routes: [
        {
          name: 'openapi',
          method: 'GET',
          path: '/openapi.json',
          caller: 'server',
          responses: {
            200: {
              description: 'This document.',
              content: { 'application/json': { schema: { type: 'object' } } },
            },
          },
          async handle({ served }) {
            const routes = served.map((route) => ({
              ...descriptions[route.name.replace(/^embed-.*/, 'embed')],
              ...route,
            }))
            const document = documents.get(served) ?? documentOf(routes, publicUrl)
            documents.set(served, document)
            return jsonReply(200, document)
          },
        },
      ],
    }
  }
}

/**
 * Builds the document. It names only schemas that a route or message uses, so that it has no trace of an extension that
 * the app does not have.
 */
function documentOf(routes: readonly Route[], publicUrl: string): object {
  const named = [KERNEL_SCHEMAS, ...routes.map((route) => route.schemas ?? {})]
  const schemas = createJsonSchemas(Object.fromEntries(named.flatMap((each) => Object.entries(each))))
  const paths = pathsOf(routes, schemas)
  const webhooks = { event: eventWebhook(schemas) }
  return {
    openapi: '3.1.0',
    info: { title: 'Leyden BFF', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths,
    webhooks,
    components: {
      schemas: schemas.usedBy([paths, webhooks]),
      securitySchemes: {
        user: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that `identify` of this shop accepts.',
        },
        admin: routes.some(({ caller }) => caller === 'admin')
          ? { type: 'http', scheme: 'bearer', description: 'The admin token, for servers only.' }
          : undefined,
      },
    },
  }
}
