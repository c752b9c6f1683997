import type { PruneLimits } from '../store/store.js'
import type { Statements } from './sqlite-statements.js'

interface PruneRow {
  id: string | number
  time: number
}

const PRUNE_ROWS = 200

/**
 * Finds old rows in batches, in the order of an index, and none of them twice. Parameters: the time before which a row
 * is old, and time and id of the last checked row.
 */
export const PRUNE_SQL = {
  bodies: `
    SELECT position AS id, at AS time FROM events
    WHERE body IS NOT NULL AND at < ?1 AND (at, position) > (?2, ?3) ORDER BY at, position LIMIT ${PRUNE_ROWS}`,
  orphans: `
    SELECT subject AS id, at AS time FROM events
    WHERE at < ?1 AND (at, subject) > (?2, ?3) ORDER BY at, subject LIMIT ${PRUNE_ROWS}`,
  ended: endedOf(''),
  // An intent can be read for 31 days. Its charge contains the same terms and may be kept longer.
  endedIntents: endedOf("kind = 'intent' AND"),
  unpaid: endedOf("kind = 'unpaid' AND"),
}

function endedOf(kind: string) {
  return `
    SELECT id, watch_until AS time FROM subjects
    WHERE ${kind} watch_until < ?1 AND (watch_until, id) > (?2, ?3)
    ORDER BY watch_until, id LIMIT ${PRUNE_ROWS}`
}

/**
 * Runs retention, and pauses after each row, so that requests can be served in between. A row whose transaction fails
 * is found again when retention starts anew.
 *
 * @param erase deletes a subject and all its rows.
 */
export function* pruneSteps({ all, run }: Statements, limits: PruneLimits, erase: (id: string) => void) {
  function* old(find: string, before: Date): Generator<PruneRow> {
    let last: PruneRow | undefined = { time: -1, id: '' }
    while (last) {
      const rows: PruneRow[] = all<PruneRow>(find, [before.getTime(), last.time, last.id])
      yield* rows
      last = rows.at(-1)
    }
  }

  /** Erases subjects without deliveries, one event after the other, because there may be many. */
  function* eraseOld(find: string, before: Date, isOld: (row: PruneRow) => boolean = () => true) {
    const isWaiting = 'SELECT 1 FROM deliveries WHERE subject = ? AND dead = 0 LIMIT 1'
    const firstEvent = 'SELECT position FROM events WHERE subject = ? ORDER BY seq LIMIT 1'
    for (const row of old(find, before)) {
      yield
      if (all(isWaiting, [row.id]).length > 0 || !isOld(row)) continue
      while (run(`DELETE FROM events WHERE position = (${firstEvent})`, [row.id]) > 0) yield
      erase(String(row.id))
    }
  }

  /** Whether these are the events of a subject that was never stored, and the newest is old. */
  const isOrphan = ({ id }: PruneRow) => {
    if (all('SELECT 1 FROM subjects WHERE id = ?', [id]).length > 0) return false
    const newest = 'SELECT at FROM events WHERE subject = ? ORDER BY seq DESC LIMIT 1'
    return all<{ at: number }>(newest, [id]).some(({ at }) => at < limits.subjects.getTime())
  }

  for (const { id } of old(PRUNE_SQL.bodies, limits.bodies)) {
    run(
      `UPDATE events SET body = NULL WHERE position = ?
       AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.subject = events.subject AND d.seq = events.seq)`,
      [id],
    )
    yield
  }
  yield* eraseOld(PRUNE_SQL.ended, limits.subjects)
  yield* eraseOld(PRUNE_SQL.orphans, limits.subjects, isOrphan)
  yield* eraseOld(PRUNE_SQL.endedIntents, limits.bodies)
  yield* eraseOld(PRUNE_SQL.unpaid, limits.unpaid)
}
