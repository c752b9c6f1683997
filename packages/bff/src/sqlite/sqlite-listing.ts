import type Libsql from 'libsql'
import { LISTED_COLUMNS, LISTED_TYPES, type ListedRow, listedOf } from '../store/rows.js'
import type { EventQuery, EventState } from '../store/store.js'

/** Lists events for operators, newest first. */
export function createListing(database: Libsql.Database) {
  const statements = new Map<string, Libsql.Statement<unknown[]>>()
  return ({ state, subjectId, before, limit }: EventQuery) => {
    const text = listingSql(state, subjectId !== undefined)
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    const { at, subjectId: subject = '', seq = 0 } = before ?? {}
    const from = [at?.getTime() ?? Number.MAX_SAFE_INTEGER, subject, seq, limit]
    const rows = statement.all(...from, ...(subjectId === undefined ? [] : [subjectId]))
    return (rows as ListedRow[]).map(listedOf)
  }
}

/** Few events are in the outbox, so those are found by their deliveries. */
function listingSql(state: EventState | undefined, ofSubject: boolean): string {
  const inOutbox = state === 'waiting' || state === 'dead'
  const isDelivery = 'd.subject = e.subject AND d.seq = e.seq'
  return `
    SELECT ${LISTED_COLUMNS} FROM ${
      inOutbox
        ? `deliveries d CROSS JOIN events e ON ${isDelivery} AND d.dead = ${state === 'dead' ? 1 : 0}`
        : `events e LEFT JOIN deliveries d ON ${isDelivery}`
    }
    WHERE (e.at, e.subject, e.seq) < (?1, ?2, ?3) AND ${LISTED_TYPES}
    ${state === 'delivered' ? 'AND d.id IS NULL' : ''} ${ofSubject ? 'AND e.subject = ?5' : ''}
    ORDER BY e.at DESC, e.subject DESC, e.seq DESC LIMIT ?4`
}
