import { newCharge } from '../charge/charge-state.js'
import type { Reduction } from './reduction.js'
import type { Row, RowQuery, RowWrite, Store } from './store.js'
import {
  addressOf,
  type ChargeSubject,
  type IntentSubject,
  type RampSubject,
  referenceOf,
  retentionKind,
  type Subject,
} from './subject.js'

/** What the row of a charge or session has besides its terms. */
interface WithState {
  /** The state after its last event. */
  state: Reduction
}

export type StoredCharge = ChargeSubject & WithState
export type StoredSession = RampSubject & WithState
/** A charge or session as it is stored. */
export type Watched = StoredCharge | StoredSession
export type StoredSubject = Watched | IntentSubject

const KINDS: Record<Subject['kind'], true> = { charge: true, ramp: true, intent: true }

/** The subject of a row; null if there is none, and for a row of another kind. */
export function subjectOf(row: Row | null | undefined): StoredSubject | null {
  return row && Object.hasOwn(KINDS, row.kind) ? (row.data as StoredSubject) : null
}

/** The charge or session of a row; null if there is none. */
export function watchedOf(row: Row | null | undefined): Watched | null {
  const subject = subjectOf(row)
  return subject?.kind === 'intent' ? null : subject
}

/** Reads the subject of an id; null if there is none. */
export async function readSubject(store: Pick<Store, 'get'>, id: string): Promise<StoredSubject | null> {
  const { rows } = await store.get([id])
  return subjectOf(rows[0])
}

/** Lists charges, sessions or intents as {@link Store.rows}. */
export async function listSubjects<Kind extends Subject['kind']>(
  store: Pick<Store, 'rows'>,
  {
    before,
    ...query
  }: Omit<RowQuery, 'kind' | 'before'> & {
    kind: Kind
    before?: Pick<Subject, 'id' | 'createdAt'> | undefined
  },
): Promise<Extract<StoredSubject, { kind: Kind }>[]> {
  const place = before && { id: before.id, createdAtMs: Date.parse(before.createdAt) }
  const rows = await store.rows({ ...query, before: place })
  return rows.map(({ data }) => data as Extract<StoredSubject, { kind: Kind }>)
}

/** The row of a charge. Anonymous pages can create charges at no cost, so an unpaid one is deleted after days. */
export function chargeRow(
  charge: ChargeSubject,
  state: Reduction = newCharge(charge),
): RowWrite<StoredCharge> {
  const isUnpaid = retentionKind(charge) === 'unpaid' && state.shown.state.status !== 'paid'
  return { ...rowOf(charge, isUnpaid ? 'unpaid' : 'subjects'), data: { ...charge, state } }
}

/** The row of a ramp session. */
export function sessionRow(session: RampSubject, state: Reduction): RowWrite<StoredSession> {
  const inReview = state.shown.state.status === 'needs_review'
  return { ...rowOf(session, 'subjects'), inReview, data: { ...session, state } }
}

/** The row of an intent. Once it cannot be read it is not needed, and its charge contains its terms. */
export function intentRow(intent: IntentSubject): RowWrite<IntentSubject> {
  return { ...rowOf(intent, 'bodies'), data: intent }
}

function rowOf(subject: Subject, keep: RowWrite['keep']): Omit<RowWrite, 'data'> {
  const { id, kind, watchUntil, createdAt } = subject
  return {
    ...{ id, kind, keep, untilMs: Date.parse(watchUntil), createdAtMs: Date.parse(createdAt) },
    reference: referenceOf(subject),
    address: addressOf(subject),
  }
}
