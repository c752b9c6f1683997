import { LeydenError } from '@leyden/core'
import { badField } from '../charge/charge-terms.js'
import { settleCharge } from '../charge/settle-charge.js'
import type { Context, Exchange } from '../context.js'
import { readJson } from '../http/body.js'
import { success } from '../http/reply.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import { publicState } from './history.js'
import { takePlace } from './stream-places.js'
import { watchStream } from './watch-stream.js'

/** `GET /v0/watch/:token`: the public state of one charge or session, as JSON or as a stream. */
export async function watchRoute(context: Context, exchange: Exchange): Promise<Response> {
  const subject = await watched(context, exchange.parameter)
  const { headers, signal } = exchange.request
  const wantsStream = headers.get('accept')?.includes('text/event-stream') ?? false
  const leave = wantsStream ? takePlace(context, subject.id, exchange.ip) : null
  if (!leave) return success(context, await publicState(context, subject))
  return watchStream(context, subject, {
    lastEventId: headers.get('last-event-id'),
    signal,
    leave,
    log: exchange.log,
  })
}

/** `POST /v0/watch/:token/proof`: a preimage from the page that paid. */
export async function proofRoute(context: Context, exchange: Exchange): Promise<Response> {
  const subject = await watched(context, exchange.parameter)
  if (subject.kind !== 'charge') throw new LeydenError('NOT_FOUND', 'There is no such charge.')
  const { preimage } = await readJson(exchange.request, ['preimage'])
  if (typeof preimage !== 'string') throw badField('preimage', 'must be 64 hex digits')
  return success(context, await settleCharge(context, { paymentHash: subject.id, preimage }, 'preimage'))
}

async function watched({ tokens, store, now }: Context, token: string): Promise<ChargeSubject | RampSubject> {
  const id = tokens.read('watch', token, now())
  const subject = id === null ? null : await store.get(id)
  if (!subject || subject.kind === 'intent')
    throw new LeydenError('NOT_FOUND', 'There is nothing to watch here.')
  return subject
}
