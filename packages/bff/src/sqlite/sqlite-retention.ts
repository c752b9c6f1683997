import type Libsql from 'libsql'
import type { PruneLimits } from '../store/store.js'

/** The position where pruning continues: the last checked row, by its time and its id. */
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
  /** The limit that decides when a row is old. */
  limit: keyof PruneLimits
  /** @returns false where the time was over before it was done */
  forget(row: PruneRow, before: number, isOver: () => boolean): boolean
}

const PRUNE_START: PruneCursor = { stage: 0, time: -1, id: '' }
const PRUNE_ROWS = 200

/**
 * Finds old rows in batches, in the order of an index, and none of them twice. Parameters: the time before which a row
 * is old, and time and id of the last checked row.
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
  // An intent can be read for 31 days. Its charge contains the same terms and may be kept longer.
  endedIntents: endedOf('intent'),
  unpaid: endedOf('unpaid'),
}

function endedOf(kind: string) {
  return `
    SELECT id, watch_until AS time FROM subjects
    WHERE kind = '${kind}' AND watch_until < ?1 AND (watch_until, id) > (?2, ?3)
    ORDER BY watch_until, id LIMIT ${PRUNE_ROWS}`
}

/**
 * Runs retention in slices, so that requests can be served between them.
 *
 * @param erase deletes a subject and all its rows
 */
export function createPruneSlice(database: Libsql.Database, erase: (id: string) => void) {
  const sql = {
    forgetBody: database.prepare(`
      UPDATE events SET body = NULL WHERE position = ?
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.subject = events.subject AND d.seq = events.seq)`),
    hasSubject: database.prepare('SELECT 1 FROM subjects WHERE id = ?'),
    isWaiting: database.prepare('SELECT 1 FROM deliveries WHERE subject = ? AND dead = 0 LIMIT 1'),
    newestEvent: database.prepare('SELECT at FROM events WHERE subject = ? ORDER BY seq DESC LIMIT 1'),
    someEvents: database.prepare('SELECT position FROM events WHERE subject = ? ORDER BY seq LIMIT 100'),
    eraseEvent: database.prepare('DELETE FROM events WHERE position = ?'),
  }

  /** Erases a subject's events one by one, at least one of them, and then the subject. */
  const eraseInTime = ({ id }: PruneRow, _: number, isOver: () => boolean): boolean => {
    for (;;) {
      const events = sql.someEvents.all(id) as { position: number }[]
      if (events.length === 0) break
      for (const { position } of events) {
        sql.eraseEvent.run(position)
        if (isOver()) return false
      }
    }
    erase(String(id))
    return true
  }
  const forgetBody = ({ id }: PruneRow) => {
    sql.forgetBody.run(id)
    return true
  }
  const isWaiting = ({ id }: PruneRow) => sql.isWaiting.get(id) !== undefined
  const eraseUnlessWaiting: PruneStage['forget'] = (row, ...rest) =>
    isWaiting(row) || eraseInTime(row, ...rest)
  /** Whether these are old events of a subject that was never stored. */
  const isOrphan = (row: PruneRow, before: number) => {
    if (sql.hasSubject.get(row.id) !== undefined || isWaiting(row)) return false
    const newest = sql.newestEvent.get(row.id) as { at: number } | undefined
    return newest !== undefined && newest.at < before
  }

  const stage = (name: keyof typeof PRUNE_SQL, limit: keyof PruneLimits, forget: PruneStage['forget']) => ({
    find: database.prepare(PRUNE_SQL[name]),
    limit,
    forget,
  })
  /** The kinds of rows that retention processes, in order. */
  const stages: PruneStage[] = [
    stage('bodies', 'bodies', forgetBody),
    stage('ended', 'subjects', eraseUnlessWaiting),
    stage('orphans', 'subjects', (row, before, isOver) =>
      isOrphan(row, before) ? eraseInTime(row, before, isOver) : true,
    ),
    stage('endedIntents', 'bodies', eraseInTime),
    stage('unpaid', 'unpaid', eraseUnlessWaiting),
  ]

  /** Prunes for `sliceMs` from the end of the last slice. @returns the start of the next one; null at the end. */
  return (limits: PruneLimits, sliceMs: number, from: PruneCursor = PRUNE_START): PruneCursor | null => {
    const endsAtMs = performance.now() + sliceMs
    const isOver = () => performance.now() >= endsAtMs
    let cursor = from
    for (let stage = stages[cursor.stage]; stage; stage = stages[cursor.stage]) {
      const before = limits[stage.limit].getTime()
      const rows = stage.find.all(before, cursor.time, cursor.id) as PruneRow[]
      for (const row of rows) {
        if (!stage.forget(row, before, isOver)) return cursor
        cursor = { stage: cursor.stage, time: row.time, id: row.id }
        if (isOver()) return cursor
      }
      if (rows.length < PRUNE_ROWS) cursor = { ...PRUNE_START, stage: cursor.stage + 1 }
    }
    return null
  }
}
