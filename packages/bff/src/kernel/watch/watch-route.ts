import { LeydenError } from '@leyden/core'
import * as v from 'valibot'
import type { SettleCharge } from '../charge/settle-charge.js'
import { Reply } from '../http/reply.js'
import { asksUser, pageRoute, type Route } from '../http/route.js'
import { described } from '../http/schema.js'
import type { Store } from '../store/store.js'
import type { Tokens } from '../tokens/tokens.js'
import { readWatched, stateAt } from './states.js'
import { Proof, WatchState } from './watch-messages.js'
import type { OpenStream } from './watch-stream.js'

const WATCH = { parameter: 'The last part of a `watch_url`.', open: true }

const Query = v.object({
  subject: v.optional(
    described(
      v.literal('1'),
      'Asks for the `subject` of the reply. Without it the BFF does not call `identify`.',
    ),
  ),
})

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

interface WatchOptions {
  tokens: Pick<Tokens, 'read'>
  store: Pick<Store, 'get'>
  openStream: OpenStream
  settleBy: SettleCharge
  now: () => Date
}

/** `GET /v0/watch/{token}` and `POST /v0/watch/{token}/proof`. */
export function watchRoutes(options: WatchOptions): Route[] {
  const { tokens, store, openStream, settleBy, now } = options

  /** The charge or session of a token, with its state at a time before it is read. */
  async function watched(token: string) {
    const at = now()
    const id = tokens.read('watch', token, at)
    if (id === null) throw new LeydenError('NOT_FOUND', 'This watch URL is invalid or has expired.')
    const subject = await readWatched(store, id)
    return { subject, state: stateAt(subject, at).state }
  }

  const watch = pageRoute('GET /v0/watch/{token}', {
    ...WATCH,
    name: 'watch',
    summary: 'The public state of one charge or session, or a stream of its states.',
    description:
      'With `Accept: text/event-stream` and without `subject`, the reply is a stream of events with the name `state`. Their `data` is a WatchState with `server_time`, and their `id` is a cursor for `Last-Event-ID`. The stream ends after a final state.',
    identifies: 'if_asked',
    query: Query,
    reply: WatchState,
    responses: { 200: { content: { 'text/event-stream': { schema: { type: 'string' } } } } },
    async handle({ request, parameter, ip }) {
      const { headers } = request
      const { subject, state } = await watched(parameter)
      // A stream has no envelope, which says who is signed in.
      const wantsStream = !asksUser(request) && headers.get('accept')?.includes('text/event-stream')
      const lastEventId = headers.get('last-event-id')
      const stream = wantsStream ? openStream(subject, { ip, lastEventId }) : null
      return stream ? new Reply(200, stream, STREAM_HEADERS) : state
    },
  })

  const prove = pageRoute('POST /v0/watch/{token}/proof', {
    ...WATCH,
    name: 'proof',
    identifies: true,
    summary: 'Accepts the preimage of a payment and checks it against the charge’s payment hash.',
    body: Proof,
    reply: WatchState,
    async handle({ parameter }, readBody) {
      const { subject } = await watched(parameter)
      if (subject.kind !== 'charge')
        throw new LeydenError('NOT_FOUND', 'This watch URL is not the one of a charge.')
      const { preimage } = await readBody()
      return settleBy({ paymentHash: subject.id, preimage }, 'preimage')
    },
  })

  return [watch, prove]
}
