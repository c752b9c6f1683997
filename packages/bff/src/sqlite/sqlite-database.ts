import Libsql from 'libsql'
import { claimId, type EventRow, eventOf, readClaimId, subjectOf, subjectRow } from '../store/rows.js'
import type {
  Delivery,
  DeliveryLane,
  DeliveryOutcome,
  NewEvent,
  OutboxState,
  PutOptions,
} from '../store/store.js'
import type { Subject } from '../store/subject.js'
import { makePrivate } from './private-file.js'
import { createListing } from './sqlite-listing.js'
import { createPruneSlice } from './sqlite-retention.js'
import { migrate } from './sqlite-schema.js'

export interface SqliteOptions {
  path: string
  /** How long a write waits for another process's write before it fails, in milliseconds. */
  busyTimeoutMs: number
}

/** Marks, for each subject, the first delivery that is neither done nor dead. */
function makeFirstOf(rows: string) {
  return `
    UPDATE deliveries SET first = NOT EXISTS (SELECT 1 FROM deliveries e
      WHERE e.subject = deliveries.subject AND e.seq > 0 AND e.seq < deliveries.seq AND e.dead = 0)
    WHERE ${rows}`
}

/**
 * The store's operations on one SQLite file, synchronous, for the worker to group into transactions. None of them opens
 * a transaction.
 */
