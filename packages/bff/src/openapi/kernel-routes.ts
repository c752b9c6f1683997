import * as v from 'valibot'
import { ChargeByIntent, ChargeByTerms } from '../kernel/charge/charge-messages.js'
import type { RouteDescription } from '../kernel/http/route.js'
import { described, requestObject } from '../kernel/http/schema.js'
import { type RampFieldLimits, RampSessionByOrder, rampSessionEntries } from '../kernel/ramp/ramp-messages.js'

export const ChargeRequest = described(
  v.union([ChargeByTerms, ChargeByIntent]),
  'Either the terms of the charge, or an intent that a server of the shop signed.',
)

const WATCH = { parameter: 'The last part of a `watch_url`.', reply: 'WatchState' }
const SUBJECT = v.object({
  subject: v.optional(
    described(
      v.literal('1'),
      'Asks for the `subject` of the reply. Without it the BFF does not call `identify`.',
    ),
  ),
})
const NO_EVENT = { 204: { description: 'The URL exists. The BFF received no event.' } }
const CAPABILITY = 'The secret of one session, which only the service knows.'

const content = (type: string, schema: object) => ({ content: { [type]: { schema } } })

/** The routes of the kernel by their names, and those of extensions that reply with a state. */
export function kernelRoutes(rampFields: RampFieldLimits): Readonly<Record<string, RouteDescription>> {
  const entries = rampSessionEntries(rampFields)
  return {
    healthz: { responses: { 200: { description: 'Alive.', ...content('text/plain', { const: 'ok\n' }) } } },
    embed: {
      summary: 'The script for pages without React, if this BFF serves it.',
      parameter: '`leyden.js`, or a file that it loads from the same folder.',
      responses: { 200: { description: 'The file.', ...content('text/javascript', { type: 'string' }) } },
    },
    validate: {
      summary:
        'Whether an address can be paid, and its limits. An address that cannot be paid gets a reply with status 200 as well.',
      parameter: 'The Lightning Address, `<user>@<domain>`, percent-encoded.',
      reply: 'AddressValidation',
    },
    'fetch-charge': {
      summary: 'A checked invoice for exactly the amount, and its watch URL.',
      body: ChargeRequest,
      reply: 'Charge',
    },
    intent: {
      summary: 'The terms of a signed intent, and the charge of its reference.',
      reply: 'IntentReading',
    },
    'ramp-widget': {
      summary: 'Opens a session for buying bitcoin: for a signed order, a signed-in user, or a guest.',
      description:
        'The body has the fields that a page may set. The server sets the others. Only a guest sends `email`. With an order, a page sets no other field.',
      body: v.union([requestObject({ ...entries, email: v.optional(entries.email) }), RampSessionByOrder]),
      reply: 'RampSession',
    },
    watch: {
      ...WATCH,
      summary: 'The public state of one charge or session, or a stream of its states.',
      description:
        'With `Accept: text/event-stream` and without `subject`, the reply is a stream of events with the name `state`. Their `data` is a WatchState with `server_time`, and their `id` is a cursor for `Last-Event-ID`. The stream ends after a final state.',
      query: SUBJECT,
      responses: { 200: content('text/event-stream', { type: 'string' }) },
    },
    proof: {
      ...WATCH,
      summary: 'Accepts the preimage of a payment and checks it against the charge’s payment hash.',
    },
    webhook: {
      summary: 'Receives a webhook and stores it before it answers.',
      parameter: CAPABILITY,
      body: v.unknown(),
      responses: { 200: { description: 'The BFF has stored the webhook, now or earlier.' }, ...NO_EVENT },
    },
    'webhook-probe': { parameter: CAPABILITY, responses: NO_EVENT },
    settle: { reply: 'WatchState' },
    release: { reply: 'WatchState' },
  }
}
