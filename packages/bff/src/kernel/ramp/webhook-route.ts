import { LeydenError, type RampField } from '@leyden/core'
import {
  parseWebhookEvent,
  type RampFacts,
  rampMeaning,
  reportedFacts,
  serviceEvent,
} from '@leyden/core/webhook'
import { checkRampEvent, type RampComparisons } from '@leyden/lightning'
import { readBody } from '../http/body.js'
import type { ClientIp } from '../http/client-ip.js'
import { toRequest } from '../http/http-request.js'
import { jsonReply, Reply } from '../http/reply.js'
import type { RequestContext, Route } from '../http/route.js'
import type { Consume } from '../limits/limits.js'
import type { Deliveries } from '../outbox/deliveries.js'
import { UNUSABLE } from '../outbox/event-message.js'
import { eventId } from '../store/event-id.js'
import type { EventFacts, Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { Tokens } from '../tokens/tokens.js'
import type { AppendEvent, SubjectEvent } from '../watch/states.js'
import { createFloodGate } from './flood-gate.js'
import { detailsOf, type ReadRampDetails } from './ramp-details.js'
import type { SignatureVerifier } from './signature-verifier.js'
import { comparableFacts, differencesIn, HELD, sentFacts } from './webhook-facts.js'
import { probeWebhook } from './webhook-probe.js'
import type { WebhookUrls } from './webhook-urls.js'

const MAX_BYTES = 65_536
/** The kinds that take a purchase back, in the words of the service. */
const TAKES_BACK = /refund|reversal|reversed|charge_?back/i
/** Of a text that an event reports about its session. */
const LONGEST = 255

interface WebhookOptions {
  tokens: Pick<Tokens, 'read' | 'verify'>
  webhookUrls: Pick<WebhookUrls, 'find' | 'append'>
  store: Store
  consume: Consume
  verifiers: readonly SignatureVerifier[]
  rampDetails: ReadRampDetails | undefined
  clientIp: ClientIp
  /** Which fields of an event are compared with its session. */
  compare: RampComparisons
  append: AppendEvent
  deliveries: Deliveries
  /** Called with the `livemode` of each webhook that has one. */
  onLivemode: (livemode: boolean) => void
  now: () => Date
}

type Webhook = ReturnType<typeof parseWebhookEvent>

/** A webhook that has arrived, and its session if that is known. */
interface Received {
  /** The id of its session in the store, or of its webhook URL while the session is unknown. */
  id: string
  session: RampSubject | null
  webhook: Webhook
  identity: Pick<SubjectEvent, 'key' | 'hash'>
  body: Uint8Array
  authenticity: 'capability' | 'signature'
  log: RequestContext['log']
}

/**
 * `/webhooks/ramp/{capability}`: the webhook endpoint. It checks the secret in the URL before it reads the body, and
 * does not need the store for that: the service may probe the URL while it still creates the session. A webhook with a
 * 200 is durable and reaches the app, even if it cannot be parsed or is suspect.
 */
export function webhookRoutes(options: WebhookOptions): Route[] {
  const { tokens, webhookUrls, store, consume, verifiers, compare, append } = options
  const { deliveries, onLivemode, now } = options
  const admit = createFloodGate({ store, now })

  /** The event to store. */
  function newEvent({
    id: subjectId,
    session,
    webhook,
    identity,
    body,
    ...received
  }: Received): SubjectEvent {
    const { authenticity, log } = received
    const at = now()
    if (!webhook.ok) {
      const facts = { authenticity, unreadable: webhook.reason }
      return { ...identity, at, body, type: UNUSABLE, facts, deliver: deliveries.wanted }
    }
    const { livemode } = webhook
    const asked = { baseCurrency: session?.baseCurrency }
    const details = detailsOf(webhook, asked, options.rampDetails, log)
    const reported = comparableFacts(subjectId, reportedFacts(serviceEvent(webhook), details, asked))
    const check = session ? checkRampEvent(sentFacts(session), reported, compare) : undefined
    // User tokens are for `onEvent` only, so they are not stored without it.
    const isKept = deliveries.wanted || Object.keys(webhook.userTokens).length === 0
    return {
      ...identity,
      at,
      body: isKept ? body : undefined,
      type: eventType(webhook.type),
      // These stay in the store after the body is deleted.
      facts: {
        authenticity,
        meaning: rampMeaning(webhook) ?? undefined,
        madeAt: timeOf(webhook.createdAt),
        takesBack: TAKES_BACK.test(webhook.type) || undefined,
        livemode: livemode ?? undefined,
        // Destination and reference are those of the session, whatever the event says.
        details: { ...details, destination: undefined, reference_id: undefined },
        ...(check ? differencesIn(check) : { reported: comparedFacts(reported, compare) }),
      },
      // If the session is not known yet, the outbox checks for contradictions, and logs them.
      deliver: deliveries.wanted || session === null,
    }
  }

  async function receive(context: RequestContext): Promise<Reply> {
    const { request, parameter, log } = context
    const token = tokens.verify('webhook', parameter)
    const urlId = token && token.expiresAt > now() ? token.id : null
    const checkId = tokens.read('check', parameter, now())
    if (urlId === null && checkId === null) throw new LeydenError('NOT_FOUND', 'This BFF has no such route.')
    if (request.method !== 'POST') return new Reply(204, null)
    await consume('webhooksPerMinute', urlId ?? 'check')
    const body = await readBody(request, MAX_BYTES)
    if (body.byteLength === 0) return new Reply(204, null)
    if (urlId === null) return jsonReply(200, probeWebhook(context, body, options.clientIp))

    const { headers } = verifiers.length > 0 ? toRequest(request) : {}
    const signed = !!headers && verifiers.some((verifier) => verifier.verify(headers, body, now()))
    if (headers && !signed) {
      const problems = verifiers.map((verifier) => verifier.problem?.(headers, body, now()))
      log.warn(
        { code: 'WEBHOOK_SIGNATURE_INVALID', session: urlId, problems },
        'A webhook with a valid capability has no valid signature',
      )
      throw new LeydenError('UNAUTHORIZED', 'This webhook has no valid signature.', { status: 401 })
    }

    const webhook = parseWebhookEvent(new TextDecoder().decode(body))
    const named = webhook.ok ? (webhook.sessionId ?? undefined) : undefined
    const identity = identityOf(webhook, body)
    const { session, known, volume } = await webhookUrls.find(urlId, named, identity.key)
    const id = session?.id ?? urlId
    const authenticity = signed ? 'signature' : 'capability'
    const event = newEvent({ id, session, webhook, identity, body, authenticity, log })
    await admit({ id, volume, event, log })
    const appended = await (session ? append(session, event, known) : webhookUrls.append(id, event))
    const { outcome, event: stored } = appended
    const { type } = event
    const { facts } = stored ?? event
    const { suspect, differs, unreadable } = facts
    if (facts.livemode !== undefined) onLivemode(facts.livemode)
    log.info({ code: 'WEBHOOK_RECEIVED', session: id, type, outcome, unreadable }, 'Webhook received')
    const isConflict = outcome === 'conflict'
    if (isConflict || [suspect, differs, facts.duplicateOf].some((found) => found !== undefined)) {
      const fields = { event: stored && eventId(id, stored.seq), session: id, type }
      logFindings(log, fields, facts, isConflict)
    }
    if (outcome !== 'duplicate') deliveries.wake()
    // Some senders require exactly this status.
    return new Reply(200, null)
  }

  const shared = { path: '/webhooks/ramp/{capability}', caller: 'server', handle: receive } as const
  return [
    { ...shared, name: 'webhook', method: 'POST' },
    { ...shared, name: 'webhook-probe', method: 'GET' },
  ]
}

/** Logs what an operator has to know about a stored webhook. */
function logFindings(
  log: RequestContext['log'],
  fields: object,
  { suspect, differs, duplicateOf: first }: EventFacts,
  isConflict: boolean,
): void {
  if (suspect !== undefined || isConflict)
    log.error({ code: 'WEBHOOK_HELD', ...fields, suspect, conflict: isConflict || undefined }, HELD)
  if (differs !== undefined)
    log.warn({ code: 'WEBHOOK_DIFFERS', ...fields, differs }, 'A webhook differs from what was sent')
  if (first !== undefined)
    log.warn(
      { code: 'PURCHASE_DUPLICATE', ...fields, first },
      'A second session completed a purchase that is complete',
    )
}

/** The facts that are compared once the session is known, in short texts. */
function comparedFacts(reported: RampFacts, compare: RampComparisons): RampFacts {
  const entries = Object.entries(reported).filter(([field]) => compare[field as RampField] !== false)
  return Object.fromEntries(
    entries.map(([field, value]) => [field, typeof value === 'string' ? value.slice(0, LONGEST) : value]),
  )
}

function timeOf(createdAt: string | null): string | undefined {
  const ms = Date.parse(createdAt ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Identifies an event within its session: by its id if it has one, else by its content. */
function identityOf(webhook: Webhook, body: Uint8Array): Pick<SubjectEvent, 'key' | 'hash'> {
  const hash = sha256Hex(webhook.ok ? webhook.canonical : body)
  const id = webhook.ok ? webhook.id : null
  if (id === null) return { key: `sha256:${hash}`, hash }
  return { key: id.length > 255 ? `sha256:${sha256Hex(id)}` : id, hash }
}

/** One spelling for both envelopes: `ramp.purchase.completed`, `ramp.payment.settled`. */
function eventType(kind: string): `ramp.${string}` {
  const older = /^RAMP_WIDGET\.V\d+\.([\w.]{1,100})$/.exec(kind)?.[1]
  if (older) return `ramp.${older.toLowerCase()}`
  return /^ramp\.[\w.]{1,100}$/.test(kind) ? (kind as `ramp.${string}`) : 'ramp.other'
}
