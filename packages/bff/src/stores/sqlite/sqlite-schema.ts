import type { Database } from 'libsql'
import { checkSchema, SCHEMA, tables } from '../sql/tables.js'

/**
 * Gives an empty file the tables of this version. If two processes start at once, the second one waits and finds them.
 *
 * @throws Error for a file of another version.
 */
export function createTables(database: Database, path: string): void {
  const isMissing = () => {
    checkSchema(schemaOf(database), path)
    return schemaOf(database) === 0
  }
  if (!isMissing()) return
  database.exec('BEGIN IMMEDIATE')
  try {
    if (isMissing()) {
      database.exec(tables({ position: 'INTEGER PRIMARY KEY AUTOINCREMENT', bytes: 'BLOB' }))
      database.exec(`PRAGMA user_version = ${SCHEMA}`)
    }
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** 0 if the file is empty, or not a store. */
export function schemaOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}
