/** Compares what an event of a ramp session reports with what was sent when the session was opened, and with itself. */
import type { RampField } from '@leyden/core'
import { currencyKind, foldCurrency, isEmpty } from '@leyden/core/internal'
import type { RampFacts } from '@leyden/core/webhook'
import { parseRampDestination } from './bitcoin-address.js'

/** What was sent when a ramp session was opened. */
export interface SentRampSession extends RampFacts {
  /** Whether the server made up the reference, so that nobody relies on it. */
  isOwnReference?: boolean | undefined
}

/** The comparisons of a ramp's replies and events. Each can be switched off by its name: `{ email: false }`. */
export interface RampComparisons {
  /**
   * The session token in the query of `widget_url` (`session` or `session_token`), with the `session_token` of the same
   * reply. If it is another one, the BFF refuses the reply. If there is none, the page is shown, and the log has one
   * warning.
   */
  widget_url?: boolean | undefined
  /**
   * The session token of a reply with those of earlier replies. A session whose token, or whose `session_id`, came before
   * is that session. Its own buyer gets it again, or reads that another purchase is open; for anybody else the BFF
   * refuses the reply.
   */
  session_token?: boolean | undefined
  /** The service's id of the session. If it is another one, the event is held. `ses_x` and `sess_x` are the same. */
  session_id?: boolean | undefined
  /** Whether real money moved. If it is the other mode, the event is held. */
  livemode?: boolean | undefined
  /** The destination. If it is another one of the same kind, the event is held. */
  destination?: boolean | undefined
  /**
   * The reference. If it is another one, and your server has set the reference, the event is held. If the BFF has made
   * the reference, the event has `differs`.
   */
  reference_id?: boolean | undefined
  /** The currency that was bought. If it is other money in place of bitcoin, the event is held. */
  currency?: boolean | undefined
  /** The currency that was paid with. If it is another one, the event has `differs`. */
  paid_currency?: boolean | undefined
  /** The e-mail address. If it is another one, the event has `differs`. */
  email?: boolean | undefined
  /** The amount that a completed purchase has bought. If it is zero or negative, the event is held. */
  amount?: boolean | undefined
  /**
   * `data.status` of a completed purchase. If it is failed, cancelled, rejected, declined, expired, refunded, reversed or
   * charged back, the event is held.
   */
  status?: boolean | undefined
}

/** What {@link checkRampEvent} finds. A field that only one side has is in none of the lists. */
export interface RampEventCheck {
  /** The contradictions for which an event has to be held, because it may belong to another purchase. */
  suspect: RampField[]
  /** Differences without a consequence, which a service may have a reason for. */
  differs: RampField[]
  /** The fields that both sides have, and that agree. */
  equal: RampField[]
}

type Relation = 'equal' | 'different' | 'unknown'
type Compare = (sent: RampFacts, reported: RampFacts) => Relation

/**
 * The comparison of each field. Values of two kinds, or that no reader knows, are no contradiction: the service does not
 * document what its events contain.
 */
const COMPARE: { readonly [Field in RampField]: Compare } = {
  session_id: (sent, reported) => both(sent.session_id, reported.session_id, byText(foldSessionId)),
  livemode: (sent, reported) => both(sent.livemode, reported.livemode, (a, b) => relation(a === b)),
  destination: (sent, reported) => both(sent.destination, reported.destination, compareDestinations),
  reference_id: (sent, reported) =>
    both(
      sent.reference_id,
      reported.reference_id,
      byText((text) => text.trim()),
    ),
  currency: (sent, reported) => both(sent.currency, reported.currency, compareBought),
  paid_currency: (sent, reported) => both(sent.paid_currency, reported.paid_currency, byText(foldCurrency)),
  email: (sent, reported) =>
    both(
      sent.email,
      reported.email,
      byText((text) => text.trim().toLowerCase()),
    ),
  amount: (_, { amount }) => (amount ? relation(Number(amount) > 0) : 'unknown'),
  // Only these words: each other one, such as `paid`, may be the service's own for a purchase that is complete.
  status: (_, { status }) => (status && NOT_COMPLETED.test(status.trim()) ? 'different' : 'unknown'),
}

const NOT_COMPLETED = /^(failed|cancell?ed|rejected|declined|expired|refunded|reversed|charged[\s_-]?back)$/i

/** Every field of an event that is compared. */
export const RAMP_FIELDS: readonly RampField[] = Object.keys(COMPARE) as RampField[]

/** Every comparison by its name: those of a reply, and those of an event. */
export const RAMP_COMPARISONS: readonly (keyof RampComparisons)[] = [
  'widget_url',
  'session_token',
  ...RAMP_FIELDS,
]

/** The fields whose difference holds an event. */
const HOLDS: ReadonlySet<RampField> = new Set([
  'session_id',
  'livemode',
  'destination',
  'reference_id',
  'currency',
  'amount',
  'status',
])

/**
 * Compares an event of a ramp session with what was sent for the session, and one that completes a purchase with itself.
 * Absent and empty values are no difference.
 * Pure; server and page can use it.
 *
 * @param sent what was sent to the service.
 * @param reported what the event reports: `reportedFacts` of `@leyden/core/webhook`.
 * @param compare switches comparisons off, for a service that uses a field in another way.
 * @example
 * checkRampEvent({ destination: 'alice@wallet.example' }, { destination: 'mallory@wallet.example' }).suspect
 * // ['destination']
 */
export function checkRampEvent(
  sent: SentRampSession,
  reported: RampFacts,
  compare: RampComparisons = {},
): RampEventCheck {
  const check: RampEventCheck = { suspect: [], differs: [], equal: [] }
  for (const field of RAMP_FIELDS) {
    const found = compare[field] === false ? 'unknown' : COMPARE[field](sent, reported)
    if (found === 'equal') check.equal.push(field)
    if (found !== 'different') continue
    const holds = HOLDS.has(field) && !(field === 'reference_id' && sent.isOwnReference)
    check[holds ? 'suspect' : 'differs'].push(field)
  }
  return check
}

/** In plain JavaScript a missing value may also be null. */
function both<Value extends string | boolean>(
  sent: Value | null | undefined,
  reported: Value | null | undefined,
  compare: (sent: Value, reported: Value) => Relation,
): Relation {
  return isEmpty(sent) || isEmpty(reported) ? 'unknown' : compare(sent, reported)
}

function byText(fold: (text: string) => string) {
  return (sent: string, reported: string) => relation(fold(sent) === fold(reported))
}

function relation(isEqual: boolean): Relation {
  return isEqual ? 'equal' : 'different'
}

/** The service writes both `ses_x` and `sess_x` for one session. */
export function foldSessionId(sessionId: string): string {
  return sessionId.trim().replace(/^sess_/, 'ses_')
}

function compareDestinations(sent: string, reported: string): Relation {
  const [asked, told] = [sent, reported].map((text) => parseRampDestination(text.trim(), { network: 'any' }))
  if (!asked?.ok || !told?.ok || asked.kind !== told.kind) return 'unknown'
  return relation(asked.address === told.address)
}

/** Only other money in place of bitcoin is a contradiction: a service has many codes for bitcoin. */
function compareBought(sent: string, reported: string): Relation {
  if (foldCurrency(sent) === foldCurrency(reported)) return 'equal'
  if (currencyKind(sent) !== 'bitcoin') return 'unknown'
  const kind = currencyKind(reported)
  if (kind === 'unknown') return 'unknown'
  return relation(kind === 'bitcoin')
}
