import { LeydenError } from '@leyden/core'
import { parseWebhookEvent } from '@leyden/core/webhook'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Context, Exchange } from '../context.js'
import { readBody } from '../http/body.js'
import { UNUSABLE } from '../outbox/bff-event.js'
import type { NewEvent } from '../store/store.js'
import { eventId } from './event-id.js'
import { eventType, SUSPECT, webhookFacts } from './webhook-facts.js'

const MAX_BYTES = 65_536

/**
 * `/webhooks/ramp/:capability`: the inbox. The capability is checked before anything of the body is read, and
 * without the store: the service may try the address while it still makes the session. What is answered with 200 is
 * durable and reaches the app, whether or not it is understood or believed.
 */
export async function webhookRoute(context: Context, exchange: Exchange): Promise<Response> {
  const { request, parameter, log } = exchange
  const { store, tokens, now, options } = context
  const id = tokens.read('webhook', parameter, now())
  if (id === null) throw new LeydenError('NOT_FOUND', 'There is nothing here.')
  if (request.method !== 'POST') return probed()
  await context.spend('webhooksPerMinute', id)
  const body = await readBody(request, MAX_BYTES)
  if (body.byteLength === 0) return probed()

  const verifiers = options.verifiers ?? []
  const signed = verifiers.some((verifier) => verifier.verify(request.headers, body, now()))
  if (verifiers.length > 0 && !signed) {
    log.warn({ session: id }, 'A webhook with a valid capability has no valid signature')
    throw new LeydenError('UNAUTHORIZED', 'This webhook has no valid signature.', { status: 401 })
  }

  const event = await newEvent(context, id, body, signed ? 'signature' : 'capability')
  const outcome = await store.append(id, event)
  const { type, facts } = event
  const { suspect, unreadable } = facts
  log.info({ session: id, type, outcome, unreadable }, 'Webhook received')
  if (suspect !== undefined || outcome === 'conflict') {
    const stored = (await store.read(id, 0)).find(({ key, hash }) => key === event.key && hash === event.hash)
    const what = { event: stored && eventId(id, stored.seq), session: id, type }
    if (suspect !== undefined) log.error({ ...what, suspect }, SUSPECT)
    if (outcome === 'conflict') log.error(what, 'Two webhooks with one id differ')
  }
  if (outcome !== 'duplicate') context.outbox.nudge()
  // Some senders want exactly this status.
  return new Response(null, { status: 200 })
}

function probed(): Response {
  return new Response(null, { status: 204 })
}

async function newEvent(
  context: Context,
  id: string,
  body: Uint8Array,
  authenticity: 'capability' | 'signature',
): Promise<NewEvent> {
  const event = parseWebhookEvent(new TextDecoder().decode(body))
  const at = context.now()
  const hasApp = context.options.onEvent !== undefined
  if (!event.ok) {
    const hash = hashOf(body)
    const facts = { authenticity, unreadable: event.reason }
    return { at, body, key: `sha256:${hash}`, hash, type: UNUSABLE, facts, deliver: hasApp }
  }
  const hash = hashOf(utf8ToBytes(event.canonical))
  const session = await context.store.get(id)
  const facts = webhookFacts(event, session, context, authenticity)
  // Whether it contradicts a session that is not known yet is found, and logged, by the outbox.
  const deliver = hasApp || session === null
  // User tokens are for `onEvent` alone, and are not kept where it will not be called.
  const isKept = hasApp || Object.keys(event.userTokens).length === 0
  return {
    at,
    ...(isKept && { body }),
    key: keyOf(event.id, hash),
    hash,
    type: eventType(event.type),
    facts,
    deliver,
  }
}

/** What an event is known by within its session: its id if it has one, else what it says. */
function keyOf(id: string | null, hash: string): string {
  if (id === null) return `sha256:${hash}`
  return id.length > 255 ? `sha256:${hashOf(utf8ToBytes(id))}` : id
}

function hashOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes))
}
