import type { RampDetails, RampStatus } from '../client/wire.js'
import { fieldsOf, isEmpty, isRecord, isUnsafeName, type Json, parseJson } from '../foundation/json.js'
import { refuse } from '../foundation/refuse.js'
import { type AskedMoney, decimalOf, readRampMoney, textOf } from './ramp-money.js'

export { type AskedMoney, type RampMoney, readRampMoney } from './ramp-money.js'

/** A webhook that could be read, in either of its two envelopes. */
export type WebhookEvent = WebhookContent &
  (
    | {
        /** Section 6 of the service's interface: `{ id, type, created_at, livemode, data }`. */
        envelope: 'current'
        /** Null if the sender leaves it out. */
        livemode: boolean | null
      }
    | {
        /** Undocumented, seen in production: `{ event, data, url, created_at }`, without an id or a mode. */
        envelope: 'older'
        /** This envelope does not report it. */
        livemode: null
      }
  )

interface WebhookContent {
  /** Whether the body could be read. */
  ok: true
  /**
   * The sender's id; null if there is none, and then a hash of `canonical` can replace it.
   * Unique only within its session.
   */
  id: string | null
  /** The kind of event as the sender spells it, known or not. */
  type: string
  /** ISO 8601 as received; null if there was none. */
  createdAt: string | null
  /** The ramp session that the event names, if any. */
  sessionId: string | null
  /** The payload, without user tokens and without names that would change an object's prototype (`__proto__`). */
  data: Json
  /**
   * User tokens of the event by field name, from any depth (the first one of a name). Secrets, for the shop's server
   * only. Usually empty.
   */
  userTokens: Json
  /** Further fields of the envelope, without user tokens. */
  other: Json
  /**
   * The content of the event as one text that does not depend on the order of its fields: two events with the same id
   * and different texts contradict each other. It may contain user tokens, so store a hash of it and not the text.
   */
  canonical: string
}

/** What {@link parseWebhookEvent} returns: an event, or why the body is none. */
export type WebhookEventResult =
  | WebhookEvent
  | {
      /** Whether the body could be read. */
      ok: false
      /** Why not: it is not JSON, not an object, more than 32 levels deep, or has neither `type` nor `event`. */
      reason: 'bad_json' | 'bad_shape' | 'too_deep' | 'no_kind'
    }

const MAX_DEPTH = 32

/**
 * Reads the body of a ramp webhook in either of its two envelopes. Keeps unknown kinds unchanged. Removes the `url`
 * that the older envelope echoes, because it is our own secret, and moves user tokens out of the payload, so that
 * `data` can be stored and passed on. Never throws.
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
  const isCurrent = textIn(current) !== null
  const type = textIn(current) ?? textIn(event)
  if (type === null) return refuse('no_kind')

  const { data: payload = null, ...further } = rest
  const data = fieldsOf(payload)
  const other = isRecord(payload) || payload === null ? further : rest
  const { public: publicPart, userTokens } = separateUserTokens({ data, other }, type)
  return {
    ok: true,
    ...(isCurrent
      ? { envelope: 'current', livemode: typeof livemode === 'boolean' ? livemode : null }
      : { envelope: 'older', livemode: null }),
    id: textIn(id),
    type,
    createdAt: textIn(created_at),
    sessionId: textIn(data.session_id),
    ...publicPart,
    userTokens,
    canonical: canonicalJson([type, created_at ?? null, livemode, payload]),
  }
}

/** A text exactly as it was received. */
function textIn(value: unknown): string | null {
  return typeof value === 'string' && !isEmpty(value) ? value : null
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

/**
 * Serialises to JSON with the fields of every object sorted by name, so that equal content gives equal text. For values
 * from `JSON.parse` that are not deeply nested.
 */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner))
}

