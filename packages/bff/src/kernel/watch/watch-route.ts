import { LeydenError } from '@leyden/core'
import * as v from 'valibot'
import type { SettleCharge } from '../charge/settle-charge.js'
import { Reply } from '../http/reply.js'
import { asksUser, pageRoute, type Route } from '../http/route.js'
import { described } from '../http/schema.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import { type Tokens, unknownHere } from '../tokens/tokens.js'
import type { PublicState } from './states.js'
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
  store: Store
  publicState: PublicState
  openStream: OpenStream
  settleBy: SettleCharge
  now: () => Date
}

/** `GET /v0/watch/{token}` and `POST /v0/watch/{token}/proof`. */
export function watchRoutes(options: WatchOptions): Route[] {
  const { tokens, store, publicState, openStream, settleBy, now } = options

  async function watched(token: string): Promise<ChargeSubject | RampSubject> {
    const id = tokens.read('watch', token, now())
    if (id === null) throw new LeydenError('NOT_FOUND', 'This watch URL is invalid or has expired.')
    const subject = await store.get(id)
    if (subject?.kind !== 'charge' && subject?.kind !== 'ramp') throw unknownHere('charge or session')
    return subject
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
      const subject = await watched(parameter)
      // A stream has no envelope, which says who is signed in.
      const wantsStream = !asksUser(request) && headers.get('accept')?.includes('text/event-stream')
      const lastEventId = headers.get('last-event-id')
      const stream = wantsStream ? openStream(subject, { ip, lastEventId }) : null
      return stream ? new Reply(200, stream, STREAM_HEADERS) : publicState(subject)
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
      const subject = await watched(parameter)
      if (subject.kind !== 'charge')
        throw new LeydenError('NOT_FOUND', 'This watch URL is not the one of a charge.')
      const { preimage } = await readBody()
      return settleBy({ paymentHash: subject.id, preimage }, 'preimage')
    },
  })

  return [watch, prove]
}
