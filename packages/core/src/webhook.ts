import { fieldsOf, isRecord, isUnsafeName, type Json, parseJson } from './json.js'
import { refuse } from './refuse.js'
import type { RampDetails, RampStatus } from './wire.js'

interface WebhookEventBase {
  /** Whether the body could be read. */
  ok: true
  /**
   * The sender's id, null where it gives none: a hash of {@link WebhookEventBase.canonical} can stand for it then.
   * Unique within a session only: a sender's id says nothing across sessions.
   */
  id: string | null
  /** The kind of event as the sender spells it, known or not. */
  type: string
  /** ISO 8601 as it came; null where there was none. */
  createdAt: string | null
  /** The ramp session that the event names, if any. */
  sessionId: string | null
  /** The payload, without user tokens and without names that change what an object is (`__proto__`). */
  data: Json
  /** User tokens of the event, by field name at any depth (of two with one name, the first): secrets, for the shop's server only. Usually empty. */
  userTokens: Json
  /** Further fields of the envelope, without user tokens. */
  other: Json
  /**
   * What the event says, in one text whatever the order of its fields: two events with one id and two of these
   * contradict each other. It may hold user tokens: keep a hash of it, and not the text.
   */
  canonical: string
}

/** Section 6 of the service's interface: `{ id, type, created_at, livemode, data }`. */
export interface CurrentWebhookEvent extends WebhookEventBase {
  /** Which of the two envelopes it came in. */
  envelope: 'current'
  /** Null where the sender leaves it out. */
  livemode: boolean | null
}

/** Undocumented, seen in production: `{ event, data, url, created_at }`, without an id or a mode. */
export interface OlderWebhookEvent extends WebhookEventBase {
  /** Which of the two envelopes it came in. */
  envelope: 'older'
  /** This envelope does not say. */
  livemode: null
}

/** A webhook that could be read, in either envelope. */
export type WebhookEvent = CurrentWebhookEvent | OlderWebhookEvent

/** What {@link parseWebhookEvent} returns: an event, or why the body is none. */
export type WebhookEventResult =
  | WebhookEvent
  | {
      /** Whether the body could be read. */
      ok: false
      /** Why not: it is no JSON, no object, over 32 levels deep, or without a `type` and an `event`. */
      reason: 'bad_json' | 'bad_shape' | 'too_deep' | 'no_kind'
    }

const MAX_DEPTH = 32

/**
 * Reads the body of a ramp webhook, whichever of its two envelopes it comes in. Unknown kinds are kept as they
 * are. The `url` that the older envelope echoes is our own secret, and is dropped. User tokens are taken out of
 * the payload, so that storing or passing on `data` does not spread them. Never throws.
 *
 * @param body the raw body, or the object it holds.
 * @example
 * const event = parseWebhookEvent(await request.text())
 * if (event.ok && rampMeaning(event) === 'completed') deliver(event.sessionId)
 */
export function parseWebhookEvent(body: string | object): WebhookEventResult {
  const envelope = typeof body === 'string' ? parseJson(body) : body
  if (envelope === undefined) return refuse('bad_json')
  if (!isRecord(envelope)) return refuse('bad_shape')
  if (!isShallow(envelope, MAX_DEPTH)) return refuse('too_deep')

  const { id, type: current, event, created_at, livemode = null, url: _, ...rest } = fieldsOf(envelope)
  const isCurrent = textOf(current) !== null
  const type = textOf(current) ?? textOf(event)
  if (type === null) return refuse('no_kind')

  const { data: payload = null, ...further } = rest
  const data = fieldsOf(payload)
  const other = isRecord(payload) || payload === null ? further : rest
  const { public: kept, userTokens } = separateUserTokens({ data, other }, type)
  return {
    ok: true,
    envelope: isCurrent ? 'current' : 'older',
    livemode: isCurrent && typeof livemode === 'boolean' ? livemode : null,
    id: textOf(id),
    type,
    createdAt: textOf(created_at),
    sessionId: textOf(data.session_id),
    ...kept,
    userTokens,
    canonical: canonicalJson([type, created_at ?? null, livemode, payload]),
  } as WebhookEvent
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

/**
 * JSON with the fields of every object in the order of their names, so that one content has one text whatever
 * order a sender writes it in. For values that came out of `JSON.parse` and are not deep.
 */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner))
}

