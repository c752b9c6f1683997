import type { EventHead, OrderWrite, StoredEvent } from '../../kernel/store/store.js'
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

/** A row of an event without its body. */
export type HeadRow = Omit<EventRow, 'body'>

/** The columns of a {@link HeadRow}; `e` is the event's row. */
export const HEAD_COLUMNS = 'e.seq, e.key, e.hash, e.type, e.at, e.conflict, e.facts'
/** The columns of an {@link EventRow}. */
export const EVENT_COLUMNS = `${HEAD_COLUMNS}, e.body`

export function eventOf({ body, ...head }: EventRow): StoredEvent {
  return { ...headOf(head), body: body ? new Uint8Array(body) : undefined }
}

export function headOf({ at, conflict, facts, ...event }: HeadRow): EventHead {
  return {
    ...event,
    at: new Date(Number(at)),
    conflict: Boolean(conflict),
    facts: JSON.parse(facts) as EventHead['facts'],
  }
}

/** The columns of a subject: id, kind, watch_until and data. */
export function subjectRow(subject: Subject, order?: OrderWrite): [string, string, number, string] {
  return [subject.id, storedKind(subject, order), Date.parse(subject.watchUntil), JSON.stringify(subject)]
}

export function subjectOf(row: { data: string } | undefined): Subject | null {
  return row ? (JSON.parse(row.data) as Subject) : null
}
