import Libsql from 'libsql'
import { claimId, readClaimId } from '../../kernel/store/claim-id.js'
import { isPaidEvent } from '../../kernel/store/paid-event.js'
import type { Reduction } from '../../kernel/store/reduction.js'
import type {
  AppendOptions,
  Delivery,
  DeliveryLane,
  DeliveryOutcome,
  NewEvent,
  OrderWrite,
  PruneLimits,
  PutOptions,
} from '../../kernel/store/store.js'
import type { Subject } from '../../kernel/store/subject.js'
import { DUE_RANGES, triedAtOf, UNTRIED } from '../sql/deliveries.js'
import { EVENT_COLUMNS, type EventRow, eventOf, subjectRow } from '../sql/rows.js'
import { createReads, type Query } from '../sql/sql-reads.js'
import { pruneInSteps, type RetentionOptions } from '../sql/sql-retention.js'
import { makePrivate } from './private-file.js'
import { FOUND_BY, migrate, REFERENCE_OF } from './sqlite-schema.js'
import { createStatements } from './sqlite-statements.js'

export interface SqliteOptions {
  path: string
  /** How long a write waits for another process's write before it fails, in milliseconds. */
  busyTimeoutMs: number
}

const isDue = (range: string) => `first = 1 AND dead = 0 AND due <= ?1 AND leased_until <= ?1 AND ${range}`

/** `first` marks what is set aside and, for each subject, the first delivery that is neither done nor dead. */
const MARK_FIRST = `
  UPDATE deliveries SET first = set_aside OR NOT EXISTS (SELECT 1 FROM deliveries e
    WHERE e.subject = deliveries.subject AND e.seq > 0 AND e.seq < deliveries.seq AND e.dead = 0
    AND e.set_aside = 0)
  WHERE seq > 0`

interface DeliveryRow {
  id: number
  subject: string
  seq: number
  attempt: number
  tried_at: number
  failed_alone: number
}

/** What retention needs besides a query. */
export const RETENTION = {
  schema: 'main',
  rowsAtOnce: 50,
  orphans: {
    table: 'events',
    id: 'subject',
    time: 'at',
    isOld: `NOT EXISTS (SELECT 1 FROM subjects s WHERE s.id = o.subject)
      AND (SELECT at FROM events n WHERE n.subject = o.subject ORDER BY seq DESC LIMIT 1) < $2`,
  },
  referenceOf: REFERENCE_OF,
} satisfies Omit<RetentionOptions, 'query'>