function sorted(record: object): object {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

// In the kind of event that issues tokens, every field with "token" in its name is one, at any depth.
function separateUserTokens(event: object, type: string): { public: object; userTokens: Json } {
  const isToken = /user_access_token/i.test(type) ? /token/i : /(access|refresh)_?token/i
  const userTokens: Record<string, unknown> = {}
  const kept = JSON.stringify(event, (field, value: unknown) => {
    if (isUnsafeName(field)) return undefined
    if (!isToken.test(field)) return value
    userTokens[field] ??= value
    return undefined
  })
  return { public: JSON.parse(kept), userTokens }
}

/** The service's own event in its own words (section 6 of its interface), whichever envelope it came in. */
export interface ServiceEvent {
  /** `evt_…`; null where the sender gives none, as in the older envelope. */
  id: string | null
  /** The kind; `event` of the older envelope. */
  type: string
  /** ISO 8601; null where it is missing. */
  created_at: string | null
  /** Whether real money moved; null where the sender does not say. */
  livemode: boolean | null
  /** The payload, without user tokens. An object in every kind that is known. */
  data: Json
  /** Further fields of the envelope. */
  [field: string]: unknown
}

/** What {@link parseWebhookEvent} has read, in the form of the service. */
export function serviceEvent({ id, type, createdAt, livemode, data, other }: WebhookEvent): ServiceEvent {
  return { id, type, created_at: createdAt, livemode, data, ...other }
}

/** Where the two envelopes are seen to say what was bought; an amount and its currency come from one pair. */
const PAIRS = {
  bought: [
    ['base_amount', 'base_currency'],
    ['amount', 'currency'],
  ],
  paid: [
    ['quote_amount', 'quote_currency'],
    ['fiat_amount', 'fiat_currency'],
  ],
} as const

/**
 * What an event says of a purchase, under names that do not depend on its envelope. The contract names no field of
 * `data`: these are the names that services of its shape use.
 */
export function rampDetails({ data }: Pick<ServiceEvent, 'data'>): RampDetails {
  const pairOf = (pairs: (typeof PAIRS)['bought' | 'paid']) => {
    const [amount, currency] = pairs.find(([name]) => plainText(data[name]) !== undefined) ?? pairs[0]
    return [plainText(data[amount]), plainText(data[currency])]
  }
  const [amount, currency] = pairOf(PAIRS.bought)
  const [paid_amount, paid_currency] = pairOf(PAIRS.paid)
  return {
    amount,
    currency,
    paid_amount,
    paid_currency,
    payment_hash: plainText(data.payment_hash),
    destination: plainText(data.destination),
    reference_id: plainText(data.reference_id),
  }
}

/** A text, or a number in digits: `4.2e-7` is 0.00000042. */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'number')
    return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What an event can say about the session it belongs to; null for events that change nothing. */
export type RampMeaning = Extract<RampStatus, 'processing' | 'completed' | 'failed' | 'cancelled'> | null

/** The kinds that mean something. Those of the older envelope carry a version, and mean the same in each. */
export const RAMP_MEANINGS = {
  'ramp.purchase.completed': 'completed',
  'ramp.purchase.failed': 'failed',
  'RAMP_WIDGET.V1.PAYMENT.INITIATED': 'processing',
  'RAMP_WIDGET.V1.PAYMENT.SETTLED': 'processing',
  'RAMP_WIDGET.V1.PAYMENT.FAILED': 'failed',
  'RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED': 'completed',
  'RAMP_WIDGET.V1.WITHDRAWAL.FAILED': 'failed',
  'RAMP_WIDGET.V1.KYC.REJECTED': 'failed',
  'RAMP_WIDGET.V1.SESSION.CLOSED': 'cancelled',
} as const satisfies Record<string, RampMeaning>

/**
 * What a kind of event means for its ramp session. `cancelled` counts only where nothing else is known yet, and
 * `completed` beats every other end, whatever the order of arrival: that is for the session's log to decide.
 * Payment settled is not bitcoin delivered, so it is `processing`.
 *
 * @param event an event, or its `type`.
 */
export function rampMeaning(event: { type: string } | string): RampMeaning {
  const type = typeof event === 'string' ? event : event.type
  const kind = type.replace(/^(RAMP_WIDGET\.V)\d+\./, '$11.')
  return Object.hasOwn(RAMP_MEANINGS, kind) ? RAMP_MEANINGS[kind as keyof typeof RAMP_MEANINGS] : null
}
