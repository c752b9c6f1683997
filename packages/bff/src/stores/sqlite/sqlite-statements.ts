import type { Database, Statement } from 'libsql'

/** Runs statements, and prepares each one only once. Their parameters may be `$1` as in Postgres, or `?`. */
export function createStatements(database: Database) {
  const statements = new Map<string, Statement<unknown[]>>()
  function prepared(text: string) {
    const statement = statements.get(text) ?? database.prepare(text.replaceAll('$', '?'))
    statements.set(text, statement)
    return statement
  }
  return {
    /** @returns the rows of the result. */
    all: <Row extends object>(text: string, values: readonly unknown[] = []) =>
      prepared(text).all(values) as Row[],
    /** @returns the first row of the result, for a third of the time. */
    first: <Row extends object>(text: string, values: readonly unknown[]) =>
      prepared(text).get(values) as Row | undefined,
    /** @returns the number of changed rows. */
    run: (text: string, values: readonly unknown[] = []) => prepared(text).run(values).changes,
  }
}
