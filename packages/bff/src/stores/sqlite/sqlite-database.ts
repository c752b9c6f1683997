import Libsql from 'libsql'
import { claimId, readClaimId } from '../../kernel/store/claim-id.js'
import {
  type Delivery,
  type DeliveryLane,
  type DeliveryOutcome,
  newVersion,
  type PruneLimits,
} from '../../kernel/store/store.js'
import { DUE_RANGES, triedAtOf, UNTRIED } from '../sql/deliveries.js'
import {
  EVENT_COLUMNS,
  type EventRow,
  eventOf,
  FOUND_BY,
  HEAD_COLUMNS,
  type HeadRow,
  type StoredRow,
} from '../sql/rows.js'
import { createReads, type Query } from '../sql/sql-reads.js'
import { pruneInSteps } from '../sql/sql-retention.js'
import type { BatchValues } from './batch-values.js'
import { makePrivate } from './private-file.js'
import { createTables } from './sqlite-schema.js'
import { createStatements } from './sqlite-statements.js'

export interface SqliteOptions {
  path: string
  /** How long a write waits for another process's write before it fails, in milliseconds. */
  busyTimeoutMs: number
}

const isDue = (range: string) => `head AND ${range} AND due <= ?1 AND leased_until <= ?1`

/** What of its row waits in the outbox, and is not set aside. */
const IN_LINE = 'due IS NOT NULL AND seq > 0 AND NOT dead AND NOT aside'

/** What a write has to know of a row. */
interface CurrentRow {
  version: number
  seq: number
  found_by: string
}
const FOUND = FOUND_BY.split(', ').map((column) => `COALESCE(${column}, '')`)
const CURRENT = `SELECT version, seq, ${FOUND.join(" || '|' || ")} AS found_by FROM rows WHERE id = ?`

/** Retention's rows of a step. */
const ROWS_AT_ONCE = 50

