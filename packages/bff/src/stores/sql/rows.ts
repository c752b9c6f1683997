import type { ListedEvent, StoredEvent } from '../../kernel/store/store.js'
import { retentionKind, type Subject } from '../../kernel/store/subject.js'

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

/** An event as lists show it; without a delivery it is delivered. */
export function listedEvent(
  subjectId: string,
  { body: _, ...event }: StoredEvent,
  delivery?: { dead: boolean; attempt: number; dueMs: number },
): ListedEvent {
  if (!delivery) return { ...event, subjectId, state: 'delivered' }
  const tried = { ...event, subjectId, attempts: delivery.attempt }
  return delivery.dead
    ? { ...tried, state: 'dead' }
    : { ...tried, state: 'waiting', dueAt: new Date(delivery.dueMs) }
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

export function readClaimId(id: string): [delivery: number, attempt: number] {
  const [delivery = 0, attempt = 0] = id.split('.').map(Number)
  return [delivery, attempt]
}
