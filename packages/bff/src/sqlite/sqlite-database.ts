import Libsql from 'libsql'
import {
  claimId,
  type EventRow,
  eventOf,
  LISTED_COLUMNS,
  LISTED_TYPES,
  type ListedRow,
  listedOf,
  readClaimId,
  subjectOf,
} from '../store/rows.js'
import type {
  Delivery,
  DeliveryLane,
  DeliveryOutcome,
  EventQuery,
  EventState,
  NewEvent,
  OutboxState,
  PruneLimits,
  PutOptions,
} from '../store/store.js'
import { retentionKind, type Subject } from '../store/subject.js'
import { makePrivate } from './private-file.js'
import { migrate } from './sqlite-schema.js'

export interface SqliteOptions {
  path: string
  /** How long a write waits for another process's write before it fails. */
  busyTimeoutMs: number
}

/** Where pruning goes on: the last row that was looked at, by its time and its id. */
export interface PruneCursor {
  stage: number
  time: number
  id: string | number
}

interface PruneRow {
  id: string | number
  time: number
}

interface PruneStage {
  find: Libsql.Statement<unknown[]>
  before(limits: PruneLimits): Date
  forget(row: PruneRow, before: number, isOver: () => boolean): boolean
}

const PRUNE_START: PruneCursor = { stage: 0, time: -1, id: '' }
const PRUNE_ROWS = 200

/**
 * How retention finds old rows: some at a time, in the order of an index, and none of them twice. Parameters: the time
 * before which a row is old, and time and id of the last row that was looked at.
 */
export const PRUNE_SQL = {
  bodies: `
    SELECT position AS id, at AS time FROM events
    WHERE body IS NOT NULL AND at < ?1 AND (at, position) > (?2, ?3) ORDER BY at, position LIMIT ${PRUNE_ROWS}`,
  ended: `
    SELECT id, watch_until AS time FROM subjects
    WHERE watch_until < ?1 AND (watch_until, id) > (?2, ?3) ORDER BY watch_until, id LIMIT ${PRUNE_ROWS}`,
  orphans: `
    SELECT subject AS id, at AS time FROM events
    WHERE at < ?1 AND (at, subject) > (?2, ?3) ORDER BY at, subject LIMIT ${PRUNE_ROWS}`,
  // An intent can be read for 31 days. Its charge, which may live longer, has all that it says.
  endedIntents: endedOf('intent'),
  unpaid: endedOf('unpaid'),
}

/** Marks the first delivery of each subject that is neither done nor dead. */
function makeFirstOf(rows: string) {
  return `
    UPDATE deliveries SET first = NOT EXISTS (SELECT 1 FROM deliveries e
      WHERE e.subject = deliveries.subject AND e.seq > 0 AND e.seq < deliveries.seq AND e.dead = 0)
    WHERE ${rows}`
}

/** Of the events in the outbox there are few, so they are found by their deliveries. */
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

function createListing(database: Libsql.Database) {
  const statements = new Map<string, Libsql.Statement<unknown[]>>()
  return ({ state, subjectId, before, limit }: EventQuery) => {
    const text = listingSql(state, subjectId !== undefined)
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    const { at, subjectId: subject = '', seq = 0 } = before ?? {}
    const from = [at?.getTime() ?? Number.MAX_SAFE_INTEGER, subject, seq, limit]
    return (statement.all(...from, ...(subjectId === undefined ? [] : [subjectId])) as ListedRow[]).map(
      listedOf,
    )
  }
}

function endedOf(kind: string) {
  return `
    SELECT id, watch_until AS time FROM subjects
    WHERE kind = '${kind}' AND watch_until < ?1 AND (watch_until, id) > (?2, ?3)
    ORDER BY watch_until, id LIMIT ${PRUNE_ROWS}`
}

/**
 * The store's operations on one SQLite file, synchronous, for the worker to group into transactions. None of
 * them opens a transaction of its own.
 */
