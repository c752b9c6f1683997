import type { PruneLimits } from '../../kernel/store/store.js'
import type { Long } from './rows.js'
import type { Query } from './sql-reads.js'

export interface RetentionOptions {
  query: Query
  schema: string
  /** The number of rows of a step, so that none holds its locks for long. */
  rowsAtOnce: number
}

const BEGINNING = Number.MIN_SAFE_INTEGER

/**
 * Deletes old data in steps, and yields after each one. A step whose transaction fails is repeated when retention
 * starts anew.
 */
export async function* pruneInSteps(
  { query, schema, rowsAtOnce }: RetentionOptions,
  { bodies, unpaid, subjects }: PruneLimits,
): AsyncGenerator<void> {
  type Place = readonly [time: Long, id: Long]
  /** Walks over an index in ranges with as many rows as a step may have. */
  async function* ranges(start: Place, page: string, values: unknown[]): AsyncGenerator<[Place, Place]> {
    for (let from = start; ; ) {
      const found = await query<{ time: Long; id: Long }>(page, [...from, rowsAtOnce, ...values])
      const last = found.at(-1)
      if (!last) return
      const to: Place = [last.time, last.id]
      yield [from, to]
      if (found.length < rowsAtOnce) return
      from = to
    }
  }

  const withBody = `${schema}.events WHERE body IS NOT NULL AND (at, position) > ($1, $2)`
  const bodiesPage = `SELECT at AS time, position AS id FROM ${withBody} AND at < $4 ORDER BY at, position LIMIT $3`
  for await (const [from, to] of ranges([BEGINNING, 0], bodiesPage, [bodies.getTime()])) {
    const ofEvents = withBody.replace(' WHERE', ' SET body = NULL WHERE')
    await query(`UPDATE ${ofEvents} AND (at, position) <= ($3, $4) AND due IS NULL`, [...from, ...to])
    yield
  }

  const rowsPage = `SELECT until AS time, id FROM ${schema}.rows WHERE keep = $5 AND (until, id) > ($1, $2)
    AND until < $4 ORDER BY until, id LIMIT $3`
  // Neither wakes, nor has an event that waits for its delivery.
  const old = `FROM ${schema}.rows r WHERE r.keep = $1 AND (r.until, r.id) > ($2, $3) AND (r.until, r.id) <= ($4, $5)
    AND NOT EXISTS (SELECT 1 FROM ${schema}.events w WHERE w.subject = r.id AND w.seq = 0)
    AND NOT EXISTS (SELECT 1 FROM ${schema}.events w WHERE w.subject = r.id AND w.due IS NOT NULL AND w.seq > 0
      AND NOT w.dead)`
  const someEvents = `SELECT position FROM ${schema}.events WHERE subject IN (SELECT r.id ${old}) LIMIT ${rowsAtOnce}`
  const eraseEvents = `DELETE FROM ${schema}.events WHERE position IN (${someEvents}) RETURNING seq`
  // Postgres compares the version again if it has waited for another writer of the row.
  const eraseRows = `DELETE FROM ${schema}.rows WHERE (id, version) IN (SELECT r.id, r.version ${old}
    AND NOT EXISTS (SELECT 1 FROM ${schema}.events e WHERE e.subject = r.id))`
  for (const [keep, limit] of Object.entries({ bodies, unpaid, subjects })) {
    const endMs = Math.max(limit.getTime(), subjects.getTime())
    for await (const [from, to] of ranges([BEGINNING, ''], rowsPage, [endMs, keep])) {
      const range = [keep, ...from, ...to]
      // One row may have very many events.
      while ((await query(eraseEvents, range)).length === rowsAtOnce) yield
      await query(eraseRows, range)
      yield
    }
  }
}
