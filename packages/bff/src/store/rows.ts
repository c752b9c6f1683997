import type { ListedEvent, StoredEvent } from './store.js'
import { retentionKind, type Subject } from './subject.js'

/** A row of an event in SQLite and Postgres, whose drivers differ in numbers and booleans. */
export interface EventRow {
  seq: number
  key: string
  hash: string
  type: string
  /** Unix milliseconds. */
  at: number | string
  conflict: number | boolean
  facts: string
  body: Uint8Array | null
}

export function eventOf({ seq, key, hash, type, at, conflict, facts, body }: EventRow): StoredEvent {
  return {
    seq,
    key,
    hash,
    type,
    at: new Date(Number(at)),
    conflict: Boolean(conflict),
    facts: JSON.parse(facts) as StoredEvent['facts'],
    body: body ? new Uint8Array(body) : undefined,
  }
}

/** A row of a listed event, with its delivery if it still has one. */
export interface ListedRow extends Omit<EventRow, 'body'> {
  subject: string
  dead: number | boolean | null
  attempt: number | null
  /** Unix milliseconds. */
  due: number | string | null
}

/** The columns of a listed event; `e` is the event's row, `d` its delivery's. */
export const LISTED_COLUMNS =
  'e.subject, e.seq, e.key, e.hash, e.type, e.at, e.conflict, e.facts, d.dead, d.attempt, d.due'
/** The condition of {@link isListed} for the rows `e`. */
export const LISTED_TYPES = "(e.type LIKE 'charge.%' OR e.type LIKE 'ramp.%' OR e.type LIKE 'webhook.%')"

export function listedOf({ subject, dead, attempt, due, ...row }: ListedRow): ListedEvent {
  const { body: _, ...event } = eventOf({ ...row, body: null })
  if (dead === null) return { ...event, subjectId: subject, state: 'delivered' }
  const listed = { ...event, subjectId: subject, attempts: attempt ?? 0 }
  return dead ? { ...listed, state: 'dead' } : { ...listed, state: 'waiting', dueAt: new Date(Number(due)) }
}

/** The columns of a subject: id, kind, watch_until and data. */
export function subjectRow(subject: Subject): [string, string, number, string] {
  return [subject.id, retentionKind(subject), Date.parse(subject.watchUntil), JSON.stringify(subject)]
}

export function subjectOf(row: { data: string } | undefined): Subject | null {
  return row ? (JSON.parse(row.data) as Subject) : null
}

/** The id of a claim: a later claim of the same delivery is another attempt. */
export function claimId(delivery: number | string, attempt: number): string {
  return `${delivery}.${attempt}`
}

export function readClaimId(id: string): { delivery: number; attempt: number } {
  const [delivery, attempt] = id.split('.').map(Number)
  return { delivery: delivery ?? 0, attempt: attempt ?? 0 }
}
