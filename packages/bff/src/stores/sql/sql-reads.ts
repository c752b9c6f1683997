import { listedEvent } from '../../kernel/store/listed-event.js'
import type { Reduction } from '../../kernel/store/reduction.js'
import type {
  EventQuery,
  EventState,
  OrderCharge,
  OrderState,
  OutboxState,
  StoredOrder,
  StoredState,
  SubjectQuery,
} from '../../kernel/store/store.js'
import { MOST_UNPAID, newestChargeFirst } from '../../kernel/store/stored-order.js'
import type { ChargeSubject, Subject } from '../../kernel/store/subject.js'
import {
  EVENT_COLUMNS,
  type EventRow,
  eventOf,
  FACTS_COLUMNS,
  type FactsRow,
  factsOf,
  HEAD_COLUMNS,
  type HeadRow,
  headOf,
  subjectOf,
} from './rows.js'

/** Later than every time in ISO 8601. */
const END_OF_TIME = '~'

/** Runs a statement with the parameters `$1`, `$2` …. */
export type Query = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>

interface ListedRow extends FactsRow {
  subject: string
  /** The columns of its delivery; null if it is delivered. */
  dead: number | boolean | null
  attempt: number
  due: number | string
  failure: string | null
}

/** The SQL of what lists of subjects are found by, each as an index has it. */
export interface FoundBy {
  /** The reference whose order a subject belongs to. */
  order: string
  /** ISO 8601: when a subject was created. */
  createdAt: string
  /** The reference of a charge or session. */
  reference: string
  /** The recipient of a charge, or the destination of a session. */
  address: string
  /** Whether a state, of `states`, needs a review. */
  inReview: string
}

/** The stored kinds of each kind that is listed, as the indexes have them. */
export const LISTED = {
  charge: "kind IN ('charge', 'unpaid')",
  ramp: "kind = 'ramp'",
  intent: "kind = 'intent'",
}

/** A charge of an order with one of its events, or with nulls if it has none. */
type ChargeRow = { charge: string; id: string } & (EventRow | { seq: null })

/** A stored state with one of the events after it, or with nulls if there is none. */
type StateRow = { reduction: string | null } & (HeadRow | { seq: null })

/**
 * The queries that SQLite and Postgres answer alike, on the tables of a schema.
 *
 * @param foundBy the SQL of what lists are found by.
 */
