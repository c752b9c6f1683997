import { listedEvent } from '../../kernel/store/listed-event.js'
import type { EventQuery, EventState, OutboxState, RowQuery } from '../../kernel/store/store.js'
import {
  EVENT_COLUMNS,
  type EventRow,
  eventOf,
  FACTS_COLUMNS,
  type FactsRow,
  factsOf,
  type Long,
  rowOf,
  type StoredRow,
} from './rows.js'
import { LISTED } from './tables.js'

/** Runs a statement with the parameters `$1`, `$2` …. */
export type Query = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>

interface ListedRow extends FactsRow {
  subject: string
  dead: number | boolean
  attempt: number
  due: Long | null
  failure: string | null
}

const STATES: Record<EventState, string> = {
  delivered: 'due IS NULL',
  waiting: 'due IS NOT NULL AND NOT dead',
  // The index has both.
  dead: '(dead OR aside) AND dead',
}

/** The queries that SQLite and Postgres answer alike, on the tables of a schema. */
export function createReads(query: Query, schema: string) {
  return {
    async read(id: string, afterSeq: number, limit = Number.MAX_SAFE_INTEGER) {
      const events = `SELECT ${EVENT_COLUMNS} FROM ${schema}.events e WHERE subject = $1 AND seq > $2 ORDER BY seq LIMIT $3`
      return (await query<EventRow>(events, [id, Math.max(afterSeq, 0), limit])).map(eventOf)
    },

    async events({ state, subjectId, before, limit }: EventQuery) {
      const { at, subjectId: subject = '', seq = 0 } = before ?? {}
      const values = [at?.getTime() ?? Number.MAX_SAFE_INTEGER, subject, seq, limit]
      const rows = await query<ListedRow>(
        `SELECT subject, ${FACTS_COLUMNS}, dead, attempt, due, failure FROM ${schema}.events e
         WHERE seq > 0 AND (at, subject, seq) < ($1, $2, $3)
           ${state === undefined ? '' : `AND ${STATES[state]}`} ${subjectId === undefined ? '' : 'AND subject = $5'}
         ORDER BY at DESC, subject DESC, seq DESC LIMIT $4`,
        subjectId === undefined ? values : [...values, subjectId],
      )
      return rows.map(({ subject, dead, attempt, due, failure, ...event }) => {
        const delivery = { dead: Boolean(dead), attempt, dueMs: Number(due), failure }
        return listedEvent(subject, factsOf(event), due === null ? undefined : delivery)
      })
    },

    async rows({ kind, reference, address, inReview, before, limit }: RowQuery) {
      const values: unknown[] = [
        kind,
        before?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
        before?.id ?? '',
        limit,
      ]
      const equals = (column: string, value: string | undefined) =>
        value === undefined ? [] : [`${column} = $${values.push(value)}`]
      const found = [
        ...equals('reference', reference),
        ...equals('address', address),
        ...(inReview ? ['in_review'] : []),
      ]
      // Postgres and SQLite use a partial index only for a statement that names its condition.
      const where = found.length > 0 ? found : [LISTED]
      const rows = await query<StoredRow>(
        `SELECT * FROM ${schema}.rows WHERE kind = $1 AND ${where.join(' AND ')} AND (created, id) < ($2, $3)
         ORDER BY created DESC, id DESC LIMIT $4`,
        values,
      )
      return rows.map(rowOf)
    },

    async outbox(): Promise<OutboxState> {
      const [row] = await query<
        Record<'waiting' | 'set_aside' | 'oldest' | 'dead' | 'in_review', Long | null>
      >(
        `SELECT COUNT(*) FILTER (WHERE NOT dead) AS waiting, COUNT(*) FILTER (WHERE NOT dead AND aside) AS set_aside,
           MIN(at) FILTER (WHERE NOT dead) AS oldest, COUNT(*) FILTER (WHERE dead) AS dead,
           (SELECT COUNT(*) FROM ${schema}.rows WHERE in_review) AS in_review
         FROM ${schema}.events WHERE due IS NOT NULL AND seq > 0`,
        [],
      )
      const { waiting = 0, set_aside = 0, oldest = null, dead = 0, in_review = 0 } = row ?? {}
      return {
        waiting: Number(waiting),
        setAside: Number(set_aside),
        oldestAt: oldest === null ? null : new Date(Number(oldest)),
        dead: Number(dead),
        inReview: Number(in_review),
      }
    },
  }
}
