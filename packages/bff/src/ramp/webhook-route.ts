import { LeydenError } from '@leyden/core'
import { parseWebhookEvent } from '@leyden/core/webhook'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Context, Exchange } from '../context.js'
import { readBody } from '../http/body.js'
import type { NewEvent } from '../store/store.js'
import { eventType, webhookFacts } from './webhook-facts.js'

const MAX_BYTES = 65_536

/**
 * `/webhooks/ramp/:capability`: the inbox. The capability is checked before anything of the body is read, and
 * without the store: the service may try the address while it still makes the session. What is answered with 2xx is
 * durable; whether anybody understands it is decided later.
 */
export async function webhookRoute(context: Context, exchange: Exchange): Promise<Response> {
  const { request, parameter, log } = exchange
  const { store, tokens, now, options } = context
  const id = tokens.read('webhook', parameter, now())
  if (id === null) throw new LeydenError('NOT_FOUND', 'There is nothing here.')
  if (request.method !== 'POST') return accepted()
  await context.spend('webhooksPerMinute', id)
  const body = await readBody(request, MAX_BYTES)
  if (body.byteLength === 0) return accepted()

  const verifiers = options.verifiers ?? []
  const signed = verifiers.some((verifier) => verifier.verify(request.headers, body, now()))
  if (verifiers.length > 0 && !signed) {
    log.warn({ session: id }, 'A webhook with a valid capability has no valid signature')
    throw new LeydenError('UNAUTHORIZED', 'This webhook has no valid signature.', { status: 401 })
  }

  const event = await newEvent(context, id, body, signed ? 'signature' : 'capability')
  const outcome = await store.append(id, event)
  const { suspect } = event.facts
  log.info({ session: id, type: event.type, outcome, suspect }, 'Webhook received')
  if (suspect !== undefined)
    log.error({ session: id, type: event.type, suspect }, 'A webhook contradicts its session')
  if (outcome === 'conflict') log.error({ session: id, type: event.type }, 'Two webhooks with one id differ')
  if (outcome !== 'duplicate') context.outbox.nudge()
  return accepted()
}

function accepted(): Response {
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
  if (!event.ok) {
    const hash = bytesToHex(sha256(body))
    const facts = { authenticity, suspect: event.reason }
    return { at, body, key: `sha256:${hash}`, hash, type: 'ramp.unreadable', facts, deliver: false }
  }
  const facts = webhookFacts(event, await context.store.get(id), context, authenticity)
  // What contradicts its session is kept for people to look at, and acted upon by nobody.
  const deliver = context.options.onEvent !== undefined && facts.suspect === undefined
  // User tokens are for `onEvent` alone, and are not kept where it will not be called.
  const isKept = deliver || Object.keys(event.userTokens).length === 0
  return {
    at,
    ...(isKept && { body }),
    key: event.id.slice(0, 255),
    hash: event.contentHash,
    type: eventType(event.type),
    facts,
    deliver,
  }
}
