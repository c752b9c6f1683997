import { LeydenError } from '@leyden/core'
import { badField } from '../charge/charge-terms.js'
import { settleCharge } from '../charge/settle-charge.js'
import type { Context, Exchange } from '../context.js'
import { readJson } from '../http/body.js'
import { success } from '../http/reply.js'
import { signIntent } from '../intent/intent.js'
import { releaseEvent } from '../ramp/release-event.js'
import { equalInConstantTime } from '../tokens/constant-time.js'
import { eraseSubject } from './erase-subject.js'

/**
 * Lets a server of the host's through, by its bearer token.
 *
 * @throws LeydenError `NOT_FOUND` where there is no such door, `SIGN_IN_REQUIRED` with a wrong token.
 */
function checkAdmin({ options }: Context, { request, log }: Exchange): void {
  if (options.adminToken === undefined) throw new LeydenError('NOT_FOUND', 'There is nothing here.')
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (equalInConstantTime(token, options.adminToken)) return
  log.warn({}, 'An admin route was asked for with a wrong token')
  throw new LeydenError('SIGN_IN_REQUIRED', 'This needs the admin token as a bearer token.')
}

/**
 * `POST /admin/settle` with `{ payment_hash, preimage?, paid_at? }`: this shop's server says that a charge was paid,
 * and when, in ISO 8601.
 */
export async function settleRoute(context: Context, exchange: Exchange): Promise<Response> {
  checkAdmin(context, exchange)
  const { payment_hash, preimage, paid_at } = await readJson(exchange.request, [
    'payment_hash',
    'preimage',
    'paid_at',
  ])
  if (typeof payment_hash !== 'string') throw badField('payment_hash', 'must be 64 hex digits')
  if (preimage !== undefined && typeof preimage !== 'string')
    throw badField('preimage', 'must be 64 hex digits')
  const paidAt = paid_at === undefined ? undefined : readTime('paid_at', paid_at)
  const settlement = { paymentHash: payment_hash, preimage, paidAt }
  return success(context, await settleCharge(context, settlement, 'app'))
}

/** An ISO 8601 time with its zone: without one, it would be read as this machine's. */
function readTime(field: string, value: unknown): Date {
  const isTime =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  const time = new Date(isTime ? value : Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw badField(field, 'must be a time in ISO 8601, such as 2026-11-22T10:00:00Z')
  return time
}

/** `POST /admin/intents` with `{ lnaddress, amount, description?, reference }` gives `{ intent }`. */
export async function intentsRoute(context: Context, exchange: Exchange): Promise<Response> {
  checkAdmin(context, exchange)
  const body = await readJson(exchange.request, ['lnaddress', 'amount', 'description', 'reference'])
  const { lnaddress, amount, description, reference } = body
  if (typeof lnaddress !== 'string') throw badField('lnaddress', 'must be a string')
  if (typeof amount !== 'string' || !/^\d{1,19}$/.test(amount))
    throw badField('amount', 'must be a string of decimal digits, in millisatoshis')
  if (typeof reference !== 'string') throw badField('reference', 'must be a string')
  if (description !== undefined && typeof description !== 'string')
    throw badField('description', 'must be a string')
  const order = { lnaddress, amountMsat: BigInt(amount), reference }
  const intent = await signIntent(context, { ...order, ...(description !== undefined && { description }) })
  return success(context, { intent })
}

/** `POST /admin/drain` with `{ dead? }`: delivers what is due, with `dead: true` also what had been given up. */
export async function drainRoute(context: Context, exchange: Exchange): Promise<Response> {
  checkAdmin(context, exchange)
  const { dead } = await readJson(exchange.request, ['dead'])
  if (dead !== undefined && typeof dead !== 'boolean') throw badField('dead', 'must be true or false')
  const revived = dead ? await context.store.revive(context.now()) : 0
  return success(context, { revived, delivered: await context.outbox.tick() })
}

/** `POST /admin/events/:id/release`: an event that was held for review counts from now on. */
export async function releaseRoute(context: Context, exchange: Exchange): Promise<Response> {
  checkAdmin(context, exchange)
  return success(context, await releaseEvent(context, exchange.parameter))
}

/** `POST /admin/erase` with `{ payment_hash }` or `{ session_id }`: forgets everything about it. */
export async function eraseRoute(context: Context, exchange: Exchange): Promise<Response> {
  checkAdmin(context, exchange)
  const { payment_hash, session_id } = await readJson(exchange.request, ['payment_hash', 'session_id'])
  if ((payment_hash === undefined) === (session_id === undefined))
    throw badField('session_id', 'or payment_hash must be there, and not both')
  if (session_id !== undefined && (typeof session_id !== 'string' || !/^.{1,255}$/.test(session_id)))
    throw badField('session_id', 'must be a string of at most 255 characters')
  if (
    payment_hash !== undefined &&
    (typeof payment_hash !== 'string' || !/^[0-9a-f]{64}$/i.test(payment_hash))
  )
    throw badField('payment_hash', 'must be 64 hex digits')
  const erased = await eraseSubject(context.store, payment_hash?.toLowerCase() ?? session_id ?? '')
  exchange.log.info({ erased }, 'Erased on request')
  return success(context, { erased })
}
