import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import * as exchangeRate from '../../exchange-rates/exchange-rate-messages.js'
import * as address from '../address/validate-route.js'
import * as charge from '../charge/charge-messages.js'
import * as intent from '../intent/intent.js'
import * as intentReply from '../intent/read-intent-route.js'
import * as event from '../outbox/event-message.js'
import * as ramp from '../ramp/ramp-messages.js'
import * as watch from '../watch/watch-messages.js'
import type { Route } from './route.js'
import * as shared from './schema.js'

const MODULES = [shared, address, charge, exchangeRate, intent, intentReply, event, ramp, watch]

/** The schemas in the document's `components`, by the names of their exports; all others are inlined. */
const NAMED: Record<string, v.GenericSchema> = Object.fromEntries(
  MODULES.flatMap((messages) => Object.entries(messages)).filter(([name]) => /^[A-Z][a-z]/.test(name)),
)

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  definitions: NAMED,
  // Leaves out what JSON Schema cannot express, such as custom checks.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

function schemaOf(schema: v.GenericSchema): object {
  const name = Object.keys(NAMED).find((candidate) => NAMED[candidate] === schema)
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, CONFIG)
  return own
}

/** The fields of an object's schema, as optional parameters. */
function queryOf(schema: v.GenericSchema) {
  const { properties = {} } = toJsonSchema(schema, CONFIG)
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...own } = field as { description?: string }
    return { name, in: 'query', description, schema: own }
  })
}

const json = (schema: object) => ({ 'application/json': { schema } })

/** The envelope of every successful reply. */
const success = (data: v.GenericSchema) => ({
  description: 'The operation succeeded.',
  content: json({
    type: 'object',
    required: ['success', 'data', 'server_time'],
    additionalProperties: false,
    properties: {
      success: { const: true },
      data: schemaOf(data),
      server_time: schemaOf(shared.ServerTime),
    },
  }),
})

/** Browsers send it only after a preflight, which fails for a foreign page. */
const FROM_PAGE = { name: 'x-leyden', in: 'header', required: true, schema: { const: '1' } }

function operationObject(route: Route): object {
  const { name, summary, description, query, body, reply, responses } = route
  const ok = reply && success(reply)
  const { 200: own, ...others } = (responses ?? {}) as Record<string, { content?: object }>
  return {
    operationId: name,
    summary,
    description,
    security: route.caller === 'admin' ? [{ admin: [] }] : route.identifies ? [{ user: [] }, {}] : undefined,
    parameters: route.caller === 'page' && route.method === 'POST' ? [FROM_PAGE] : query && queryOf(query),
    requestBody: body && { required: true, content: json(schemaOf(body)) },
    responses: {
      200: ok ? { ...ok, content: { ...ok.content, ...own?.content } } : own,
      ...others,
      default: {
        description: 'An error, which `error.code` identifies.',
        content: json(schemaOf(shared.Error)),
      },
    },
  }
}

function pathsOf(routes: readonly Route[]): object {
  const paths: Record<string, object> = {}
  for (const route of routes) {
    const { path, method, parameter: description } = route
    const name = /\{(\w+)\}/.exec(path)?.[1]
    const parameter = { name, in: 'path', required: true, description, schema: { type: 'string' } }
    const parameters = name === undefined ? undefined : [parameter]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(route), parameters }
  }
  return paths
}

/** Builds the OpenAPI 3.1 document of the routes and of the messages to the app. */
export function openApi(routes: readonly Route[], publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Leyden BFF', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths: pathsOf(routes),
    webhooks: {
      event: {
        post: {
          operationId: 'event',
          summary: 'An event that the program posts to LEYDEN_EVENTS_URL, signed by Standard Webhooks.',
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: { required: true, content: json(schemaOf(event.EventMessage)) },
          responses: {
            '2XX': {
              description:
                'The receiver has the event. After any other status the program posts the event again.',
            },
          },
        },
      },
    },
    components: {
      schemas: toJsonSchemaDefs(NAMED, CONFIG),
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
