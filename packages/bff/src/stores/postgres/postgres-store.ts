import type { Client, ClientConfig, Pool } from 'pg'
import { claimId, readClaimId } from '../../kernel/store/claim-id.js'
import type { AppendOutcome, Delivery, DeliveryLane, OrderWrite, Store } from '../../kernel/store/store.js'
import { EVENT_COLUMNS, type EventRow, eventOf, subjectRow } from '../sql/rows.js'
import { createReads, type Query } from '../sql/sql-reads.js'
import { pruneInSteps, type RetentionOptions } from '../sql/sql-retention.js'
import { loadPg } from './load-pg.js'
import { createHints } from './postgres-hints.js'
import { migrate, NEWEST_SCHEMA, referenceOf } from './postgres-schema.js'

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host/database`. */
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
type DeliveryRow = { id: string; subject: string; attempt: number } & (EventRow | { seq: null })

const WAIT_MS = 5_000
const DAY_MS = 86_400_000
const PRUNE_ROWS = 500
/** The server's clock in Unix milliseconds. The clocks of several instances differ too much for leases. */
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
const LANES: Record<DeliveryLane, string> = { event: 'first AND seq > 0', wake: 'seq = 0' }

/**
 * A store for several instances: all of them see the same charges, share the outbox and count limits together. On its
 * first use it connects, and creates or upgrades its tables.
 *
 * The server's `synchronous_commit` makes events durable; the store refuses a database without it.
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  const { connectionString, schema = 'leyden', maxConnections = 10, pollMs = 2_000 } = options
  const { onTrouble = () => {} } = options
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    throw new Error('The schema must be a name of lower-case letters, digits and underscores.')
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

  const hints = createHints({ query, connectionString, schema, pollMs, onTrouble })
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
    ...createReads(query, schema, referenceOf(schema)),

    async put(subject, { slots = [], wakeAt, order } = {}) {
      const [row] = await query<{ outcome: 'stored' | 'id_taken' | 'slot_taken' | 'order_changed' }>(
        `SELECT ${schema}.store_subject($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS outcome`,
        [
          ...parameters(order),
          ...subjectRow(subject, order),
          slots.map(({ slot }) => storable(slot)),
          slots.map(({ replaces }) => replaces),
          wakeAt?.getTime(),
        ],
      )
      return row?.outcome ?? 'id_taken'
    },

    async append(id, { key, hash, type, at, facts, body, deliver }, { order, reduction } = {}) {
      const event = [
        id,
        key,
        hash,
        type,
        at.getTime(),
        JSON.stringify(facts),
        body && Buffer.from(body),
        deliver,
      ]
      // Only charges without an order may be unpaid ones of strangers.
      const states = [
        reduction?.stored.seq,
        reduction && JSON.stringify(reduction.stored),
        reduction && JSON.stringify(reduction.conflict),
      ]
      const isPaid = !order && facts.evidence !== undefined
      const [row] = await query<{ outcome: AppendOutcome }>(
        `WITH paid AS (UPDATE ${schema}.subjects SET kind = 'charge' WHERE id = $4 AND kind = 'unpaid' AND $15)
         SELECT ${schema}.append_reduced($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS outcome`,
        [...parameters(order), ...event, ...states, isPaid],
      )
      const outcome = row?.outcome ?? 'duplicate'
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

    async adoptLegacy(order, { intents, payments }) {
      const [row] = await query<{ adopted: boolean }>(
        `SELECT ${schema}.adopt_legacy($1, $2, $3, $4, $5, $6, $7) AS adopted`,
        [
          ...parameters(order),
          intents,
          payments.map(({ paymentHash }) => paymentHash),
          payments.map(({ seq }) => seq),
          payments.map(({ facts }) => JSON.stringify(facts)),
        ],
      )
      return row?.adopted ?? false
    },

    watch: hints.watch,

    async claim(lane, limit, leaseMs, now) {
      const rows = await query<DeliveryRow>(
        `WITH due AS (
           SELECT id FROM ${schema}.deliveries
           WHERE NOT dead AND ${LANES[lane]} AND due <= $1 AND leased_until <= ${CLOCK}
           ORDER BY due, id LIMIT $3 FOR UPDATE SKIP LOCKED
         ), claimed AS (
           UPDATE ${schema}.deliveries d SET leased_until = ${CLOCK} + $2, attempt = attempt + 1
           FROM due WHERE d.id = due.id RETURNING d.id, d.subject, d.seq, d.attempt, d.due
         )
         SELECT c.id, c.subject, c.attempt, ${EVENT_COLUMNS} FROM claimed c
         LEFT JOIN ${schema}.events e ON e.subject = c.subject AND e.seq = c.seq ORDER BY c.due, c.id`,
        [now.getTime(), leaseMs, limit],
      )
      return rows.map(({ id, subject, attempt, ...row }): Delivery => {
        const event = row.seq === null ? null : eventOf(row)
        return { id: claimId(id, attempt), subjectId: subject, attempt, event }
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
      const retry = `UPDATE ${schema}.deliveries SET due = $3, leased_until = 0 WHERE ${isClaim}`
      const dead = `UPDATE ${schema}.deliveries SET dead = true WHERE ${isClaim}`
      if (outcome.status === 'retry') await query(retry, [...claim, outcome.at.getTime()])
      else if (outcome.status === 'dead') await query(dead, claim)
      else await query(outcome.dropBody ? doneWithoutBody : done, claim)
    },

    async revive(now) {
      const dead = `UPDATE ${schema}.deliveries SET dead = false, attempt = 0, leased_until = 0, due = $1 WHERE dead`
      return (await run(dead, [now.getTime()])).rowCount ?? 0
    },

    async redeliver(subjectId, seq, now) {
      const found = await query(
        `INSERT INTO ${schema}.deliveries AS d (subject, seq, due)
           SELECT subject, seq, $3 FROM ${schema}.events WHERE subject = $1 AND seq = $2
         ON CONFLICT (subject, seq) WHERE seq > 0 DO UPDATE SET due = excluded.due, dead = false,
           attempt = CASE WHEN d.dead THEN 0 ELSE d.attempt END,
           -- A running delivery is not due before its lease ends.
           leased_until = CASE WHEN d.dead THEN 0 ELSE d.leased_until END
         RETURNING id`,
        [subjectId, seq, now.getTime()],
      )
      return found.length === 1
    },

    async take(key, limit, windowMs, now) {
      // The statement counts the first request of a window without checking the limit.
      if (limit < 1) return { allowed: false, retryAfterMs: windowMs }
      const nowMs = now.getTime()
      // A window that ends later than one beginning now would is from before the clock was set back.
      const isOpen = 'w.ends_at > $2 AND w.ends_at <= $2::bigint + $3'
      const counted = await query(
        `INSERT INTO ${schema}.windows AS w VALUES ($1, $2::bigint + $3::bigint, 1)
         ON CONFLICT (key) DO UPDATE SET
           taken = CASE WHEN ${isOpen} THEN w.taken + 1 ELSE 1 END,
           ends_at = CASE WHEN ${isOpen} THEN w.ends_at ELSE $2::bigint + $3 END
         WHERE w.taken < $4 OR NOT (${isOpen})
         RETURNING taken`,
        [key, nowMs, windowMs, limit],
      )
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
 * Migrates the tables to a version of the schema: the newest, or an earlier one for an earlier version of the package.
 * Keeps all data that both versions know.
 *
 * @throws Error for an unknown version.
 */
export async function migratePostgres(
  { connectionString, schema = 'leyden' }: Pick<PostgresStoreOptions, 'connectionString' | 'schema'>,
  to: number = NEWEST_SCHEMA,
): Promise<{
  /** The previous version of the schema. */
  from: number
  /** The new version of the schema. */
  to: number
}> {
  const config = { connectionString, connectionTimeoutMillis: WAIT_MS }
  return withClient(config, async (client) => ({ from: await migrate(client, schema, to), to }))
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

/** Postgres does not support U+0000 in a text. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}