export function openDatabase({ path, busyTimeoutMs }: SqliteOptions) {
  const database = new Libsql(path, { timeout: busyTimeoutMs })
  // The write-ahead log lets readers go on while one process writes; FULL makes each commit reach the disk.
  // What is erased is overwritten, and not only forgotten.
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'secure_delete = ON',
    `busy_timeout = ${busyTimeoutMs}`,
  ])
    database.prepare(`PRAGMA ${pragma}`).all()
  makePrivate(path)
  migrate(database)

  // Each has an index of its own, so that neither looks through the other's backlog.
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
    // Numbers of one subject's deliveries come in order, so the one with the lowest is the first.
    makeFirst: database.prepare(`
      UPDATE deliveries SET first = 1 WHERE id = (
        SELECT id FROM deliveries WHERE subject = ? AND seq > 0 AND dead = 0 ORDER BY seq LIMIT 1)`),
    makeFirstOfAll: database.prepare(makeFirstOf('seq > 0')),
    makeFirstOfSubject: database.prepare(makeFirstOf('subject = ? AND seq > 0')),
    // One that is under way is not due before its lease ends.
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
    forgetBody: database.prepare(`
      UPDATE events SET body = NULL WHERE position = ?
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.subject = events.subject AND d.seq = events.seq)`),
    hasSubject: database.prepare('SELECT 1 FROM subjects WHERE id = ?'),
    isWaiting: database.prepare('SELECT 1 FROM deliveries WHERE subject = ? AND dead = 0 LIMIT 1'),
    newestEvent: database.prepare('SELECT at FROM events WHERE subject = ? ORDER BY seq DESC LIMIT 1'),
    someEvents: database.prepare('SELECT position FROM events WHERE subject = ? ORDER BY seq LIMIT 100'),
    eraseEvent: database.prepare('DELETE FROM events WHERE position = ?'),
    erase: [
      'subjects WHERE id',
      'slots WHERE subject',
      'events WHERE subject',
      'deliveries WHERE subject',
    ].map((rows) => database.prepare(`DELETE FROM ${rows} = ?`)),
    oldBodies: database.prepare(PRUNE_SQL.bodies),
    ended: database.prepare(PRUNE_SQL.ended),
    orphans: database.prepare(PRUNE_SQL.orphans),
    endedIntents: database.prepare(PRUNE_SQL.endedIntents),
    unpaid: database.prepare(PRUNE_SQL.unpaid),
    paid: database.prepare("UPDATE subjects SET kind = 'charge' WHERE id = ? AND kind = 'unpaid'"),
    waitForNobody: database.prepare('PRAGMA busy_timeout = 0'),
    waitForOthers: database.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`),
    emptyLog: database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
    dataVersion: database.prepare('PRAGMA data_version'),
    lastPosition: database.prepare('SELECT COALESCE(MAX(position), 0) AS position FROM events'),
    changedSince: database.prepare('SELECT DISTINCT subject FROM events WHERE position > ?'),
  }

  const listing = createListing(database)
  const get = (id: string) => subjectOf(sql.subject.get(id) as { data: string } | undefined)
  const holderOf = (slot: string) => (sql.slot.get(slot) as { subject: string } | undefined)?.subject
  const erase = (id: string) => {
    for (const statement of sql.erase) statement.run(id)
  }

  /** Erases a subject, its events one by one and one at least; false where the time was over before its end. */
  const eraseInTime = (id: string, isOver: () => boolean): boolean => {
    for (;;) {
      const events = sql.someEvents.all(id) as { position: number }[]
      if (events.length === 0) break
      for (const { position } of events) {
        sql.eraseEvent.run(position)
        if (isOver()) return false
      }
    }
    erase(id)
    return true
  }
  const isWaiting = (id: string) => sql.isWaiting.get(id) !== undefined
  /** Whether these are old events of a subject that never came. */
  const isOrphan = (id: string, before: number) => {
    if (sql.hasSubject.get(id) !== undefined || isWaiting(id)) return false
    const newest = sql.newestEvent.get(id) as { at: number } | undefined
    return newest !== undefined && newest.at < before
  }

  /** What retention goes through, one after the other; `forget` is false where the time was over before it was done. */
  const stages: PruneStage[] = [
    {
      find: sql.oldBodies,
      before: ({ bodies }) => bodies,
      forget({ id }) {
        sql.forgetBody.run(id)
        return true
      },
    },
    {
      find: sql.ended,
      before: ({ subjects }) => subjects,
      forget: ({ id }, _, isOver) => isWaiting(String(id)) || eraseInTime(String(id), isOver),
    },
    {
      find: sql.orphans,
      before: ({ subjects }) => subjects,
      forget: ({ id }, before, isOver) => !isOrphan(String(id), before) || eraseInTime(String(id), isOver),
    },
    {
      find: sql.endedIntents,
      before: ({ bodies }) => bodies,
      forget: ({ id }, _, isOver) => eraseInTime(String(id), isOver),
    },
    {
      find: sql.unpaid,
      before: ({ unpaid }) => unpaid,
      forget: ({ id }, _, isOver) => isWaiting(String(id)) || eraseInTime(String(id), isOver),
    },
  ]

  const operations = {
    put(subject: Subject, { slot, replaces, wakeAt }: PutOptions = {}) {
      if (slot !== undefined) {
        const holder = holderOf(slot)
        if (holder !== undefined && holder !== replaces) return 'slot_taken' as const
      }
      const watchUntilMs = Date.parse(subject.watchUntil)
      const { changes } = sql.putSubject.run(
        subject.id,
        retentionKind(subject),
        watchUntilMs,
        JSON.stringify(subject),
      )
      if (changes === 0) return 'id_taken' as const
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
      const { key, hash, type, at, facts, body } = event
      const isConflict = conflict ? 1 : 0
      sql.putEvent.run(
        id,
        seq,
        key,
        hash,
        type,
        at.getTime(),
        isConflict,
        JSON.stringify(facts),
        body ?? null,
      )
      if (event.deliver) sql.enqueue.run(id, seq, at.getTime())
      if (facts.evidence !== undefined) sql.paid.run(id)
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

    events: listing,

    outbox(): OutboxState {
      const { waiting, oldest, dead } = sql.outbox.get() as Record<'waiting' | 'oldest' | 'dead', number>
      return { waiting, oldestAt: waiting > 0 ? new Date(oldest) : null, dead }
    },

    /** Prunes for `sliceMs`, from where the last slice ended. @returns where the next one begins; null at the end. */
    pruneSlice(limits: PruneLimits, sliceMs: number, from: PruneCursor = PRUNE_START): PruneCursor | null {
      const endsAtMs = performance.now() + sliceMs
      const isOver = () => performance.now() >= endsAtMs
      let cursor = from
      for (let stage = stages[cursor.stage]; stage; stage = stages[cursor.stage]) {
        const before = stage.before(limits).getTime()
        const rows = stage.find.all(before, cursor.time, cursor.id) as PruneRow[]
        for (const row of rows) {
          if (!stage.forget(row, before, isOver)) return cursor
          cursor = { stage: cursor.stage, time: row.time, id: row.id }
          if (isOver()) return cursor
        }
        if (rows.length < PRUNE_ROWS) cursor = { ...PRUNE_START, stage: cursor.stage + 1 }
      }
      return null
    },

    erase,
  }

  return {
    operations,
    /** A claim is a write only when there is something to take, and it is asked for every second. */
    isAnythingDue: (lane: DeliveryLane, now: Date) =>
      sql.due[lane].get(now.getTime(), now.getTime(), 1) !== undefined,
    begin: () => void database.exec('BEGIN IMMEDIATE'),
    commit: () => void database.exec('COMMIT'),
    rollback: () => {
      if (database.inTransaction) database.exec('ROLLBACK')
    },
    /** Takes what was overwritten out of the log as well, where copies of it wait for later writes. @returns whether it could. */
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
