import type { PruneLimits } from '../../kernel/store/store.js'
import type { Query } from './sql-reads.js'

/** A table whose rows are found in the order of their time. */
interface AgedTable {
  table: string
  /** The column with the id of a subject. */
  id: string
  time: string
  /** Which rows count, by an index. */
  where?: string | undefined
  /** Which of the rows `o` are old, if their time is before `$2`. */
  isOld?: string | undefined
}

export interface RetentionOptions {
  query: Query
  schema: string
  /** The number of rows of a step, so that none holds its locks for long. */
  rowsAtOnce: number
  /** The events of subjects that were never stored. */
  orphans: AgedTable
  /** The SQL of the reference whose order a subject belongs to, as the index has it. */
  referenceOf: string
  /** Further tables with a column `subject`. */
  tables?: readonly string[] | undefined
}

/**
 * Deletes old data in steps, and yields after each one. A step whose transaction fails is repeated when retention
 * starts anew.
 */
export async function* pruneInSteps(options: RetentionOptions, limits: PruneLimits): AsyncGenerator<void> {
  const { query, schema, rowsAtOnce, orphans, referenceOf, tables = [] } = options

  /** Splits the time before a limit into ranges with about as many rows as a step may have. */
  async function* ranges({ table, time, where = 'TRUE' }: AgedTable, limit: Date): AsyncGenerator<number[]> {
    const next = `
      SELECT ${time} AS time FROM ${schema}.${table} WHERE ${where} AND ${time} >= $1 AND ${time} < $2
      ORDER BY ${time} LIMIT 1 OFFSET ${rowsAtOnce}`
    for (let start = 0, end = 0; end < limit.getTime(); start = end) {
      const [row] = await query<{ time: number | string }>(next, [start, limit.getTime()])
      end = row ? Math.max(Number(row.time), start + 1) : limit.getTime()
      yield [start, end]
    }
  }

  /** Erases old subjects that have nothing to deliver; the rows that they are found by last. */
  async function* eraseOld(aged: AgedTable, limit: Date): AsyncGenerator<void> {
    const { table, id, time, where = 'TRUE', isOld = 'TRUE' } = aged
    const ids = `
      SELECT ${id} FROM ${schema}.${table} o WHERE ${where} AND ${time} >= $1 AND ${time} < $2 AND ${isOld}
      AND NOT EXISTS (SELECT 1 FROM ${schema}.deliveries d WHERE d.subject = o.${id} AND NOT d.dead)`
    const some = `SELECT subject, seq FROM ${schema}.events WHERE subject IN (${ids}) LIMIT ${rowsAtOnce}`
    const eraseSome = `DELETE FROM ${schema}.events WHERE (subject, seq) IN (${some}) RETURNING seq`
    for await (const range of ranges(aged, limit)) {
      for (const other of ['deliveries', 'slots', 'states'])
        await query(`DELETE FROM ${schema}.${other} WHERE subject IN (${ids})`, range)
      // One subject may have very many events.
      while ((await query(eraseSome, range)).length === rowsAtOnce) yield
      for (const other of tables)
        await query(`DELETE FROM ${schema}.${other} WHERE subject IN (${ids})`, range)
      await query(`DELETE FROM ${schema}.${table} WHERE ${id} IN (${ids})`, range)
      yield
    }
  }

  const bodies = { table: 'events', id: 'subject', time: 'at', where: 'body IS NOT NULL' }
  for await (const range of ranges(bodies, limits.bodies)) {
    await query(
      `UPDATE ${schema}.events AS e SET body = NULL WHERE body IS NOT NULL AND at >= $1 AND at < $2
       AND NOT EXISTS (SELECT 1 FROM ${schema}.deliveries d WHERE d.subject = e.subject AND d.seq = e.seq)`,
      range,
    )
    yield
  }
  const subjects = { table: 'subjects', id: 'id', time: 'watch_until' }
  yield* eraseOld(subjects, limits.subjects)
  yield* eraseOld(orphans, limits.subjects)
  // An intent that can no longer be read is not needed, and its charge contains its terms.
  yield* eraseOld({ ...subjects, where: "kind = 'intent'" }, limits.bodies)
  yield* eraseOld({ ...subjects, where: "kind = 'unpaid'" }, limits.unpaid)
  // Last, because an order counts for its intents and charges as long as there are any.
  for await (const range of ranges(
    { table: 'orders', id: 'reference', time: 'watch_until' },
    limits.subjects,
  )) {
    await query(
      `DELETE FROM ${schema}.orders AS o WHERE watch_until >= $1 AND watch_until < $2
       AND NOT EXISTS (SELECT 1 FROM ${schema}.subjects WHERE ${referenceOf} = o.reference)`,
      range,
    )
    yield
  }
}