/** The store's operations on one SQLite file, for the worker to group into transactions. None of them opens one. */
export function openDatabase({ path, busyTimeoutMs }: SqliteOptions) {
  const database = new Libsql(path, { timeout: busyTimeoutMs })
  const { all, run } = createStatements(database)
  // With the write-ahead log readers continue while one process writes. FULL syncs each commit to the disk.
  // `secure_delete` overwrites erased data.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'])
    all(`PRAGMA ${pragma}`)
  const waitForOthers = (ms: number) => void all(`PRAGMA busy_timeout = ${ms}`)
  waitForOthers(busyTimeoutMs)
  makePrivate(path)
  migrate(database, path)

  let pruning: AsyncGenerator | undefined
  /** Whether the write-ahead log may contain copies of erased data. */
  let isLogDirty = false

  function enqueue(subject: string, seq: number, due: Date, paid: boolean): void {
    run(
      `INSERT INTO deliveries (subject, seq, due, paid, first) VALUES (?1, ?2, ?3, ?4, NOT EXISTS (
         SELECT 1 FROM deliveries WHERE subject = ?1 AND seq > 0 AND seq < ?2 AND dead = 0 AND set_aside = 0))`,
      [subject, seq, due.getTime(), Number(paid)],
    )
  }

  /** Marks the next delivery of a subject. The numbers of its deliveries ascend, so the lowest is the first. */
  function markNext(subject: string): void {
    const next = `SELECT id FROM deliveries WHERE subject = ? AND seq > 0 AND dead = 0 AND set_aside = 0
      ORDER BY seq LIMIT 1`
    run(`UPDATE deliveries SET first = 1 WHERE id = (${next})`, [subject])
  }

  function isUnchanged({ reference, sequence }: OrderWrite): boolean {
    const [order] = all<{ sequence: number }>('SELECT sequence FROM orders WHERE reference = ?', [reference])
    return (order?.sequence ?? 0) === sequence
  }

  /** Keeps the order until `watchUntilMs` at least. A changed state is a new row, and so has a new sequence. */
  function changeOrder({ reference, state }: OrderWrite, watchUntilMs: number): void {
    run('UPDATE orders SET watch_until = MAX(watch_until, ?2) WHERE reference = ?1', [
      reference,
      watchUntilMs,
    ])
    if (!state) return
    const kept = 'SELECT watch_until FROM orders WHERE reference = ?1'
    run(`REPLACE INTO orders (reference, watch_until, data) VALUES (?1, COALESCE((${kept}), ?2), ?3)`, [
      reference,
      watchUntilMs,
      JSON.stringify(state),
    ])
  }

  function reduce(id: string, reduction: Reduction): void {
    run(
      `INSERT INTO states (subject, seq, data) VALUES (?1, ?2, ?3)
       ON CONFLICT (subject) DO UPDATE SET seq = ?2, data = ?3 WHERE seq < ?2`,
      [id, reduction.seq, JSON.stringify(reduction)],
    )
  }

  const query: Query = async (text, values) => all(text, values)
  const reads = {
    ...createReads(query, 'main', FOUND_BY),

    isAnythingDue(lane: DeliveryLane, now: Date) {
      const first = (range: string) => `SELECT 1 FROM deliveries WHERE ${isDue(range)} LIMIT 1`
      return DUE_RANGES[lane].some((range) => all(first(range), [now.getTime()]).length > 0)
    },

    /** Finds the subjects that other connections have written to since an earlier call. */
    changesSince(last?: { version: number; position: number }) {
      const [{ data_version: version = 0 } = {}] = all<{ data_version: number }>('PRAGMA data_version')
      const newest = 'SELECT COALESCE(MAX(position), 0) AS position FROM events'
      const [{ position = 0 } = {}] = all<{ position: number }>(newest)
      const changed = 'SELECT DISTINCT subject FROM events WHERE position > ?'
      // The version changes whenever another connection has committed.
      const isChanged = last && last.version !== version
      const rows = isChanged ? all<{ subject: string }>(changed, [last.position]) : []
      return { version, position, subjects: rows.map(({ subject }) => subject) }
    },
  }

  const writes = {
    put(subject: Subject, { slot, replaces, wakeAt, order }: PutOptions = {}) {
      if (order && !isUnchanged(order)) return 'order_changed' as const
      if (slot !== undefined) {
        const [holder] = all<{ subject: string }>('SELECT subject FROM slots WHERE slot = ?', [slot])
        if (holder && holder.subject !== replaces) return 'slot_taken' as const
      }
      const row = subjectRow(subject)
      const added = run(
        'INSERT INTO subjects (id, kind, watch_until, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        row,
      )
      if (added === 0) return 'id_taken' as const
      if (order) changeOrder(order, row[2])
      if (slot !== undefined) run('REPLACE INTO slots (slot, subject) VALUES (?, ?)', [slot, subject.id])
      if (wakeAt) enqueue(subject.id, 0, wakeAt, false)
      return 'stored' as const
    },

    append(
      id: string,
      { key, hash, type, at, facts, body, deliver }: NewEvent,
      { order, reduction }: AppendOptions = {},
    ) {
      if (order && !isUnchanged(order)) return 'order_changed' as const
      const same = all<{ hash: string }>('SELECT hash FROM events WHERE subject = ? AND key = ?', [id, key])
      if (same.some((event) => event.hash === hash)) return 'duplicate' as const
      const conflict = same.length > 0
      const [{ seq = 0 } = {}] = all<{ seq: number }>(
        `INSERT INTO events (subject, seq, key, hash, type, at, conflict, facts, body)
         SELECT ?1, COALESCE(MAX(seq), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM events WHERE subject = ?1
         RETURNING seq`,
        [id, key, hash, type, at.getTime(), Number(conflict), JSON.stringify(facts), body ?? null],
      )
      const reduced = conflict ? reduction?.conflict : reduction?.stored
      if (reduced?.seq === seq) reduce(id, reduced)
      if (order) changeOrder(order, 0)
      if (deliver) enqueue(id, seq, at, isPaidEvent(facts))
      if (facts.evidence !== undefined)
        run("UPDATE subjects SET kind = 'charge' WHERE id = ? AND kind = 'unpaid'", [id])
      return conflict ? ('conflict' as const) : ('stored' as const)
    },

    reduce(id: string, reduction: Reduction) {
      // It may have been erased since its events were read.
      const subject = all('SELECT 1 FROM subjects WHERE id = ?', [id])
      if (subject.length > 0) reduce(id, reduction)
    },

    claim(lane: DeliveryLane, limit: number, leaseMs: number, now: Date) {
      const due: DeliveryRow[] = []
      for (const range of DUE_RANGES[lane])
        if (due.length < limit)
          due.push(
            ...all<DeliveryRow>(
              `SELECT id, subject, seq, attempt + 1 AS attempt, tried_at, failed_alone FROM deliveries
               WHERE ${isDue(range)} ORDER BY due, id LIMIT ?2`,
              [now.getTime(), limit - due.length],
            ),
          )
      return due.map(({ id, subject, seq, attempt, tried_at, failed_alone }): Delivery => {
        run('UPDATE deliveries SET leased_until = ?1, tried_at = ?2, attempt = ?3 WHERE id = ?4', [
          now.getTime() + leaseMs,
          now.getTime(),
          attempt,
          id,
        ])
        const event = `SELECT ${EVENT_COLUMNS} FROM events e WHERE subject = ? AND seq = ?`
        const [row] = all<EventRow>(event, [subject, seq])
        return {
          id: claimId(id, attempt),
          subjectId: subject,
          attempt,
          event: row ? eventOf(row) : null,
          triedAt: triedAtOf(tried_at),
          failedAlone: failed_alone,
        }
      })
    },

    renew(deliveryIds: readonly string[], leaseMs: number, now: Date) {
      // A delivery that waits for its next attempt is not leased.
      const renew = 'UPDATE deliveries SET leased_until = ? WHERE id = ? AND attempt = ? AND leased_until > 0'
      for (const id of deliveryIds) run(renew, [now.getTime() + leaseMs, ...readClaimId(id)])
    },

    finish(deliveryId: string, outcome: DeliveryOutcome) {
      const [id, attempt] = readClaimId(deliveryId)
      const claimed = 'SELECT subject, seq FROM deliveries WHERE id = ? AND attempt = ?'
      const [delivery] = all<{ subject: string; seq: number }>(claimed, [id, attempt])
      if (!delivery) return
      if (outcome.status !== 'done' && outcome.failure !== undefined)
        run('UPDATE deliveries SET failure = ? WHERE id = ?', [outcome.failure, id])
      switch (outcome.status) {
        case 'done':
          if (outcome.dropBody) {
            run('UPDATE events SET body = NULL WHERE subject = ? AND seq = ?', [
              delivery.subject,
              delivery.seq,
            ])
            isLogDirty = true
          }
          run('DELETE FROM deliveries WHERE id = ?', [id])
          return markNext(delivery.subject)
        case 'retry': {
          const { at, failedAlone = 0, setAside = false } = outcome
          run(
            'UPDATE deliveries SET due = ?1, failed_alone = ?2, set_aside = ?3, leased_until = 0 WHERE id = ?4',
            [at.getTime(), failedAlone, Number(setAside), id],
          )
          if (setAside) markNext(delivery.subject)
          return
        }
        case 'dead':
          run('UPDATE deliveries SET dead = 1 WHERE id = ?', [id])
          return markNext(delivery.subject)
        default:
          outcome satisfies never
      }
    },

    revive(now: Date) {
      const revived = run(`UPDATE deliveries SET due = ?, ${UNTRIED} WHERE dead = 1 OR set_aside = 1`, [
        now.getTime(),
      ])
      if (revived > 0) run(MARK_FIRST)
      return revived
    },

    redeliver(subject: string, seq: number, now: Date) {
      const event = `SELECT ${EVENT_COLUMNS} FROM events e WHERE subject = ? AND seq = ?`
      const [row] = all<EventRow>(event, [subject, seq])
      if (!row) return false
      run(`UPDATE deliveries SET ${UNTRIED} WHERE subject = ? AND seq = ? AND dead = 1`, [subject, seq])
      // A running delivery is not due before its lease ends.
      const found = run('UPDATE deliveries SET due = ? WHERE subject = ? AND seq = ?', [
        now.getTime(),
        subject,
        seq,
      ])
      if (found === 0) enqueue(subject, seq, now, isPaidEvent(eventOf(row).facts))
      run(`${MARK_FIRST} AND subject = ?`, [subject])
      return true
    },

    erase(id: string) {
      const ofSubject = `SELECT ${REFERENCE_OF} AS reference FROM subjects WHERE id = ?`
      const [erased] = all<{ reference: string | null }>(ofSubject, [id])
      run('DELETE FROM subjects WHERE id = ?', [id])
      run(
        `DELETE FROM orders WHERE reference = ?1
           AND NOT EXISTS (SELECT 1 FROM subjects WHERE ${REFERENCE_OF} = ?1)`,
        [erased?.reference ?? null],
      )
      for (const table of ['slots', 'states', 'events', 'deliveries'])
        run(`DELETE FROM ${table} WHERE subject = ?`, [id])
      isLogDirty = true
    },

    /** Continues retention for `sliceMs`, or starts it. @returns whether everything is pruned. */
    async pruneSlice(limits: PruneLimits, sliceMs: number) {
      const steps = pruning ?? pruneInSteps({ query, ...RETENTION }, limits)
      // After an error the next slice starts anew.
      pruning = undefined
      const endsAtMs = performance.now() + sliceMs
      while (!(await steps.next()).done) {
        if (performance.now() < endsAtMs) continue
        pruning = steps
        return false
      }
      // Once for all slices, because cleaning the log takes longer than a slice.
      isLogDirty = true
      return true
    },
  }

  return {
    reads,
    writes,
    begin: () => void database.exec('BEGIN IMMEDIATE'),
    commit: () => void database.exec('COMMIT'),
    rollback: () => {
      if (database.inTransaction) database.exec('ROLLBACK')
    },
    /**
     * Removes erased data from the write-ahead log as well, unless another connection reads.
     *
     * @returns false if it has to be called again.
     */
    cleanLog(): boolean {
      if (!isLogDirty) return true
      // All calls would wait for the other connection: a backup may take minutes.
      waitForOthers(0)
      try {
        const [result] = all<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
        isLogDirty = result?.busy !== 0
      } catch {
        // Try again later.
      } finally {
        waitForOthers(busyTimeoutMs)
      }
      return !isLogDirty
    },
    close: () => void database.close(),
  }
}

type SqliteDatabase = ReturnType<typeof openDatabase>
export type SqliteOperations = SqliteDatabase['reads'] & SqliteDatabase['writes']
