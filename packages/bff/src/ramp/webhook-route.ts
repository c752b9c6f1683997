import { LeydenError, type Mode } from '@leyden/core'
import { parseWebhookEvent } from '@leyden/core/webhook'
import * as v from 'valibot'
import { readBody } from '../http/body.js'
import { toRequest } from '../http/http-request.js'
import { jsonReply, Reply } from '../http/reply.js'
import type { RequestContext, Route } from '../http/route.js'
import type { Spend } from '../limits/limits.js'
import { UNUSABLE } from '../outbox/bff-event.js'
import type { Deliveries } from '../outbox/deliveries.js'
import { probeWebhook } from '../setup-check/webhook-probe.js'
import type { NewEvent, Store, StoredEvent } from '../store/store.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { Tokens } from '../tokens/tokens.js'
import type { KeepAccessToken } from './access-tokens.js'
import { eventId } from './event-id.js'
import { detailsOf, type ReadRampDetails } from './ramp-details.js'
import { eventType, SUSPECT, webhookFacts } from './webhook-facts.js'
import type { SignatureVerifier } from './webhook-signatures.js'

const MAX_BYTES = 65_536

interface WebhookRouteOptions {
  tokens: Tokens
  store: Store
  spend: Spend
  /** If there is at least one, a webhook that none of them accepts is refused. */
  verifiers: readonly SignatureVerifier[]
  deliveries: Deliveries
  mode: Mode
  rampDetails: ReadRampDetails | undefined
  /** Whether an address belongs to a trusted proxy. */
  isProxy: (address: string) => boolean
  /** `livemode` of the latest webhook. */
  seen: { livemode?: boolean | undefined }
  /** Stores the access token in an event, if `keepAccessTokens` is set. */
  keepAccessToken: KeepAccessToken
  now: () => Date
}

/**
 * `/webhooks/ramp/{capability}`: the webhook endpoint. It checks the secret in the URL before it reads the body, and
 * does not need the store for that: the service may probe the URL while it still creates the session. A webhook with a
 * 200 is durable and reaches the app, even if it cannot be parsed or is suspect.
 */
export function webhookRoutes(options: WebhookRouteOptions): Route[] {
  const { tokens, store, spend, verifiers, deliveries, mode, keepAccessToken, now } = options

  async function newEvent(
    id: string,
    body: Uint8Array,
    authenticity: 'capability' | 'signature',
    log: RequestContext['log'],
  ): Promise<NewEvent> {
    const event = parseWebhookEvent(new TextDecoder().decode(body))
    const at = now()
    if (!event.ok) {
      const hash = sha256Hex(body)
      const facts = { authenticity, unreadable: event.reason }
      return { at, body, key: `sha256:${hash}`, hash, type: UNUSABLE, facts, deliver: deliveries.wanted }
    }
    const hash = sha256Hex(event.canonical)
    const session = await store.get(id)
    const details = detailsOf(event, options.rampDetails, log)
    // User tokens are for `onEvent` only, so they are not stored without it.
    const isKept = deliveries.wanted || Object.keys(event.userTokens).length === 0
    return {
      at,
      body: isKept ? body : undefined,
      key: keyOf(event.id, hash),
      hash,
      type: eventType(event.type),
      facts: webhookFacts(event, session, mode, authenticity, details),
      // If the session is not known yet, the outbox checks for contradictions, and logs them.
      deliver: deliveries.wanted || session === null,
    }
  }

  async function receive(context: RequestContext): Promise<Reply> {
    const { request, parameter, log } = context
    const id = tokens.read('webhook', parameter, now())
    const checkId = tokens.read('check', parameter, now())
    if (id === null && checkId === null) throw new LeydenError('NOT_FOUND', 'This BFF has no such route.')
    if (request.method !== 'POST') return new Reply(204, null)
    await spend('webhooksPerMinute', id ?? 'check')
    const body = await readBody(request, MAX_BYTES)
    if (body.byteLength === 0) return new Reply(204, null)
    if (id === null) return jsonReply(200, probeWebhook(context, body, options.isProxy))

    const { headers } = verifiers.length > 0 ? toRequest(request) : {}
    const signed = !!headers && verifiers.some((verifier) => verifier.verify(headers, body, now()))
    if (verifiers.length > 0 && !signed) {
      log.warn({ session: id }, 'A webhook with a valid capability has no valid signature')
      throw new LeydenError('UNAUTHORIZED', 'This webhook has no valid signature.', { status: 401 })
    }

    const event = await newEvent(id, body, signed ? 'signature' : 'capability', log)
    const outcome = await store.append(id, event)
    const { type, facts } = event
    const { suspect, unreadable } = facts
    options.seen.livemode = facts.livemode ?? options.seen.livemode
    log.info({ session: id, type, outcome, unreadable }, 'Webhook received')
    if (suspect !== undefined || outcome === 'conflict') {
      const isThis = ({ key, hash }: StoredEvent) => key === event.key && hash === event.hash
      const stored = (await store.read(id, 0)).find(isThis)
      const fields = { event: stored && eventId(id, stored.seq), session: id, type }
      if (suspect !== undefined) log.error({ ...fields, suspect }, SUSPECT)
      if (outcome === 'conflict') log.error(fields, 'Two webhooks with one id differ')
    }
    if (outcome === 'stored' && suspect === undefined) await keepAccessToken(id, body, log)
    if (outcome !== 'duplicate') deliveries.wake()
    // Some senders require exactly this status.
    return new Reply(200, null)
  }

  const shared = {
    path: '/webhooks/ramp/{capability}',
    parameter: 'The secret of one session, which only the service knows.',
    caller: 'server',
    handle: receive,
  } as const
  const responses = { 204: { description: 'The URL exists. The BFF received no event.' } }
  return [
    {
      ...shared,
      name: 'webhook',
      method: 'POST',
      summary: 'Receives a webhook and stores it before it answers.',
      body: v.unknown(),
      responses: { 200: { description: 'The BFF has stored the webhook, now or earlier.' }, ...responses },
    },
    { ...shared, name: 'webhook-probe', method: 'GET', responses },
  ]
}

/** Identifies an event within its session: by its id if it has one, else by its content. */
function keyOf(id: string | null, hash: string): string {
  if (id === null) return `sha256:${hash}`
  return id.length > 255 ? `sha256:${sha256Hex(id)}` : id
}
