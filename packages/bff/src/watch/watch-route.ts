import { LeydenError } from '@leyden/core'
import type { Settle } from '../charge/settle-charge.js'
import { readJson } from '../http/body.js'
import { Reply } from '../http/reply.js'
import { type Route, route } from '../http/route.js'
import { check } from '../http/schema.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import type { Tokens } from '../tokens/tokens.js'
import type { PublicState } from './history.js'
import { Proof, WatchState } from './watch-messages.js'
import type { OpenStream } from './watch-stream.js'

interface WatchRouteOptions {
  tokens: Tokens
  store: Store
  publicState: PublicState
  openStream: OpenStream
  settle: Settle
  now: () => Date
}

const WATCH = {
  parameter: 'The last part of a `watch_url`.',
  caller: 'page',
  open: true,
} as const

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** `GET /v0/watch/{token}` and `POST /v0/watch/{token}/proof`. */
export function watchRoutes(options: WatchRouteOptions): Route[] {
  const { tokens, store, publicState, openStream, settle, now } = options

  async function watched(token: string): Promise<ChargeSubject | RampSubject> {
    const id = tokens.read('watch', token, now())
    const subject = id === null ? null : await store.get(id)
    if (subject?.kind !== 'charge' && subject?.kind !== 'ramp')
      throw new LeydenError('NOT_FOUND', 'There is nothing to watch here.')
    return subject
  }

  const watch = route({
    ...WATCH,
    name: 'watch',
    method: 'GET',
    path: '/v0/watch/{token}',
    operationId: 'watch',
    summary: 'The public state of one charge or session; as a stream where that is accepted.',
    description:
      'As `text/event-stream`: events named `state`, their `data` a WatchState with `server_time`, and their `id` a cursor for `Last-Event-ID`. The stream ends after a final state.',
    reply: WatchState,
    responses: { 200: { content: { 'text/event-stream': { schema: { type: 'string' } } } } },
    async handle({ request: { headers }, parameter, ip }) {
      const subject = await watched(parameter)
      const wantsStream = headers.get('accept')?.includes('text/event-stream') ?? false
      const lastEventId = headers.get('last-event-id')
      const stream = wantsStream ? openStream(subject, { ip, lastEventId }) : null
      return stream ? new Reply(200, stream, STREAM_HEADERS) : publicState(subject)
    },
  })

  const prove = route({
    ...WATCH,
    name: 'proof',
    method: 'POST',
    path: '/v0/watch/{token}/proof',
    operationId: 'proveCharge',
    summary: 'Hands in the preimage of a payment, which is checked against the charge’s hash.',
    body: Proof,
    reply: WatchState,
    async handle({ request, parameter }) {
      const subject = await watched(parameter)
      if (subject.kind !== 'charge') throw new LeydenError('NOT_FOUND', 'There is no such charge.')
      const { preimage } = check(Proof, await readJson(request))
      return settle({ paymentHash: subject.id, preimage }, 'preimage')
    },
  })

  return [watch, prove]
}