/** The store's operations on one SQLite file, for the worker to group into transactions. None of them opens one. */
export function openDatabase({ path, busyTimeoutMs }: SqliteOptions) {
  const database = new Libsql(path, { timeout: busyTimeoutMs })
  const { all, first, run } = createStatements(database)
  // With the write-ahead log readers continue while one process writes. FULL syncs each commit to the disk.
  // `secure_delete` overwrites erased data.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'])
    all(`PRAGMA ${pragma}`)
  const waitForOthers = (ms: number) => void all(`PRAGMA busy_timeout = ${ms}`)
  waitForOthers(busyTimeoutMs)
  makePrivate(path)
  createTables(database, path)

  let pruning: AsyncGenerator | undefined
  /** Whether the write-ahead log may contain copies of erased data. */
  let isLogDirty = false

  /** Marks the first event of a row that waits, after those before it. */
  function markNext(subject: string): void {
    const next = `SELECT position FROM events WHERE subject = ? AND ${IN_LINE} ORDER BY seq LIMIT 1`
    run(`UPDATE events SET head = 1 WHERE position = (${next})`, [subject])
  }

  function erase(id: string): void {
    run('DELETE FROM rows WHERE id = ?', [id])
    run('DELETE FROM events WHERE subject = ?', [id])
    isLogDirty = true
  }

  const query: Query = async (text, values) => all(text, values)
  const reads = {
    ...createReads(query, 'main'),

    /** The rows as they are stored, because texts pass between threads for less than objects. */
    get(ids: readonly string[], events?: { of: string; keys?: readonly string[] | undefined }) {
      const rows = ids.map((id) => first<StoredRow>('SELECT * FROM rows WHERE id = ?', [id]))
      const heads = `SELECT ${HEAD_COLUMNS} FROM events e`
      // Without the index SQLite would read every event of the row.
      const ofKey = `${heads} INDEXED BY events_once WHERE subject = ? AND key = ? AND seq > 0`
      const found = !events
        ? []
        : !events.keys
          ? all<HeadRow>(`${heads} WHERE subject = ? AND seq > 0 ORDER BY seq`, [events.of])
          : events.keys.flatMap((key) => all<HeadRow>(ofKey, [events.of, key])).sort((a, b) => a.seq - b.seq)
      return { rows, events: found }
    },

    isAnythingDue(lane: DeliveryLane, now: Date) {
      const first = (range: string) => `SELECT 1 FROM events WHERE ${isDue(range)} LIMIT 1`
      return DUE_RANGES[lane].some((range) => all(first(range), [now.getTime()]).length > 0)
    },

    /** Finds the rows that other connections have added events to since an earlier call. */
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
    commit({ expect, put, erase: erased = [], events, wake = {} }: BatchValues): { changed?: string } {
      const known = new Map<string, CurrentRow>()
      // Other calls share the transaction, so everything is checked before the first write.
      for (const [id, version] of Object.entries(expect)) {
        const row = first<CurrentRow>(CURRENT, [id])
        if ((row?.version ?? 0) !== version) return { changed: id }
        if (row) known.set(id, row)
      }
      for (const id of erased) erase(id)
      for (const id of erased) known.delete(id)
      const seqs = new Map<string, number>()
      const numbered = events.map(([subject, ...event]) => {
        const seq = (seqs.get(subject) ?? known.get(subject)?.seq ?? 0) + 1
        seqs.set(subject, seq)
        return [subject, seq, ...event]
      })
      for (const [id, data, ...found] of put) {
        const old = known.get(id)
        const changed = [id, newVersion(old?.version), seqs.get(id) ?? old?.seq ?? 0, data]
        if (!old)
          run(
            `INSERT INTO rows (id, version, seq, data, ${FOUND_BY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            [...changed, ...found],
          )
        // The columns of the indexes are written only if they change.
        else if (old.found_by === found.map((value) => value ?? '').join('|'))
          run('UPDATE rows SET version = ?2, seq = ?3, data = ?4 WHERE id = ?1', changed)
        else
          run(
            `UPDATE rows SET version = ?2, seq = ?3, data = ?4, (${FOUND_BY}) = (?5, ?6, ?7, ?8, ?9, ?10, ?11) WHERE id = ?1`,
            [...changed, ...found],
          )
      }
      for (const values of numbered)
        run(
          `INSERT INTO events (subject, seq, key, hash, type, at, conflict, facts, body, urgent, due, head)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11 IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM events WHERE subject = ?1 AND ${IN_LINE}))`,
          values,
        )
      for (const [id, dueMs] of Object.entries(wake))
        run(
          `INSERT OR REPLACE INTO events (subject, seq, key, hash, type, at, conflict, facts, urgent, due, head)
           VALUES (?1, 0, '', '', '', ?2, 0, '{}', 0, ?2, 1)`,
          [id, dueMs],
        )
      return {}
    },

    claim(lane: DeliveryLane, limit: number, leaseMs: number, now: Date) {
      type DueRow = EventRow & {
        position: number
        subject: string
        attempt: number
        tried_at: number | null
        failed_alone: number
      }
      const due: DueRow[] = []
      for (const range of DUE_RANGES[lane])
        if (due.length < limit)
          due.push(
            ...all<DueRow>(
              `SELECT position, subject, attempt + 1 AS attempt, tried_at, failed_alone, ${EVENT_COLUMNS} FROM events e
               WHERE ${isDue(range)} ORDER BY due, position LIMIT ?2`,
              [now.getTime(), limit - due.length],
            ),
          )
      return due.map(({ position, subject, attempt, tried_at, failed_alone, ...event }): Delivery => {
        run('UPDATE events SET leased_until = ?1, tried_at = ?2, attempt = ?3 WHERE position = ?4', [
          now.getTime() + leaseMs,
          now.getTime(),
          attempt,
          position,
        ])
        return {
          id: claimId(position, attempt),
          subjectId: subject,
          attempt,
          event: event.seq === 0 ? null : eventOf(event),
          triedAt: triedAtOf(tried_at),
          failedAlone: failed_alone,
        }
      })
    },

    renew(deliveryIds: readonly string[], leaseMs: number, now: Date) {
      // A delivery that waits for its next attempt is not leased.
      const renew =
        'UPDATE events SET leased_until = ? WHERE position = ? AND attempt = ? AND leased_until > 0'
      for (const id of deliveryIds) run(renew, [now.getTime() + leaseMs, ...readClaimId(id)])
    },

    finish(deliveryId: string, outcome: DeliveryOutcome) {
      const [position, attempt] = readClaimId(deliveryId)
      const claimed = 'SELECT subject, seq FROM events WHERE position = ? AND attempt = ? AND due IS NOT NULL'
      const [delivery] = all<{ subject: string; seq: number }>(claimed, [position, attempt])
      if (!delivery) return
      if (outcome.status !== 'done' && outcome.failure !== undefined)
        run('UPDATE events SET failure = ? WHERE position = ?', [outcome.failure, position])
      switch (outcome.status) {
        case 'done':
          if (delivery.seq === 0) return void run('DELETE FROM events WHERE position = ?', [position])
          if (outcome.dropBody) {
            run('UPDATE events SET body = NULL WHERE position = ?', [position])
            isLogDirty = true
          }
          run('UPDATE events SET due = NULL, head = 0, aside = 0 WHERE position = ?', [position])
          return markNext(delivery.subject)
        case 'retry': {
          const { at, failedAlone = 0, setAside = false } = outcome
          run(
            'UPDATE events SET due = ?1, failed_alone = ?2, aside = ?3, head = head OR ?3, leased_until = 0 WHERE position = ?4',
            [at.getTime(), failedAlone, Number(setAside), position],
          )
          if (setAside) markNext(delivery.subject)
          return
        }
        case 'dead':
          run('UPDATE events SET dead = 1, head = 0 WHERE position = ?', [position])
          return markNext(delivery.subject)
        default:
          outcome satisfies never
      }
    },

    redeliver(now: Date, event?: { subjectId: string; seq: number }) {
      const chosen = event
        ? all<{ position: number; subject: string }>(
            'SELECT position, subject FROM events WHERE subject = ? AND seq = ? AND seq > 0',
            [event.subjectId, event.seq],
          )
        : all<{ position: number; subject: string }>(
            'SELECT position, subject FROM events WHERE dead OR aside',
          )
      for (const { position } of chosen) {
        // One that waits for its turn is not new, and a running one is not due before its lease ends.
        run(`UPDATE events SET ${UNTRIED} WHERE position = ? AND (dead OR due IS NULL OR ?)`, [
          position,
          Number(!event),
        ])
        run('UPDATE events SET due = ? WHERE position = ?', [now.getTime(), position])
      }
      const isHead = `aside OR NOT EXISTS (SELECT 1 FROM events e WHERE e.subject = events.subject AND e.seq < events.seq
        AND ${IN_LINE.replaceAll(/due|seq|dead|aside/g, 'e.$&')})`
      for (const subject of new Set(chosen.map((each) => each.subject)))
        run(
          `UPDATE events SET head = ${isHead} WHERE subject = ? AND due IS NOT NULL AND seq > 0 AND NOT dead`,
          [subject],
        )
      return chosen.length
    },

    /** Continues retention for `sliceMs`, or starts it. @returns whether everything is pruned. */
    async pruneSlice(limits: PruneLimits, sliceMs: number) {
      const steps = pruning ?? pruneInSteps({ query, schema: 'main', rowsAtOnce: ROWS_AT_ONCE }, limits)
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
