import type * as v from 'valibot'
import * as address from '../address/validate-route.js'
import * as charge from '../charge/charge-messages.js'
import * as intent from '../intent/intent.js'
import * as intentReply from '../intent/read-intent-route.js'
import * as event from '../outbox/event-message.js'
import * as ramp from '../ramp/ramp-messages.js'
import * as watch from '../watch/watch-messages.js'
import { createJsonSchemas, type JsonSchemas, type NamedSchemas } from './json-schemas.js'
import type { Route } from './route.js'
import * as shared from './schema.js'

const MODULES = [shared, address, charge, intent, intentReply, event, ramp, watch]

/** The schemas of the kernel in the document's `components`, by the names of their exports. */
const KERNEL_SCHEMAS: NamedSchemas = Object.fromEntries(
  MODULES.flatMap((messages) => Object.entries(messages)).filter(([name]) => /^[A-Z][a-z]/.test(name)),
)

const json = (schema: object) => ({ 'application/json': { schema } })

/** The envelope of every successful reply. */
const success = (data: v.GenericSchema, { identifies }: Route, { schemaOf }: JsonSchemas) => ({
  description: 'The operation succeeded.',
  content: json({
    type: 'object',
    required: ['success', 'data', 'server_time'],
    additionalProperties: false,
    properties: {
      success: { const: true },
      data: schemaOf(data),
      server_time: schemaOf(shared.ServerTime),
      subject: identifies ? schemaOf(shared.UserSubject) : undefined,
    },
  }),
})

/** Browsers send it only after a preflight, which fails for a foreign page. */
const FROM_PAGE = { name: 'x-leyden', in: 'header', required: true, schema: { const: '1' } }

function operationObject(route: Route, schemas: JsonSchemas): object {
  const { schemaOf, queryOf } = schemas
  const { name, summary, description, query, body, reply, responses } = route
  const ok = reply && success(reply, route, schemas)
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
        content: json(schemaOf(shared.Error)),
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
 * Builds the OpenAPI 3.1 document of the routes and of the messages to the app. It names only schemas that one of them
 * uses, so that it has no trace of an extension that the app does not have.
 */
export function openApi(routes: readonly Route[], publicUrl: string): object {
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
