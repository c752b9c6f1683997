import type { Client, ClientConfig, Pool } from 'pg'
import { claimId, readClaimId } from '../../kernel/store/claim-id.js'
import { type Count, type Delivery, newVersion, type Store } from '../../kernel/store/store.js'
import { DUE_RANGES, triedAtOf } from '../sql/deliveries.js'
import {
  EVENT_COLUMNS,
  type EventRow,
  eventOf,
  type HeadRow,
  headOf,
  rowOf,
  type StoredRow,
} from '../sql/rows.js'
import { createReads, type Query } from '../sql/sql-reads.js'
import { pruneInSteps } from '../sql/sql-retention.js'
import { loadPg } from './load-pg.js'
import { createHints } from './postgres-hints.js'
import { CHANGED, createTables } from './postgres-schema.js'

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /**
   * `postgres://user:password@host/database`. With `pgbouncer=true` in its query the store works behind a pooler in
   * transaction mode, such as PgBouncer or that of a serverless platform: it finds events of other instances by polling
   * alone.
   */
  connectionString: string
  /** The schema of the tables; missing tables are created. @default 'leyden' */
  schema?: string | undefined
  /** Maximum number of connections of this instance, without the one for listening. @default 10 */
  maxConnections?: number | undefined
  /** The polling interval for events of other instances whose notification got lost, in milliseconds. @default 2_000 */
  pollMs?: number | undefined
  /** The logger for warnings about lost connections, from which the store recovers by itself. */
  onTrouble?: ((error: unknown) => void) | undefined
}

/** A claimed delivery with its event. */
type DeliveryRow = EventRow & {
  position: string
  subject: string
  attempt: number
  tried_at: string | null
  failed_alone: number
}

