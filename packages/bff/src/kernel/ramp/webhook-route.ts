import { LeydenError, type Mode, type RampField } from '@leyden/core'
import { parseWebhookEvent, rampMeaning } from '@leyden/core/webhook'
import * as v from 'valibot'
import { readBody } from '../http/body.js'
import type { ClientIp } from '../http/client-ip.js'
import { toRequest } from '../http/http-request.js'
import { jsonReply, Reply } from '../http/reply.js'
import type { RequestContext, Route } from '../http/route.js'
import type { Consume } from '../limits/limits.js'
import { UNUSABLE } from '../outbox/bff-event.js'
import type { Deliveries } from '../outbox/deliveries.js'
import { eventId } from '../store/event-id.js'
import type { NewEvent, Store, StoredEvent } from '../store/store.js'
import type { Subject } from '../store/subject.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { Tokens } from '../tokens/tokens.js'
import type { AccessTokens } from './access-tokens.js'
import { detailsOf, type ReadRampDetails } from './ramp-details.js'
import { isSameSession, SUSPECT } from './webhook-facts.js'
import { probeWebhook } from './webhook-probe.js'
import type { SignatureVerifier } from './webhook-signatures.js'

const MAX_BYTES = 65_536

interface WebhookOptions {
  tokens: Pick<Tokens, 'read'>
  store: Store
  consume: Consume
  verifiers: readonly SignatureVerifier[]
  rampDetails: ReadRampDetails | undefined
  clientIp: ClientIp
  deliveries: Deliveries
  mode: Mode
  accessTokens: Pick<AccessTokens, 'keepOf'>
  /** Called with the `livemode` of each webhook that has one. */
  onLivemode: (livemode: boolean) => void
  now: () => Date
}

/**
 * `/webhooks/ramp/{capability}`: the webhook endpoint. It checks the secret in the URL before it reads the body, and
 * does not need the store for that: the service may probe the URL while it still creates the session. A webhook with a
 * 200 is durable and reaches the app, even if it cannot be parsed or is suspect.
 */
export function webhookRoutes(options: WebhookOptions): Route[] {
  const { tokens, store, consume, verifiers, deliveries, mode, accessTokens, onLivemode, now } = options

  function newEvent(
    webhook: ReturnType<typeof parseWebhookEvent>,
    body: Uint8Array,
    session: Subject | null,
    authenticity: 'capability' | 'signature',
    log: RequestContext['log'],
  ): NewEvent {
    const at = now()
    if (!webhook.ok) {
      const hash = sha256Hex(body)
      const facts = { authenticity, unreadable: webhook.reason }
      return { at, body, key: `sha256:${hash}`, hash, type: UNUSABLE, facts, deliver: deliveries.wanted }
    }
    const { id, sessionId, livemode } = webhook
    const hash = sha256Hex(webhook.canonical)
    const suspect: RampField[] = []
    if (session?.kind === 'ramp' && sessionId !== null && !isSameSession(sessionId, session.sessionId))
      suspect.push('session_id')
    if (livemode !== null && livemode !== (mode === 'live')) suspect.push('livemode')
    // User tokens are for `onEvent` only, so they are not stored without it.
    const isKept = deliveries.wanted || Object.keys(webhook.userTokens).length === 0
    return {
      at,
      body: isKept ? body : undefined,
      key: keyOf(id, hash),
      hash,
      type: eventType(webhook.type),
      // These stay in the store after the body is deleted.
      facts: {
        authenticity,
        meaning: rampMeaning(webhook) ?? undefined,
        livemode: livemode ?? undefined,
        details: detailsOf(webhook, options.rampDetails, log),
        sessionId: session === null ? sessionId?.slice(0, 255) : undefined,
        suspect: suspect.length > 0 ? suspect : undefined,
      },
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
    await consume('webhooksPerMinute', id ?? 'check')
    const body = await readBody(request, MAX_BYTES)
    if (body.byteLength === 0) return new Reply(204, null)
    if (id === null) return jsonReply(200, probeWebhook(context, body, options.clientIp.isProxy))

    const { headers } = verifiers.length > 0 ? toRequest(request) : {}
    const signed = !!headers && verifiers.some((verifier) => verifier.verify(headers, body, now()))
    if (verifiers.length > 0 && !signed) {
      log.warn(
        { code: 'WEBHOOK_SIGNATURE_INVALID', session: id },
        'A webhook with a valid capability has no valid signature',
      )
      throw new LeydenError('UNAUTHORIZED', 'This webhook has no valid signature.', { status: 401 })
    }

    const webhook = parseWebhookEvent(new TextDecoder().decode(body))
    const session = await store.get(id)
    const event = newEvent(webhook, body, session, signed ? 'signature' : 'capability', log)
    const outcome = await store.append(id, event)
    const { type, facts } = event
    const { suspect, unreadable } = facts
    if (facts.livemode !== undefined) onLivemode(facts.livemode)
    log.info({ code: 'WEBHOOK_RECEIVED', session: id, type, outcome, unreadable }, 'Webhook received')
    if (suspect !== undefined || outcome === 'conflict') {
      const isThis = ({ key, hash }: StoredEvent) => key === event.key && hash === event.hash
      const stored = (await store.read(id, 0)).find(isThis)
      const fields = { event: stored && eventId(id, stored.seq), session: id, type }
      if (suspect !== undefined) log.error({ code: 'WEBHOOK_SUSPECT', ...fields, suspect }, SUSPECT)
      if (outcome === 'conflict')
        log.error({ code: 'WEBHOOK_CONFLICT', ...fields }, 'Two webhooks with one id differ')
    }
    if (outcome === 'stored' && suspect === undefined && webhook.ok && session?.kind === 'ramp')
      await accessTokens.keepOf(session, webhook.userTokens, log)
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

/** One spelling for both envelopes: `ramp.purchase.completed`, `ramp.payment.settled`. */
function eventType(kind: string): `ramp.${string}` {
  const older = /^RAMP_WIDGET\.V\d+\.([\w.]{1,100})$/.exec(kind)?.[1]
  if (older) return `ramp.${older.toLowerCase()}`
  return /^ramp\.[\w.]{1,100}$/.test(kind) ? (kind as `ramp.${string}`) : 'ramp.other'
}
