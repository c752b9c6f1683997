import type { OrderWrite, StoredEvent } from '../../kernel/store/store.js'
import { storedKind } from '../../kernel/store/stored-order.js'
import type { Subject } from '../../kernel/store/subject.js'

/** A row of an event in SQLite and Postgres, whose drivers differ in numbers and booleans. */
export interface EventRow extends Pick<StoredEvent, 'seq' | 'key' | 'hash' | 'type'> {
  /** Unix milliseconds. */
  at: number | string
  conflict: number | boolean
  facts: string
  body: Uint8Array | null
}

/** The columns of an {@link EventRow}; `e` is the event's row. */
export const EVENT_COLUMNS = 'e.seq, e.key, e.hash, e.type, e.at, e.conflict, e.facts, e.body'

export function eventOf({ at, conflict, facts, body, ...event }: EventRow): StoredEvent {
  return {
    ...event,
    at: new Date(Number(at)),
    conflict: Boolean(conflict),
    facts: JSON.parse(facts) as StoredEvent['facts'],
    body: body ? new Uint8Array(body) : undefined,
  }
}

/** The columns of a subject: id, kind, watch_until and data. */
export function subjectRow(subject: Subject, order?: OrderWrite): [string, string, number, string] {
  return [subject.id, storedKind(subject, order), Date.parse(subject.watchUntil), JSON.stringify(subject)]
}

export function subjectOf(row: { data: string } | undefined): Subject | null {
  return row ? (JSON.parse(row.data) as Subject) : null
}