export function createReads(query: Query, schema: string, foundBy: FoundBy) {
  const isDelivery = 'd.subject = e.subject AND d.seq = e.seq'
  const events = `${schema}.events e LEFT JOIN ${schema}.deliveries d ON ${isDelivery} WHERE`
  // Few events are in the outbox. SQLite reads the tables of a cross join in their order.
  const inOutbox = `${schema}.deliveries d CROSS JOIN ${schema}.events e WHERE ${isDelivery} AND`
  const eventsOfState: Record<EventState | 'any', string> = {
    any: events,
    delivered: `${events} d.id IS NULL AND`,
    waiting: `${inOutbox} NOT d.dead AND`,
    dead: `${inOutbox} d.dead AND`,
  }

  return {
    async get(id: string) {
      const rows = await query<{ data: string }>(`SELECT data FROM ${schema}.subjects WHERE id = $1`, [id])
      return subjectOf(rows[0])
    },

    async holder(slot: string) {
      const holder = `SELECT subject FROM ${schema}.slots WHERE slot = $1`
      const subject = `SELECT data FROM ${schema}.subjects WHERE id = (${holder})`
      return subjectOf((await query<{ data: string }>(subject, [slot]))[0])
    },

    async read(id: string, afterSeq: number, limit?: number) {
      const events = `SELECT ${EVENT_COLUMNS} FROM ${schema}.events e WHERE subject = $1 AND seq > $2 ORDER BY seq`
      const rows =
        limit === undefined
          ? await query<EventRow>(events, [id, afterSeq])
          : await query<EventRow>(`${events} LIMIT $3`, [id, afterSeq, limit])
      return rows.map(eventOf)
    },

    async heads(id: string, key?: string) {
      const heads = `SELECT ${HEAD_COLUMNS} FROM ${schema}.events e WHERE subject = $1`
      const rows =
        key === undefined
          ? await query<HeadRow>(`${heads} ORDER BY seq`, [id])
          : await query<HeadRow>(`${heads} AND key = $2 ORDER BY seq`, [id, key])
      return rows.map(headOf)
    },

    async state(id: string): Promise<StoredState> {
      const rows = await query<StateRow>(
        `SELECT s.data AS reduction, ${HEAD_COLUMNS}
         FROM (SELECT CAST($1 AS TEXT) AS subject) w LEFT JOIN ${schema}.states s ON s.subject = w.subject
         LEFT JOIN ${schema}.events e ON e.subject = w.subject AND e.seq > COALESCE(s.seq, 0)
         ORDER BY e.seq`,
        [id],
      )
      const stored = rows[0]?.reduction ?? null
      return {
        reduction: stored === null ? null : (JSON.parse(stored) as Reduction),
        later: rows.flatMap(({ reduction: _, ...row }) => (row.seq === null ? [] : headOf(row))),
      }
    },

    async order(reference: string): Promise<StoredOrder> {
      const stateOf = `SELECT sequence, data FROM ${schema}.orders WHERE reference = $1`
      const [order] = await query<{ sequence: number | string; data: string }>(stateOf, [reference])
      const ofOrder = `FROM ${schema}.subjects WHERE ${foundBy.order} = $1 AND kind =`
      const rows = await query<ChargeRow>(
        // A join, because Postgres would read all payments to evaluate EXISTS.
        `WITH own AS (SELECT id, data, watch_until ${ofOrder} 'charge')
         SELECT own.id, own.data AS charge, ${EVENT_COLUMNS}
         FROM own LEFT JOIN ${schema}.events p ON p.subject = own.id AND p.type = 'charge.paid'
         LEFT JOIN ${schema}.events e ON e.subject = own.id
         WHERE p.subject IS NOT NULL
           OR own.id IN (SELECT id FROM own ORDER BY watch_until DESC LIMIT ${MOST_UNPAID})
         ORDER BY e.seq`,
        [reference],
      )
      const charges = new Map<string, OrderCharge>()
      for (const { id, charge, ...row } of rows) {
        const known = charges.get(id) ?? { charge: JSON.parse(charge) as ChargeSubject, events: [] }
        if (row.seq !== null) known.events.push(eventOf(row))
        charges.set(id, known)
      }
      return {
        sequence: Number(order?.sequence ?? 0),
        state: order ? (JSON.parse(order.data) as OrderState) : null,
        charges: [...charges.values()].sort(newestChargeFirst),
      }
    },

    async events({ state, subjectId, before, limit }: EventQuery) {
      const { at, subjectId: subject = '', seq = 0 } = before ?? {}
      const from = [at?.getTime() ?? Number.MAX_SAFE_INTEGER, subject, seq, limit]
      const rows = await query<ListedRow>(
        `SELECT e.subject, ${FACTS_COLUMNS}, d.dead, d.attempt, d.due, d.failure
         FROM ${eventsOfState[state ?? 'any']} (e.at, e.subject, e.seq) < ($1, $2, $3)
           AND (e.type LIKE 'charge.%' OR e.type LIKE 'ramp.%' OR e.type LIKE 'webhook.%')
           ${subjectId === undefined ? '' : 'AND e.subject = $5'}
         ORDER BY e.at DESC, e.subject DESC, e.seq DESC LIMIT $4`,
        subjectId === undefined ? from : [...from, subjectId],
      )
      return rows.map(({ subject, dead, attempt, due, failure, ...event }) => {
        const delivery = { dead: Boolean(dead), attempt, dueMs: Number(due), failure }
        return listedEvent(subject, factsOf(event), dead === null ? undefined : delivery)
      })
    },

    async subjects({ before, limit, ...asked }: SubjectQuery) {
      const { kind, reference } = asked
      const values: unknown[] = [before?.createdAt ?? END_OF_TIME, before?.id ?? '', limit]
      const equals = (column: string, value: string) => `AND ${column} = $${values.push(value)}`
      const ofReference =
        reference === undefined
          ? ''
          : equals(kind === 'intent' ? foundBy.order : foundBy.reference, reference)
      const ofAddress =
        kind === 'intent' || asked.address === undefined ? '' : equals(foundBy.address, asked.address)
      // Few sessions are in review, so these are found first.
      const inReview = `WITH found AS MATERIALIZED (SELECT s.* FROM ${schema}.states r
        JOIN ${schema}.subjects s ON s.id = r.subject WHERE ${foundBy.inReview})`
      const isOfFew = kind === 'ramp' && asked.inReview
      const { createdAt } = foundBy
      const rows = await query<{ data: string }>(
        `${isOfFew ? inReview : ''}
         SELECT data FROM ${isOfFew ? 'found' : `${schema}.subjects`}
         WHERE ${LISTED[kind]} ${ofReference} ${ofAddress}
           AND ${createdAt} <= $1 AND (${createdAt} < $1 OR id < $2)
         ORDER BY ${createdAt} DESC, id DESC LIMIT $3`,
        values,
      )
      return rows.map(({ data }) => JSON.parse(data) as Subject)
    },

    async outbox(): Promise<OutboxState> {
      const [row] = await query<
        Record<'waiting' | 'set_aside' | 'oldest' | 'dead' | 'in_review', number | string | null>
      >(
        `SELECT COUNT(*) FILTER (WHERE NOT dead) AS waiting, COUNT(*) FILTER (WHERE NOT dead AND set_aside) AS set_aside,
           MIN(e.at) FILTER (WHERE NOT dead) AS oldest, COUNT(*) FILTER (WHERE dead) AS dead,
           (SELECT COUNT(*) FROM ${schema}.states r WHERE ${foundBy.inReview}) AS in_review
         FROM ${schema}.deliveries d JOIN ${schema}.events e ON ${isDelivery}`,
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
