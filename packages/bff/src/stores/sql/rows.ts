import type { EventHead, StoredEvent } from '../../kernel/store/store.js'
import { retentionKind, type Subject } from '../../kernel/store/subject.js'

/** A row of an event in SQLite and Postgres, whose drivers differ in numbers and booleans. */
export interface EventRow extends Pick<StoredEvent, 'seq' | 'key' | 'hash' | 'type'> {
  /** Unix milliseconds. */
  at: number | string
  conflict: number | boolean
  facts: string
  body: Uint8Array | null
}

/** A row of an event without its body. */
export type FactsRow = Omit<EventRow, 'body'>
/** The same, with the length of the body. */
export type HeadRow = FactsRow & { bytes: number }

/** The columns of a {@link FactsRow}; `e` is the event's row. */
export const FACTS_COLUMNS = 'e.seq, e.key, e.hash, e.type, e.at, e.conflict, e.facts'
/** The columns of a {@link HeadRow}. */
export const HEAD_COLUMNS = `${FACTS_COLUMNS}, COALESCE(LENGTH(e.body), 0) AS bytes`
/** The columns of an {@link EventRow}. */
export const EVENT_COLUMNS = `${FACTS_COLUMNS}, e.body`

export function eventOf({ body, ...row }: EventRow): StoredEvent {
  return { ...factsOf(row), body: body ? new Uint8Array(body) : undefined }
}

export function headOf({ bytes, ...row }: HeadRow): EventHead {
  return { ...factsOf(row), bytes }
}

export function factsOf({ at, conflict, facts, ...event }: FactsRow): Omit<StoredEvent, 'body'> {
  return {
    ...event,
    at: new Date(Number(at)),
    conflict: Boolean(conflict),
    facts: JSON.parse(facts) as StoredEvent['facts'],
  }
}

/** The columns of a subject: id, kind, watch_until and data. */
export function subjectRow(subject: Subject): [string, string, number, string] {
  return [subject.id, retentionKind(subject), Date.parse(subject.watchUntil), JSON.stringify(subject)]
}

export function subjectOf(row: { data: string } | undefined): Subject | null {
  return row ? (JSON.parse(row.data) as Subject) : null
}
