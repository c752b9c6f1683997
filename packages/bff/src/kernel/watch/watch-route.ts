import { LeydenError, type WatchState } from '@leyden/core'
import { Reply } from '../http/reply.js'
import { asksUser, pageRoute, type Route } from '../http/route.js'
import { AnyCaseHash, requestObject } from '../http/schema.js'
import type { SettleCharge } from '../settlement/settle-charge.js'
import type { Store } from '../store/store.js'
import type { Tokens } from '../tokens/tokens.js'
import { readWatched, stateAt } from './states.js'
import type { OpenStream } from './watch-stream.js'

/** Body of `POST /v0/watch/{token}/proof`. */
export const Proof = requestObject({ preimage: AnyCaseHash })

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
    name: 'watch',
    open: true,
    identifies: 'if_asked',
    async handle({ request, parameter, ip }): Promise<WatchState | Reply> {
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
    name: 'proof',
    open: true,
    identifies: true,
    body: Proof,
    async handle({ parameter }, readBody): Promise<WatchState> {
      const { subject } = await watched(parameter)
      if (subject.kind !== 'charge')
        throw new LeydenError('NOT_FOUND', 'This watch URL is not the one of a charge.')
      const { preimage } = await readBody()
      return settleBy({ paymentHash: subject.id, preimage }, 'preimage')
    },
  })

  return [watch, prove]
}