function sorted(record: object): object {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

// In the kind of event that issues tokens, every field with "token" in its name holds one, at any depth.
function separateUserTokens(event: { data: Json; other: Json }, type: string) {
  const isToken = /user_access_token/i.test(type) ? /token/i : /(access|refresh)_?token/i
  const userTokens: Record<string, unknown> = {}
  const withoutTokens = JSON.stringify(event, (field, value: unknown) => {
    if (isUnsafeName(field)) return undefined
    if (!isToken.test(field)) return value
    userTokens[field] ??= value
    return undefined
  })
  return { public: JSON.parse(withoutTokens) as typeof event, userTokens }
}

/** An event with the service's own field names (section 6 of its interface), for either envelope. */
export interface ServiceEvent {
  /** `evt_…`; null if there is none, as in the older envelope. */
  id: string | null
  /** The kind, as the service spells it; `event` of the older envelope. Act on `meaning` of the BFF's event instead. */
  type: string
  /** ISO 8601; null if it is missing. */
  created_at: string | null
  /** Whether real money moved; null if the sender does not report it. */
  livemode: boolean | null
  /** The payload, without user tokens. An object in every known kind. */
  data: Json
  /** Further fields of the envelope. */
  [field: string]: unknown
}

/** Converts the result of {@link parseWebhookEvent} to the form of the service. */
export function serviceEvent({ id, type, createdAt, livemode, data, other }: WebhookEvent): ServiceEvent {
  return { id, type, created_at: createdAt, livemode, data, ...other }
}

/**
 * The details of a purchase in an event, under names that do not depend on the envelope. The contract names no field of
 * `data`; the names that it reads are those that such services use, and {@link readRampMoney} reads the amounts.
 *
 * @param asked what the session was opened for.
 */
export function rampDetails({ data }: Pick<ServiceEvent, 'data'>, asked: AskedMoney = {}): RampDetails {
  const plainText = (value: unknown) => textOf(value) ?? decimalOf(value)
  return {
    ...readRampMoney(data, asked).details,
    payment_hash: plainText(data.payment_hash),
    destination: plainText(data.destination),
    reference_id: plainText(data.reference_id),
  }
}

/**
 * What was sent for a session, or what an event reports of it, under the same names: `livemode` is the mode, `currency`
 * the one to buy, `paid_currency` the one to pay with. `checkRampEvent` of `@leyden/lightning` compares the
 * two.
 */
export interface RampFacts {
  /** The service's id of the session. */
  session_id?: string | undefined
  /** Whether real money moves. */
  livemode?: boolean | undefined
  /** A Lightning Address or an on-chain address. */
  destination?: string | undefined
  /** The reference of the purchase. */
  reference_id?: string | undefined
  /** The code of the currency to buy: `base_currency` of the session. */
  currency?: string | undefined
  /** The code of the currency to pay with: `quote_currency` of the session. */
  paid_currency?: string | undefined
  /** The e-mail address of the buyer, or a hash of it on both sides. */
  email?: string | undefined
  /** Of an event that completes a purchase: the amount that it reports as bought, also if it is zero or negative. */
  amount?: string | undefined
  /** Of an event that completes a purchase: its `data.status`, whose words the service does not document. */
  status?: string | undefined
}

/**
 * What an event reports about its session.
 *
 * @param details the details of the event, {@link rampDetails}.
 */
export function reportedFacts(
  { type, data, livemode }: Pick<ServiceEvent, 'type' | 'data' | 'livemode'>,
  details: RampDetails,
  asked: AskedMoney = {},
): RampFacts {
  const { boughtCurrency, paidCurrency, negativeAmount } = readRampMoney(data, asked)
  const isCompleted = rampMeaning(type) === 'completed'
  return {
    session_id: textOf(data.session_id),
    livemode: livemode ?? undefined,
    destination: details.destination,
    reference_id: details.reference_id,
    currency: details.currency ?? boughtCurrency,
    paid_currency: details.paid_currency ?? paidCurrency,
    email: textOf(data.email),
    amount: isCompleted ? (details.amount ?? negativeAmount) : undefined,
    status: isCompleted ? textOf(data.status) : undefined,
  }
}

/** The status that an event gives its session; null for events that change nothing. */
export type RampMeaning = Extract<RampStatus, 'processing' | 'completed' | 'failed' | 'cancelled'> | null

/**
 * The kinds that change a session's status. Those of the older envelope have a version suffix, which does not change
 * the meaning.
 */
export const RAMP_MEANINGS: Readonly<Record<string, RampMeaning>> = {
  'ramp.purchase.completed': 'completed',
  'ramp.purchase.failed': 'failed',
  'RAMP_WIDGET.V1.PAYMENT.INITIATED': 'processing',
  'RAMP_WIDGET.V1.PAYMENT.SETTLED': 'processing',
  'RAMP_WIDGET.V1.PAYMENT.FAILED': 'failed',
  'RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED': 'completed',
  'RAMP_WIDGET.V1.WITHDRAWAL.FAILED': 'failed',
  'RAMP_WIDGET.V1.KYC.REJECTED': 'failed',
  'RAMP_WIDGET.V1.SESSION.CLOSED': 'cancelled',
}

/**
 * The status that a kind of event gives its ramp session; {@link mergeRampStatus} merges it with earlier ones. A settled
 * payment does not mean that the bitcoin was delivered, so it is `processing`.
 *
 * @param event an event, or its `type`.
 */
export function rampMeaning(event: { type: string } | string): RampMeaning {
  const type = typeof event === 'string' ? event : event.type
  const kind = type.replace(/^(RAMP_WIDGET\.V)\d+\./, '$11.')
  return Object.hasOwn(RAMP_MEANINGS, kind) ? (RAMP_MEANINGS[kind] ?? null) : null
}