const WAIT_MS = 5_000
const DAY_MS = 86_400_000
const PRUNE_ROWS = 500
/** The server's clock in Unix milliseconds. The clocks of several instances differ too much for leases. */
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
/**
 * A store for several instances: all of them see the same charges, share the outbox and count limits together. On its
 * first use it connects, and creates missing tables.
 *
 * The server's `synchronous_commit` makes events durable; the store refuses a database without it.
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  const { connectionString, schema = 'leyden', maxConnections = 10, pollMs = 2_000 } = options
  const { onTrouble = () => {} } = options
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    throw new Error('The schema must be a name of lower-case letters, digits and underscores.')
  const listens = !/[?&]pgbouncer=true(&|$)/.test(connectionString)
  let opened: Promise<Pool> | undefined

  async function open(): Promise<Pool> {
    const shared = { connectionString, connectionTimeoutMillis: WAIT_MS, query_timeout: 2 * WAIT_MS }
    await withClient(shared, async (client) => {
      const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit')
      if (rows[0]?.synchronous_commit === 'off')
        throw new Error(
          'The database has synchronous_commit off, so it would lose acknowledged events. Set synchronous_commit = on.',
        )
      await createTables(client, schema)
    })
    const { Pool } = await loadPg()
    const pool = new Pool({ ...shared, max: maxConnections, keepAlive: true, allowExitOnIdle: true })
    return pool.on('error', onTrouble)
  }

  async function run<Row extends object>(text: string, values: readonly unknown[]) {
    opened ??= open().catch((error: unknown) => {
      // The database may be available at the next attempt.
      opened = undefined
      throw error
    })
    const pool = await opened
    return pool.query<Row>(text, [...values])
  }
  /** The texts of statements with short parameters may have come from anywhere. */
  const query: Query = async (text, values) => (await run<never>(text, values)).rows
  const queryBy: Query = (text, values) => query(text, values.map(storable))
  const counters = singleFile()
  const hints = createHints({ query, connectionString, schema, pollMs, listens, onTrouble })

  // Each statement is atomic by itself, so none needs a transaction.
  return {
    ...createReads(queryBy, schema),

    async get(ids, events) {
      // One statement sees one moment. No commit lies between the rows and the events that they were decided by.
      const rows = await query<StoredRow & { of: string | null } & HeadRow>(
        `SELECT NULL AS of, r.*, NULL::text AS key, NULL AS hash, NULL AS type, NULL::bigint AS at, false AS conflict,
           NULL AS facts, 0 AS bytes FROM ${schema}.rows r WHERE r.id = ANY ($1)
         UNION ALL SELECT e.subject, '', 0, e.seq, '', '', 0, 0, NULL, NULL, false, '', e.key, e.hash, e.type, e.at,
           e.conflict, e.facts, COALESCE(LENGTH(e.body), 0) FROM ${schema}.events e
           WHERE e.subject = $2 AND e.seq > 0 AND ($3::text[] IS NULL OR e.key = ANY ($3)) ORDER BY seq`,
        [storable(ids), storable(events?.of), storable(events?.keys)],
      )
      const found = new Map(rows.filter(({ of }) => of === null).map((row) => [row.id, rowOf(row)]))
      return {
        rows: ids.map((id) => found.get(String(storable(id))) ?? null),
        events: rows.flatMap(({ of, seq, key, hash, type, at, conflict, facts, bytes }) =>
          of === null ? [] : headOf({ seq, key, hash, type, at, conflict, facts, bytes }),
        ),
      }
    },

    async commit({ expect, put = [], erase = [], events = [], wake = {} }) {
      const added = (id: string) => events.filter(({ subjectId }) => subjectId === id).length
      const text = `SELECT ${schema}.commit($1, $2, $3, $4, $5, $6, $7) AS changed`
      try {
        const [{ changed = null } = {}] = await query<{ changed: string | null }>(text, [
          jsonById(expect),
          newVersion(),
          jsonOf(
            put.map(({ id, kind, keep, untilMs, createdAtMs, reference, address, inReview, data }) => ({
              ...{ id, kind, keep, until: untilMs, created: createdAtMs, reference, address },
              ...{ review: inReview ?? false, added: added(id), data: JSON.stringify(data) },
            })),
          ),
          storable(erase),
          jsonOf(
            events.map(({ subjectId, key, hash, type, at, conflict, facts, deliver, urgent }) => ({
              ...{ subject: subjectId, key, hash, type, at: at.getTime(), conflict, urgent },
              ...{ facts: JSON.stringify(facts), due: deliver ? at.getTime() : null },
            })),
          ),
          events.map(({ body }) => body && Buffer.from(body)),
          jsonById(wake),
        ])
        if (changed !== null) return { changed }
      } catch (error) {
        const { code, detail } = error as { code?: string; detail?: string }
        if (code === CHANGED) return { changed: detail }
        throw error
      }
      for (const { subjectId } of events) hints.notify(subjectId)
      return {}
    },

    watch: hints.watch,

    async claim(lane, limit, leaseMs, now) {
      const columns = 'position, tried_at'
      // A range is read only if those before it have fewer rows than the limit.
      const ranges = DUE_RANGES[lane].map(
        (range, index) => `range${index} AS (
          SELECT ${columns} FROM ${schema}.events
          WHERE head AND due <= $1 AND leased_until <= ${CLOCK} AND ${range}
          ORDER BY due, position LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      )
      const due = ranges.map((_, index) => `SELECT ${columns}, ${index} AS range FROM range${index}`)
      const rows = await query<DeliveryRow>(
        `WITH ${ranges.join(', ')}, first AS (${due.join(' UNION ALL ')} LIMIT $3), claimed AS (
           UPDATE ${schema}.events e
           SET leased_until = ${CLOCK} + $2, attempt = attempt + 1, tried_at = $1
           FROM first WHERE e.position = first.position
           RETURNING e.position, e.subject, e.attempt, first.tried_at, e.failed_alone, first.range, e.due, ${EVENT_COLUMNS}
         )
         SELECT * FROM claimed ORDER BY range, due, position`,
        [now.getTime(), leaseMs, limit],
      )
      return rows.map(({ position, subject, attempt, tried_at, failed_alone, ...event }): Delivery => {
        const { seq, key, hash, type, at, conflict, facts, body } = event
        return {
          id: claimId(position, attempt),
          subjectId: subject,
          event: seq === 0 ? null : eventOf({ seq, key, hash, type, at, conflict, facts, body }),
          ...{ attempt, triedAt: triedAtOf(tried_at), failedAlone: failed_alone },
        }
      })
    },

    async renew(deliveryIds, leaseMs) {
      const claims = deliveryIds.map(readClaimId)
      // A delivery that waits for its next attempt is not leased.
      await query(
        `UPDATE ${schema}.events e SET leased_until = ${CLOCK} + $3
         FROM unnest($1::bigint[], $2::integer[]) AS c(position, attempt)
         WHERE e.position = c.position AND e.attempt = c.attempt AND leased_until > 0`,
        [claims.map(([position]) => position), claims.map(([, attempt]) => attempt), leaseMs],
      )
    },

    async finish(deliveryId, outcome) {
      const { at, failedAlone, setAside } = outcome.status === 'retry' ? outcome : {}
      const { failure } = outcome.status === 'done' ? {} : outcome
      const dropBody = outcome.status === 'done' && outcome.dropBody
      const values = [
        outcome.status,
        at?.getTime(),
        failedAlone ?? 0,
        setAside ?? false,
        failure,
        dropBody ?? false,
      ]
      await query(`SELECT ${schema}.finish($1, $2, $3, $4, $5, $6, $7, $8)`, [
        ...readClaimId(deliveryId),
        ...values,
      ])
    },

    async redeliver(now, event) {
      const text = `SELECT ${schema}.redeliver($1, $2, $3) AS number`
      const [row] = await query<{ number: number }>(text, [now.getTime(), event?.subjectId, event?.seq])
      return row?.number ?? 0
    },

    async take(counts, now) {
      const of = <Name extends keyof Count>(name: Name) => counts.map((count) => count[name])
      const text = `SELECT * FROM ${schema}.take($1, $2, $3, $4)`
      const values = [now.getTime(), of('key'), of('limit'), of('windowMs')]
      // A count that everybody shares would else take every connection while its callers wait for each other.
      const take = () => query<{ used_up: string | null; ends_at: string }>(text, values)
      const [row] = await counters(counts[0]?.key ?? '', take)
      if (!row || row.used_up === null) return null
      return { key: row.used_up, retryAfterMs: Number(row.ends_at) - now.getTime() }
    },

    async prune(before) {
      const steps = pruneInSteps({ query, schema, rowsAtOnce: PRUNE_ROWS }, before)
      while (!(await steps.next()).done);
      await query(`DELETE FROM ${schema}.counts WHERE ends < $1`, [Date.now() - DAY_MS])
    },

    async close() {
      await hints.close()
      const pool = await opened?.catch(() => undefined)
      await pool?.end()
    },
  }
}

/**
 * Creates the tables, as the store does on its first use: for a connection that the store does not use, such as one
 * without a pooler.
 *
 * @throws Error for tables of another version.
 * @example
 * await migratePostgres({ connectionString: process.env.DIRECT_DATABASE_URL })
 */
export async function migratePostgres({
  connectionString,
  schema = 'leyden',
}: Pick<PostgresStoreOptions, 'connectionString' | 'schema'>): Promise<void> {
  const config = { connectionString, connectionTimeoutMillis: WAIT_MS }
  await withClient(config, (client) => createTables(client, schema))
}

async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { Client } = await loadPg()
  const client = new Client(config)
  // The statement that runs fails too.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Lets the calls about one key follow each other. */
function singleFile() {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(key: string, call: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(key) ?? Promise.resolve()).then(call, call)
    last.set(key, result)
    const forget = () => last.get(key) === result && last.delete(key)
    result.then(forget, forget)
    return result
  }
}

/** Postgres supports neither U+0000 nor half of a surrogate pair in a text. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? value.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd') : value
}

/** Objects as a parameter. A text in them that is JSON has nothing that Postgres does not support. */
function jsonOf(objects: readonly object[]): string {
  return JSON.stringify(objects, (_, value) => storable(value))
}

function jsonById(values: Readonly<Record<string, number>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([id, value]) => [storable(id), value])),
  )
}
