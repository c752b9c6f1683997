import { SCHEMAS } from './openapi-schemas.js'

type SchemaName = keyof typeof SCHEMAS

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** A success in the one envelope of all operations. */
const success = (name: SchemaName) => ({
  description: 'Done.',
  ...json({
    type: 'object',
    required: ['success', 'data', 'server_time'],
    additionalProperties: false,
    properties: { success: { const: true }, data: ref(name), server_time: ref('ServerTime') },
  }),
})
const failure = { description: 'An error; `error.code` says which.', ...json(ref('Error')) }
const body = (name: SchemaName) => ({ required: true, ...json(ref(name)) })
const inPath = (name: string, description: string) => [
  { name, in: 'path', required: true, description, schema: { type: 'string' } },
]
/** A browser sends it with a preflight only, and so not for a foreign page. */
const fromPage = { name: 'x-leyden', in: 'header', required: true, schema: { const: '1' } }

const PATHS = {
  '/v0/ln-address/validate/{address}': {
    get: {
      operationId: 'validateLightningAddress',
      summary: 'Whether an address can be paid, and what it takes. "No" is an answer.',
      parameters: inPath('address', '`<user>@<domain>`, percent-encoded.'),
      responses: { 200: success('AddressValidation'), default: failure },
    },
  },
  '/v0/ln-address/fetch-charge': {
    post: {
      operationId: 'createCharge',
      summary: 'A checked invoice over exactly the amount, and where to watch it.',
      parameters: [fromPage],
      requestBody: body('ChargeRequest'),
      responses: { 200: success('Charge'), default: failure },
    },
  },
  '/v0/intent': {
    post: {
      operationId: 'readIntent',
      summary: 'What a signed intent says, and the charge of its reference.',
      parameters: [fromPage],
      requestBody: body('Intent'),
      responses: { 200: success('IntentReading'), default: failure },
    },
  },
  '/api/v1/ramp-widget': {
    post: {
      operationId: 'createRampSession',
      summary: 'A session to buy bitcoin in, for who is signed in, or a guest where guests are welcome.',
      security: [{ user: [] }, {}],
      parameters: [fromPage],
      requestBody: body('RampSessionRequest'),
      responses: { 200: success('RampSession'), default: failure },
    },
  },
  '/v0/watch/{token}': {
    get: {
      operationId: 'watch',
      summary: 'The public state of one charge or session; as a stream where that is accepted.',
      description:
        'As `text/event-stream`: events named `state`, their `data` a WatchState with `server_time`, and their `id` a cursor for `Last-Event-ID`. The stream ends after a final state.',
      parameters: inPath('token', 'The last part of a `watch_url`.'),
      responses: {
        200: {
          ...success('WatchState'),
          content: {
            ...success('WatchState').content,
            'text/event-stream': { schema: { type: 'string' } },
          },
        },
        default: failure,
      },
    },
  },
  '/v0/watch/{token}/proof': {
    post: {
      operationId: 'proveCharge',
      summary: 'Hands in the preimage of a payment, which is checked against the charge’s hash.',
      parameters: [...inPath('token', 'The last part of a `watch_url`.'), fromPage],
      requestBody: body('Proof'),
      responses: { 200: success('WatchState'), default: failure },
    },
  },
  '/webhooks/ramp/{capability}': {
    parameters: inPath('capability', 'A secret of one session, which the service was given.'),
    post: {
      operationId: 'receiveWebhook',
      summary: 'The inbox: stored before it is answered.',
      requestBody: { content: { 'application/json': { schema: {} } } },
      responses: {
        200: { description: 'Stored, or known already.' },
        204: { description: 'Here: the body was empty.' },
        default: failure,
      },
    },
    get: { operationId: 'probeWebhook', responses: { 204: { description: 'Here.' }, default: failure } },
    head: { operationId: 'probeWebhookHead', responses: { 204: { description: 'Here.' } } },
  },
  '/admin/settle': {
    post: {
      operationId: 'settle',
      summary: 'Another server of the shop says that a charge was paid.',
      security: [{ admin: [] }],
      requestBody: body('Settlement'),
      responses: { 200: success('WatchState'), default: failure },
    },
  },
  '/admin/intents': {
    post: {
      operationId: 'signIntent',
      summary: 'Signs what a page may pay and cannot change.',
      security: [{ admin: [] }],
      requestBody: body('IntentRequest'),
      responses: { 200: success('Intent'), default: failure },
    },
  },
  '/admin/drain': {
    post: {
      operationId: 'drain',
      summary:
        'Delivers the events that are due, and on request those that had been given up; for cron where nothing runs in between, and for a replay.',
      security: [{ admin: [] }],
      requestBody: body('DrainRequest'),
      responses: { 200: success('Drained'), default: failure },
    },
  },
  '/admin/erase': {
    post: {
      operationId: 'erase',
      summary: 'Forgets everything about one charge or session, its events included.',
      security: [{ admin: [] }],
      requestBody: body('EraseRequest'),
      responses: { 200: success('Erased'), default: failure },
    },
  },
  '/admin/events/{id}/release': {
    post: {
      operationId: 'releaseEvent',
      summary:
        'Makes an event count that was held for review: its session is told so, and the app gets the event again.',
      security: [{ admin: [] }],
      parameters: inPath('id', 'The id of the event, as `onEvent` and the log have it.'),
      responses: { 200: success('WatchState'), default: failure },
    },
  },
  '/embed/v1/{file}': {
    get: {
      operationId: 'embedFile',
      summary:
        'The script for pages without React, where this BFF has it; a release such as 0.1.0 may stand for v1.',
      parameters: inPath('file', '`leyden.js` and what it loads from beside it.'),
      responses: {
        200: { description: 'The file.', content: { 'text/javascript': { schema: { type: 'string' } } } },
        default: failure,
      },
    },
    head: { operationId: 'embedFileHead', responses: { 200: { description: 'The file is there.' } } },
  },
  '/healthz': {
    get: {
      operationId: 'health',
      responses: { 200: { description: 'Alive.', content: { 'text/plain': { schema: { const: 'ok\n' } } } } },
    },
    head: { operationId: 'healthHead', responses: { 200: { description: 'Alive.' } } },
  },
  '/openapi.json': {
    get: {
      operationId: 'describe',
      responses: { 200: { description: 'This document.', ...json({ type: 'object' }) } },
    },
  },
} as const

/** The BFF's operations as an OpenAPI 3.1 document. */
export function openApi(publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Leyden BFF', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths: PATHS,
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'What `identify` of this shop understands.' },
        admin: { type: 'http', scheme: 'bearer', description: 'The admin token, of servers only.' },
      },
    },
  }
}
