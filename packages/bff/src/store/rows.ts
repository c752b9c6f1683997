import type { StoredEvent } from './store.js'
import type { Subject } from './subject.js'

/** An event as SQLite and Postgres give it; their drivers differ in numbers and truth values. */
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
