import type { Query } from '../store/sql-reads.js'
import type { PruneLimits } from '../store/store.js'

/** The rows per statement, so that none holds its locks for long. */
const PRUNE_ROWS = 500
const DAY_MS = 86_400_000

export function createRetention(query: Query, schema: string) {
  async function eraseAll(ids: string[]): Promise<void> {
    await query(
      `WITH a AS (DELETE FROM ${schema}.subjects WHERE id = ANY($1)),
         b AS (DELETE FROM ${schema}.slots WHERE subject = ANY($1)),
         c AS (DELETE FROM ${schema}.events WHERE subject = ANY($1)),
         d AS (DELETE FROM ${schema}.deliveries WHERE subject = ANY($1))
       DELETE FROM ${schema}.cursors WHERE subject = ANY($1)`,
      [ids],
    )
  }

  /**
   * Runs a statement batch by batch, in the order of an index, from the time of the previous batch's last row. Erases
   * the subjects of rows that have an id.
   */
  async function pruneAll(statement: string, before: Date): Promise<void> {
    for (let from = 0; ; ) {
      const rows = await query<{ id?: string; time: string }>(statement, [before.getTime(), from])
      const ids = rows.flatMap(({ id }) => id ?? [])
      if (ids.length > 0) await eraseAll(ids)
      if (rows.length < PRUNE_ROWS) return
      from = Math.max(...rows.map(({ time }) => Number(time)))
    }
  }

  const isIdle = (subject: string) =>
    `NOT EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = ${subject} AND NOT d.dead)`
  const endedOf = (kind: string) => `
    SELECT id, watch_until AS time FROM ${schema}.subjects s
    WHERE ${kind} watch_until < $1 AND watch_until >= $2 AND ${isIdle('s.id')}
    ORDER BY watch_until LIMIT ${PRUNE_ROWS}`
  const bodies = `
    WITH old AS (
      SELECT subject, seq FROM ${schema}.events e WHERE body IS NOT NULL AND at < $1 AND at >= $2
      AND NOT EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = e.subject AND d.seq = e.seq)
      ORDER BY at LIMIT ${PRUNE_ROWS}
    )
    UPDATE ${schema}.events e SET body = NULL FROM old WHERE e.subject = old.subject AND e.seq = old.seq
    RETURNING e.at AS time`
  const orphans = `
    SELECT subject AS id, last_at AS time FROM ${schema}.cursors c WHERE last_at < $1 AND last_at >= $2
    AND NOT EXISTS (SELECT FROM ${schema}.subjects s WHERE s.id = c.subject) AND ${isIdle('c.subject')}
    ORDER BY last_at LIMIT ${PRUNE_ROWS}`
  const windows = `
    DELETE FROM ${schema}.windows WHERE key IN (
      SELECT key FROM ${schema}.windows WHERE ends_at < $1 AND ends_at >= $2 ORDER BY ends_at LIMIT ${PRUNE_ROWS})
    RETURNING ends_at AS time`

  return {
    eraseAll,
    async prune(before: PruneLimits): Promise<void> {
      await pruneAll(bodies, before.bodies)
      await pruneAll(endedOf(''), before.subjects)
      await pruneAll(orphans, before.subjects)
      // An intent that can no longer be read is not needed, and its charge contains its terms.
      await pruneAll(endedOf("kind = 'intent' AND"), before.bodies)
      await pruneAll(endedOf("kind = 'unpaid' AND"), before.unpaid)
      await pruneAll(windows, new Date(Date.now() - DAY_MS))
    },
  }
}
