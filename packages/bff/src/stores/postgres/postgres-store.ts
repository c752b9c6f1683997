import type { Client, ClientConfig, Pool } from 'pg'
import { claimId, readClaimId } from '../../kernel/store/claim-id.js'
import { isPaidEvent } from '../../kernel/store/paid-event.js'
import type { AppendOutcome, Delivery, OrderWrite, Store } from '../../kernel/store/store.js'
import { DUE_RANGES, triedAtOf, UNTRIED } from '../sql/deliveries.js'
import { EVENT_COLUMNS, type EventRow, eventOf, subjectRow } from '../sql/rows.js'
import { createReads, type Query } from '../sql/sql-reads.js'
import { pruneInSteps, type RetentionOptions } from '../sql/sql-retention.js'
import { createCombiner } from './combiner.js'
import { loadPg } from './load-pg.js'
import { createHints } from './postgres-hints.js'
import { foundBy, migrate, referenceOf } from './postgres-schema.js'

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

/** A claimed delivery and its event, if it has one. */
type DeliveryRow = {
  id: string
  subject: string
  attempt: number
  tried_at: string
  failed_alone: number
} & (EventRow | { seq: null })

/** The parameters of the functions that write, in their order. */
const ORDER_TYPES = ['text', 'bigint', 'text']
const PUT_TYPES = [...ORDER_TYPES, 'text', 'text', 'bigint', 'text', 'text', 'text', 'bigint']
const APPEND_TYPES = [
  ...ORDER_TYPES,
  ...['text', 'text', 'text', 'text', 'bigint', 'text', 'bytea', 'boolean', 'boolean', 'boolean'],
  ...['integer', 'text', 'text'],
]
/** At most a megabyte, because a webhook has at most 64 kilobytes. */
const EVENTS_AT_ONCE = 16

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
      await migrate(client, schema)
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
    return pool.query<Row>(text, values.map(storable))
  }
  const query: Query = async (text, values) => (await run<never>(text, values)).rows

  /** Calls a function of the schema that locks a row. Calls that wait for the same row are one statement. */
  function lockingCall<Outcome>(name: string, types: readonly string[], most: number) {
    const [columns, arrays] = [types.map((_, n) => `c${n}`), types.map((type, n) => `$${n + 1}::${type}[]`)]
    const text = `SELECT ${schema}.${name}(${columns}) AS outcome FROM unnest(${arrays}) AS c(${columns})`
    return createCombiner(async (calls: readonly (readonly unknown[])[]) => {
      const parameters = types.map((_, n) => calls.map((values) => values[n]))
      return (await query<{ outcome: Outcome }>(text, parameters)).map(({ outcome }) => outcome)
    }, most)
  }
  const putSubject = lockingCall<Awaited<ReturnType<Store['put']>>>('put_subject', PUT_TYPES, 1)
  const appendEvent = lockingCall<AppendOutcome>('append_event', APPEND_TYPES, EVENTS_AT_ONCE)
  const count = createCombiner(
    async ([values = []]: readonly unknown[][]) => [await query(countIn(schema), values)],
    1,
  )
  const hints = createHints({ query, connectionString, schema, pollMs, listens, onTrouble })
  const retention: RetentionOptions = {
    query,
    schema,
    rowsAtOnce: PRUNE_ROWS,
    orphans: {
      table: 'cursors',
      id: 'subject',
      time: 'last_at',
      isOld: `NOT EXISTS (SELECT FROM ${schema}.subjects s WHERE s.id = o.subject)`,
    },
    referenceOf: referenceOf(schema),
    tables: ['cursors'],
  }
  const parameters = (order: OrderWrite | undefined) => [
    order?.reference,
    order?.sequence,
    order?.state && JSON.stringify(order.state),
  ]

  // Each statement is atomic by itself, so none needs a transaction.
  return {
    ...createReads(query, schema, foundBy(schema)),

    put(subject, { slot, replaces, wakeAt, order } = {}) {
      return putSubject(order ? `order ${order.reference}` : subject.id, [
        ...parameters(order),
        ...subjectRow(subject),
        slot,
        replaces,
        wakeAt?.getTime(),
      ])
    },

    async append(id, { key, hash, type, at, facts, body, deliver }, { order, reduction } = {}) {
      const outcome = await appendEvent(order ? `order ${order.reference}` : id, [
        ...parameters(order),
        id,
        key,
        hash,
        type,
        at.getTime(),
        JSON.stringify(facts),
        body && Buffer.from(body),
        deliver,
        isPaidEvent(facts),
        // Only charges without an order may be unpaid ones of strangers.
        !order && facts.evidence !== undefined,
        reduction?.stored.seq,
        reduction && JSON.stringify(reduction.stored),
        reduction && JSON.stringify(reduction.conflict),
      ])
      if (outcome === 'stored' || outcome === 'conflict') hints.notify(id)
      return outcome
    },

    async reduce(id, reduction) {
      // It may have been erased since its events were read.
      await query(`SELECT ${schema}.reduce($1, $2, $3) FROM ${schema}.subjects WHERE id = $1`, [
        id,
        reduction.seq,
        JSON.stringify(reduction),
      ])
    },

    watch: hints.watch,

    async claim(lane, limit, leaseMs, now) {
      const columns = 'id, tried_at, failed_alone'
      // A range is read only if those before it have fewer rows than the limit.
      const ranges = DUE_RANGES[lane].map(
        (range, index) => `range${index} AS (
          SELECT ${columns} FROM ${schema}.deliveries
          WHERE first AND NOT dead AND due <= $1 AND leased_until <= ${CLOCK} AND ${range}
          ORDER BY due, id LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      )
      const due = ranges.map((_, index) => `SELECT ${columns}, ${index} AS range FROM range${index}`)
      const rows = await query<DeliveryRow>(
        `WITH ${ranges.join(', ')}, due AS (${due.join(' UNION ALL ')} LIMIT $3), claimed AS (
           UPDATE ${schema}.deliveries d
           SET leased_until = ${CLOCK} + $2, attempt = attempt + 1, tried_at = $1
           FROM due WHERE d.id = due.id
           RETURNING d.id, d.subject, d.seq, d.attempt, due.tried_at, due.failed_alone, due.range, d.due
         )
         SELECT c.id, c.subject, c.attempt, c.tried_at, c.failed_alone, ${EVENT_COLUMNS} FROM claimed c
         LEFT JOIN ${schema}.events e ON e.subject = c.subject AND e.seq = c.seq
         ORDER BY c.range, c.due, c.id`,
        [now.getTime(), leaseMs, limit],
      )
      return rows.map(({ id, subject, attempt, tried_at, failed_alone, ...row }): Delivery => {
        const event = row.seq === null ? null : eventOf(row)
        const tried = { attempt, triedAt: triedAtOf(tried_at), failedAlone: failed_alone }
        return { id: claimId(id, attempt), subjectId: subject, event, ...tried }
      })
    },

    async renew(deliveryIds, leaseMs) {
      const claims = deliveryIds.map(readClaimId)
      // A delivery that waits for its next attempt is not leased.
      await query(
        `UPDATE ${schema}.deliveries d SET leased_until = ${CLOCK} + $3
         FROM unnest($1::bigint[], $2::integer[]) AS c(id, attempt)
         WHERE d.id = c.id AND d.attempt = c.attempt AND leased_until > 0`,
        [claims.map(([delivery]) => delivery), claims.map(([, attempt]) => attempt), leaseMs],
      )
    },

    async finish(deliveryId, outcome) {
      const claim = readClaimId(deliveryId)
      const isClaim = 'id = $1 AND attempt = $2'
      const done = `DELETE FROM ${schema}.deliveries WHERE ${isClaim}`
      const doneWithoutBody = `
        WITH done AS (${done} RETURNING subject, seq)
        UPDATE ${schema}.events e SET body = NULL FROM done WHERE e.subject = done.subject AND e.seq = done.seq`
      const change = (columns: string, ...values: unknown[]) => {
        const failure = outcome.status === 'done' ? undefined : outcome.failure
        const noted = `failure = COALESCE($3, failure), ${columns}`
        return query(`UPDATE ${schema}.deliveries SET ${noted} WHERE ${isClaim}`, [
          ...claim,
          failure,
          ...values,
        ])
      }
      switch (outcome.status) {
        case 'done':
          await query(outcome.dropBody ? doneWithoutBody : done, claim)
          return
        case 'retry': {
          const { at, failedAlone = 0, setAside = false } = outcome
          const columns = `due = $4, failed_alone = $5, set_aside = $6, leased_until = 0`
          await change(columns, at.getTime(), failedAlone, setAside)
          return
        }
        case 'dead':
          await change('dead = true')
          return
        default:
          outcome satisfies never
      }
    },

    async revive(now) {
      const revive = `UPDATE ${schema}.deliveries SET due = $1, ${UNTRIED} WHERE dead OR set_aside`
      return (await run(revive, [now.getTime()])).rowCount ?? 0
    },

    async redeliver(subjectId, seq, now) {
      const untried = `UPDATE ${schema}.deliveries SET ${UNTRIED} WHERE subject = $1 AND seq = $2 AND dead`
      await query(untried, [subjectId, seq])
      // A running delivery is not due before its lease ends.
      const found = await query(
        `INSERT INTO ${schema}.deliveries (subject, seq, due)
           SELECT subject, seq, $3 FROM ${schema}.events WHERE subject = $1 AND seq = $2
         ON CONFLICT (subject, seq) WHERE seq > 0
           DO UPDATE SET due = excluded.due
         RETURNING id`,
        [subjectId, seq, now.getTime()],
      )
      return found.length === 1
    },

    async take(key, limit, windowMs, now) {
      // The statement counts the first request of a window without checking the limit.
      if (limit < 1) return { allowed: false, retryAfterMs: windowMs }
      const nowMs = now.getTime()
      const counted = await count(key, [key, nowMs, windowMs, limit])
      if (counted.length > 0) return { allowed: true, retryAfterMs: 0 }
      const window = `SELECT ends_at FROM ${schema}.windows WHERE key = $1`
      const [{ ends_at = nowMs } = {}] = await query<{ ends_at: string }>(window, [key])
      return { allowed: false, retryAfterMs: Math.max(Number(ends_at) - nowMs, 1) }
    },

    async prune(limits) {
      for await (const _ of pruneInSteps(retention, limits));
      const windows = `DELETE FROM ${schema}.windows WHERE key IN (
        SELECT key FROM ${schema}.windows WHERE ends_at < $1 ORDER BY ends_at LIMIT ${PRUNE_ROWS}) RETURNING key`
      while ((await query(windows, [Date.now() - DAY_MS])).length === PRUNE_ROWS);
    },

    async erase(id) {
      await query(
        `WITH erased AS (SELECT ${referenceOf(schema)} AS reference FROM ${schema}.subjects WHERE id = $1),
           o AS (DELETE FROM ${schema}.orders o USING erased WHERE o.reference = erased.reference
             AND NOT EXISTS (
               SELECT FROM ${schema}.subjects WHERE ${referenceOf(schema)} = erased.reference AND id <> $1)),
           a AS (DELETE FROM ${schema}.subjects WHERE id = $1),
           b AS (DELETE FROM ${schema}.slots WHERE subject = $1),
           c AS (DELETE FROM ${schema}.events WHERE subject = $1),
           d AS (DELETE FROM ${schema}.deliveries WHERE subject = $1),
           e AS (DELETE FROM ${schema}.states WHERE subject = $1)
         DELETE FROM ${schema}.cursors WHERE subject = $1`,
        [id],
      )
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
  await withClient(config, (client) => migrate(client, schema))
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

/** Counts a request, and returns a row if it is within the limit. */
function countIn(schema: string): string {
  // A window that ends later than one beginning now would is from before the clock was set back.
  const isOpen = 'w.ends_at > $2 AND w.ends_at <= $2::bigint + $3'
  return `INSERT INTO ${schema}.windows AS w VALUES ($1, $2::bigint + $3::bigint, 1)
    ON CONFLICT (key) DO UPDATE SET
      taken = CASE WHEN ${isOpen} THEN w.taken + 1 ELSE 1 END,
      ends_at = CASE WHEN ${isOpen} THEN w.ends_at ELSE $2::bigint + $3 END
    WHERE w.taken < $4 OR NOT (${isOpen})
    RETURNING taken`
}

/** Postgres does not support U+0000 in a text. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}
