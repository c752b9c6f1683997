/** Compares what an event of a ramp session reports with what was sent when the session was opened. */
import type { RampField } from '@leyden/core'
import { currencyKind, foldCurrency } from '@leyden/core/internal'
import type { RampFacts } from '@leyden/core/webhook'
import { parseRampDestination } from './bitcoin-address.js'

/** What was sent when a ramp session was opened. */
export interface SentRampSession extends RampFacts {
  /** Whether the server made up the reference, so that nobody relies on it. */
  isOwnReference?: boolean | undefined
}

/** Which fields are compared. @default every field */
export type RampComparisons = Readonly<Partial<Record<RampField, boolean | undefined>>>

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
}

/** Every field that is compared. */
export const RAMP_FIELDS: readonly RampField[] = Object.keys(COMPARE) as RampField[]

/** The fields whose difference holds an event. */
const HOLDS: ReadonlySet<RampField> = new Set([
  'session_id',
  'livemode',
  'destination',
  'reference_id',
  'currency',
])

/**
 * Compares an event of a ramp session with what was sent for the session. Absent and empty values are no difference.
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
  if (sent === undefined || sent === null || sent === '') return 'unknown'
  if (reported === undefined || reported === null || reported === '') return 'unknown'
  return compare(sent, reported)
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
