import type { EventHead, Row, StoredEvent } from '../../kernel/store/store.js'

/** A column of 64 bits: SQLite returns a number, and Postgres a text. */
export type Long = number | string

export interface StoredRow
  extends Omit<Row, 'version' | 'keep' | 'untilMs' | 'createdAtMs' | 'inReview' | 'data'> {
  version: Long
  keep: string
  until: Long
  created: Long
  reference: string
  address: string
  in_review: number | boolean
  data: string
}

/** The columns of an event that stay after its body is deleted. */
export interface FactsRow extends Omit<StoredEvent, 'at' | 'conflict' | 'facts' | 'body'> {
  at: Long
  conflict: number | boolean
  facts: string
}

/** An event without its body, as a database has it. */
export type HeadRow = FactsRow & { bytes: number }
/** An event, as a database has it. */
export type EventRow = FactsRow & { body: Uint8Array | null }

/** The columns of a {@link FactsRow}. */
export const FACTS_COLUMNS = 'e.seq, e.key, e.hash, e.type, e.at, e.conflict, e.facts'
/** The columns of a {@link HeadRow}. */
export const HEAD_COLUMNS = `${FACTS_COLUMNS}, COALESCE(LENGTH(e.body), 0) AS bytes`
/** The columns of an {@link EventRow}. */
export const EVENT_COLUMNS = `${FACTS_COLUMNS}, e.body`
/** What a row is found by and kept for: the columns that seldom change. */
export const FOUND_BY = 'kind, keep, until, created, reference, address, in_review'

export function rowOf({ id, version, seq, kind, ...row }: StoredRow): Row {
  return {
    ...{ id, version: Number(version), seq, kind, keep: row.keep as Row['keep'] },
    untilMs: Number(row.until),
    createdAtMs: Number(row.created),
    reference: row.reference ?? undefined,
    address: row.address ?? undefined,
    inReview: Boolean(row.in_review),
    data: JSON.parse(row.data),
  }
}

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