export function openDatabase({ path, busyTimeoutMs }: SqliteOptions) {
  const database = new Libsql(path, { timeout: busyTimeoutMs })
  // With the write-ahead log readers continue while one process writes. FULL syncs each commit to the disk.
  // `secure_delete` overwrites erased data.
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'secure_delete = ON',
    `busy_timeout = ${busyTimeoutMs}`,
  ])
    database.prepare(`PRAGMA ${pragma}`).all()
  makePrivate(path)
  migrate(database)

  // Separate indexes, so that neither search goes through the other's backlog.
  const dueIn = (lane: string) =>
    database.prepare(`
      SELECT id, subject, seq, attempt FROM deliveries
      WHERE first = 1 AND dead = 0 AND ${lane} AND due <= ? AND leased_until <= ? ORDER BY due LIMIT ?`)

  const sql = {
    putSubject: database.prepare(
      'INSERT INTO subjects (id, kind, watch_until, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    subject: database.prepare('SELECT data FROM subjects WHERE id = ?'),
    slot: database.prepare('SELECT subject FROM slots WHERE slot = ?'),
    putSlot: database.prepare(
      'INSERT INTO slots (slot, subject) VALUES (?, ?) ON CONFLICT DO UPDATE SET subject = excluded.subject',
    ),
    enqueue: database.prepare(`
      INSERT INTO deliveries (subject, seq, due, first) VALUES (?1, ?2, ?3,
        NOT EXISTS (SELECT 1 FROM deliveries WHERE subject = ?1 AND seq > 0 AND seq < ?2 AND dead = 0))`),
    // The numbers of one subject's deliveries ascend, so the lowest is the first.
    makeFirst: database.prepare(`
      UPDATE deliveries SET first = 1 WHERE id = (
        SELECT id FROM deliveries WHERE subject = ? AND seq > 0 AND dead = 0 ORDER BY seq LIMIT 1)`),
    makeFirstOfAll: database.prepare(makeFirstOf('seq > 0')),
    makeFirstOfSubject: database.prepare(makeFirstOf('subject = ? AND seq > 0')),
    // A running delivery is not due before its lease ends.
    redeliver: database.prepare(`
      UPDATE deliveries SET due = ?1, attempt = iif(dead, 0, attempt),
        leased_until = iif(dead, 0, leased_until), dead = 0
      WHERE subject = ?2 AND seq = ?3`),
    subjectOfClaim: database.prepare('SELECT subject FROM deliveries WHERE id = ? AND attempt = ?'),
    sameKey: database.prepare('SELECT hash FROM events WHERE subject = ? AND key = ?'),
    lastSeq: database.prepare('SELECT COALESCE(MAX(seq), 0) AS seq FROM events WHERE subject = ?'),
    putEvent: database.prepare(
      'INSERT INTO events (subject, seq, key, hash, type, at, conflict, facts, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    events: database.prepare('SELECT * FROM events WHERE subject = ? AND seq > ? ORDER BY seq'),
    event: database.prepare('SELECT * FROM events WHERE subject = ? AND seq = ?'),
    due: { event: dueIn('seq > 0'), wake: dueIn('seq = 0') },
    lease: database.prepare('UPDATE deliveries SET leased_until = ?, attempt = attempt + 1 WHERE id = ?'),
    // A delivery that waits for its next attempt is not leased.
    renew: database.prepare(
      'UPDATE deliveries SET leased_until = ? WHERE id = ? AND attempt = ? AND leased_until > 0',
    ),
    dropBody: database.prepare(`
      UPDATE events SET body = NULL
      WHERE (subject, seq) = (SELECT subject, seq FROM deliveries WHERE id = ?)`),
    done: database.prepare('DELETE FROM deliveries WHERE id = ?'),
    retry: database.prepare('UPDATE deliveries SET due = ?, leased_until = 0 WHERE id = ?'),
    dead: database.prepare('UPDATE deliveries SET dead = 1 WHERE id = ?'),
    revive: database.prepare(
      'UPDATE deliveries SET dead = 0, attempt = 0, leased_until = 0, due = ? WHERE dead = 1',
    ),
    outbox: database.prepare(`
      SELECT COUNT(*) FILTER (WHERE dead = 0) AS waiting, MIN(e.at) FILTER (WHERE dead = 0) AS oldest,
        COUNT(*) FILTER (WHERE dead = 1) AS dead
      FROM deliveries d JOIN events e ON e.subject = d.subject AND e.seq = d.seq`),
    erase: [
      'subjects WHERE id',
      'slots WHERE subject',
      'events WHERE subject',
      'deliveries WHERE subject',
    ].map((rows) => database.prepare(`DELETE FROM ${rows} = ?`)),
    paid: database.prepare("UPDATE subjects SET kind = 'charge' WHERE id = ? AND kind = 'unpaid'"),
    waitForNobody: database.prepare('PRAGMA busy_timeout = 0'),
    waitForOthers: database.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`),
    emptyLog: database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
    dataVersion: database.prepare('PRAGMA data_version'),
    lastPosition: database.prepare('SELECT COALESCE(MAX(position), 0) AS position FROM events'),
    changedSince: database.prepare('SELECT DISTINCT subject FROM events WHERE position > ?'),
  }

  const get = (id: string) => subjectOf(sql.subject.get(id) as { data: string } | undefined)
  const holderOf = (slot: string) => (sql.slot.get(slot) as { subject: string } | undefined)?.subject
  const erase = (id: string) => {
    for (const statement of sql.erase) statement.run(id)
  }

  const operations = {
    put(subject: Subject, { slot, replaces, wakeAt }: PutOptions = {}) {
      if (slot !== undefined) {
        const holder = holderOf(slot)
        if (holder !== undefined && holder !== replaces) return 'slot_taken' as const
      }
      if (sql.putSubject.run(...subjectRow(subject)).changes === 0) return 'id_taken' as const
      if (slot !== undefined) sql.putSlot.run(slot, subject.id)
      if (wakeAt) sql.enqueue.run(subject.id, 0, wakeAt.getTime())
      return 'stored' as const
    },

    get,

    holder(slot: string) {
      return get(holderOf(slot) ?? '')
    },

    append(id: string, event: NewEvent) {
      const same = sql.sameKey.all(id, event.key) as { hash: string }[]
      if (same.some(({ hash }) => hash === event.hash)) return 'duplicate' as const
      const conflict = same.length > 0
      const seq = (sql.lastSeq.get(id) as { seq: number }).seq + 1
      const { key, hash, type, body = null } = event
      const [at, facts] = [event.at.getTime(), JSON.stringify(event.facts)]
      sql.putEvent.run(id, seq, key, hash, type, at, Number(conflict), facts, body)
      if (event.deliver) sql.enqueue.run(id, seq, at)
      if (event.facts.evidence !== undefined) sql.paid.run(id)
      return conflict ? ('conflict' as const) : ('stored' as const)
    },

    read(id: string, afterSeq: number) {
      return (sql.events.all(id, afterSeq) as EventRow[]).map(eventOf)
    },

    claim(lane: DeliveryLane, limit: number, leaseMs: number, now: Date) {
      const nowMs = now.getTime()
      const due = sql.due[lane].all(nowMs, nowMs, limit) as {
        id: number
        subject: string
        seq: number
        attempt: number
      }[]
      return due.map(({ id, subject, seq, attempt }): Delivery => {
        sql.lease.run(nowMs + leaseMs, id)
        const row = sql.event.get(subject, seq) as EventRow | undefined
        return {
          id: claimId(id, attempt + 1),
          subjectId: subject,
          attempt: attempt + 1,
          event: row ? eventOf(row) : null,
        }
      })
    },

    renew(deliveryIds: readonly string[], leaseMs: number, now: Date) {
      for (const { delivery, attempt } of deliveryIds.map(readClaimId))
        sql.renew.run(now.getTime() + leaseMs, delivery, attempt)
    },

    finish(deliveryId: string, outcome: DeliveryOutcome) {
      const { delivery: id, attempt } = readClaimId(deliveryId)
      const row = sql.subjectOfClaim.get(id, attempt) as { subject: string } | undefined
      if (!row) return
      switch (outcome.status) {
        case 'done':
          if (outcome.dropBody) sql.dropBody.run(id)
          sql.done.run(id)
          sql.makeFirst.run(row.subject)
          return
        case 'retry':
          sql.retry.run(outcome.at.getTime(), id)
          return
        case 'dead':
          sql.dead.run(id)
          sql.makeFirst.run(row.subject)
          return
        default:
          outcome satisfies never
      }
    },

    revive(now: Date) {
      const { changes } = sql.revive.run(now.getTime())
      if (changes > 0) sql.makeFirstOfAll.run()
      return changes
    },

    redeliver(subject: string, seq: number, now: Date) {
      if (!sql.event.get(subject, seq)) return false
      const { changes } = sql.redeliver.run(now.getTime(), subject, seq)
      if (changes === 0) sql.enqueue.run(subject, seq, now.getTime())
      sql.makeFirstOfSubject.run(subject)
      return true
    },

    events: createListing(database),

    outbox(): OutboxState {
      const { waiting, oldest, dead } = sql.outbox.get() as Record<'waiting' | 'oldest' | 'dead', number>
      return { waiting, oldestAt: waiting > 0 ? new Date(oldest) : null, dead }
    },

    pruneSlice: createPruneSlice(database, erase),

    erase,
  }

  return {
    operations,
    /** Runs every second, so it writes only if there is a delivery to claim. */
    isAnythingDue: (lane: DeliveryLane, now: Date) =>
      sql.due[lane].get(now.getTime(), now.getTime(), 1) !== undefined,
    begin: () => void database.exec('BEGIN IMMEDIATE'),
    commit: () => void database.exec('COMMIT'),
    rollback: () => {
      if (database.inTransaction) database.exec('ROLLBACK')
    },
    /**
     * Removes erased data from the write-ahead log as well, which may still contain copies. @returns whether that
     * succeeded.
     */
    emptyLog() {
      sql.waitForNobody.all()
      try {
        return (sql.emptyLog.all() as { busy: number }[])[0]?.busy === 0
      } catch {
        return false
      } finally {
        sql.waitForOthers.all()
      }
    },
    /** Changes whenever another connection has committed. */
    dataVersion: () => (sql.dataVersion.get() as { data_version: number }).data_version,
    lastPosition: () => (sql.lastPosition.get() as { position: number }).position,
    changedSince: (position: number) =>
      (sql.changedSince.all(position) as { subject: string }[]).map(({ subject }) => subject),
    close: () => void database.close(),
  }
}

type SqliteDatabase = ReturnType<typeof openDatabase>
export type SqliteOperations = SqliteDatabase['operations']
