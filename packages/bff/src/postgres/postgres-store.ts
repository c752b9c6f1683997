import type { Pool } from 'pg'
import {
  claimId,
  type EventRow,
  eventOf,
  type ListedRow,
  listedOf,
  readClaimId,
  subjectOf,
  subjectRow,
} from '../store/rows.js'
import type { Delivery, DeliveryOutcome, Store } from '../store/store.js'
import { loadPg } from './load-pg.js'
import { createHints } from './postgres-hints.js'
import { migrate, NEWEST_SCHEMA } from './postgres-schema.js'
import { PRUNE_ROWS, statements } from './postgres-sql.js'

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

type DeliveryRow = { id: string; subject: string; attempt: number } & (
  | EventRow
  | { [K in keyof EventRow]: null }
)

const WAIT_MS = 5_000
const DAY_MS = 86_400_000

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
  const sql = statements(schema)
  let opened: Promise<Pool> | undefined

  async function open(): Promise<Pool> {
    const { Pool } = await loadPg()
    const pool = new Pool({
      connectionString,
      max: maxConnections,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: 2 * WAIT_MS,
      keepAlive: true,
      allowExitOnIdle: true,
    })
    pool.on('error', onTrouble)
    await prepare(pool).catch(async (error: unknown) => {
      await pool.end()
      throw error
    })
    return pool
  }

  async function prepare(pool: Pool): Promise<void> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit')
      if (rows[0]?.synchronous_commit === 'off')
        throw new Error(
          'The database has synchronous_commit off, so it would lose acknowledged events. Set synchronous_commit = on.',
        )
      await migrate(client, schema)
    } finally {
      client.release()
    }
  }

  async function query<Row extends object>(text: string, values: unknown[]) {
    opened ??= open().catch((error: unknown) => {
      // The database may be available at the next attempt.
      opened = undefined
      throw error
    })
    const pool = await opened
    return pool.query<Row>(text, values.map(storable))
  }

  const hints = createHints({
    notify: (channel, payload) => query('SELECT pg_notify($1, $2)', [channel, payload]),
    connectionString,
    channel: `leyden_${schema}`,
    readCursors: async (ids) => (await query<{ subject: string; last_seq: number }>(sql.cursors, [ids])).rows,
    pollMs,
    onTrouble,
  })

  /** Runs a retention statement batch by batch, and erases the subjects of rows that have an id. */
  async function pruneAll(find: string, before: Date): Promise<void> {
    for (let from = 0; ; ) {
      const { rows } = await query<{ id?: string; time: string }>(find, [before.getTime(), from])
      const ids = rows.flatMap(({ id }) => id ?? [])
      if (ids.length > 0) await query(sql.erase, [ids])
      if (rows.length < PRUNE_ROWS) return
      from = Math.max(...rows.map(({ time }) => Number(time)))
    }
  }

  return {
    async put(subject, { slot, replaces, wakeAt } = {}) {
      const values = [...subjectRow(subject), slot, replaces, wakeAt?.getTime()]
      const { rows } = await query<{ outcome: 'stored' | 'id_taken' | 'slot_taken' }>(sql.put, values)
      return rows[0]?.outcome ?? 'id_taken'
    },

    async get(id) {
      return subjectOf((await query<{ data: string }>(sql.get, [id])).rows[0])
    },

    async holder(slot) {
      return subjectOf((await query<{ data: string }>(sql.holder, [slot])).rows[0])
    },

    async append(id, { key, hash, type, at, facts, body, deliver }) {
      const content = [at.getTime(), JSON.stringify(facts), body && Buffer.from(body)]
      const values = [id, key, hash, type, ...content, deliver, facts.evidence !== undefined]
      const { rows } = await query<{ outcome: 'stored' | 'duplicate' | 'conflict' }>(sql.append, values)
      const outcome = rows[0]?.outcome ?? 'duplicate'
      if (outcome !== 'duplicate') hints.notify(id)
      return outcome
    },

    async read(id, afterSeq) {
      return (await query<EventRow>(sql.read, [id, afterSeq])).rows.map(eventOf)
    },

    watch: (id, hint) => hints.watch(id, hint),

    async claim(lane, limit, leaseMs, now) {
      const { rows } = await query<DeliveryRow>(sql.claim[lane], [now.getTime(), leaseMs, limit])
      return rows.map((row): Delivery => {
        const { id, subject: subjectId, attempt } = row
        return {
          id: claimId(id, attempt),
          subjectId,
          attempt,
          event: row.seq === null ? null : eventOf(row as EventRow),
        }
      })
    },

    async renew(deliveryIds, leaseMs) {
      const claims = deliveryIds.map(readClaimId)
      await query(sql.renew, [
        claims.map((claim) => claim.delivery),
        claims.map((claim) => claim.attempt),
        leaseMs,
      ])
    },

    async finish(deliveryId, outcome) {
      await query(...finishing(deliveryId, outcome))
    },

    async revive(now) {
      return (await query(sql.revive, [now.getTime()])).rowCount ?? 0
    },

    async redeliver(subjectId, seq, now) {
      return (await query(sql.redeliver, [subjectId, seq, now.getTime()])).rowCount === 1
    },

    async events({ state, subjectId, before, limit }) {
      const { at, subjectId: subject = '', seq = 0 } = before ?? {}
      const values = [at?.getTime() ?? Number.MAX_SAFE_INTEGER, subject, seq, limit, subjectId]
      return (await query<ListedRow>(sql.events(state), values)).rows.map(listedOf)
    },

    async outbox() {
      const { rows } = await query<Record<'waiting' | 'oldest' | 'dead', string | null>>(sql.outbox, [])
      const { waiting, oldest = null, dead } = rows[0] ?? {}
      const oldestAt = oldest === null ? null : new Date(Number(oldest))
      return { waiting: Number(waiting), oldestAt, dead: Number(dead) }
    },

    async take(key, limit, windowMs, now) {
      // The statement counts the first request of a window without checking the limit.
      if (limit < 1) return { allowed: false, retryAfterMs: windowMs }
      const nowMs = now.getTime()
      const { rowCount } = await query(sql.take, [key, nowMs, windowMs, limit])
      if (rowCount) return { allowed: true, retryAfterMs: 0 }
      const { rows } = await query<{ ends_at: string }>(sql.windowEnd, [key])
      return { allowed: false, retryAfterMs: Math.max(Number(rows[0]?.ends_at ?? nowMs) - nowMs, 1) }
    },

    async prune(before) {
      await pruneAll(sql.pruneBodies, before.bodies)
      await pruneAll(sql.ended, before.subjects)
      await pruneAll(sql.orphans, before.subjects)
      await pruneAll(sql.endedIntents, before.bodies)
      await pruneAll(sql.unpaid, before.unpaid)
      await pruneAll(sql.pruneWindows, new Date(Date.now() - DAY_MS))
    },

    async erase(id) {
      await query(sql.erase, [[id]])
    },

    async close() {
      await hints.close()
      const pool = await opened?.catch(() => undefined)
      await pool?.end()
    },
  }

  function finishing(deliveryId: string, outcome: DeliveryOutcome): [string, unknown[]] {
    const { delivery, attempt } = readClaimId(deliveryId)
    const claim = [delivery, attempt]
    switch (outcome.status) {
      case 'done':
        return [outcome.dropBody ? sql.doneWithoutBody : sql.done, claim]
      case 'retry':
        return [sql.retry, [...claim, outcome.at.getTime()]]
      case 'dead':
        return [sql.dead, claim]
      default:
        return outcome satisfies never
    }
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
  const { Client } = await loadPg()
  const client = new Client({ connectionString, connectionTimeoutMillis: WAIT_MS })
  await client.connect()
  try {
    return { from: await migrate(client, schema, to), to }
  } finally {
    await client.end()
  }
}

/** Postgres does not support U+0000 in a text. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}
