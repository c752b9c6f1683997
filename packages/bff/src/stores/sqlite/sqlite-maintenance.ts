import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type Libsql from 'libsql'
import { reasonOf } from '../../kernel/foundation/log.js'
import { missing } from '../../kernel/foundation/optional-package.js'
import { checkSchema } from '../sql/tables.js'
import { schemaOf } from './sqlite-schema.js'

/** The contents of a store's file. */
export interface SqliteReport {
  /** The number of its schema. */
  schema: number
  /** The number of charges. */
  charges: number
  /** The number of events. */
  events: number
  /** The number of deliveries and payment checks that wait, without dead ones. */
  waiting: number
  /** The number of dead events. */
  dead: number
}

/**
 * Checks every page and every index of a file. The file may be in use, and is not changed.
 *
 * @throws Error with the problem.
 * @example
 * console.log(checkSqlite('/data/leyden.db').events)
 */
export function checkSqlite(path: string): SqliteReport {
  return withDatabase(path, (database) => {
    const only = <Row>(query: string) => database.prepare(query).get() as Row
    try {
      const found = only<{ integrity_check: string }>('PRAGMA integrity_check(1)').integrity_check
      if (found !== 'ok') throw new Error(`It is damaged: ${found}`)
      const schema = schemaOf(database)
      if (schema === 0) throw new Error('It is not a store of Leyden.')
      checkSchema(schema, 'It')
      const count = (rows: string) => only<{ n: number }>(`SELECT COUNT(*) AS n FROM ${rows}`).n
      return {
        schema,
        charges: count("rows WHERE kind = 'charge'"),
        events: count('events WHERE seq > 0'),
        waiting: count('events WHERE due IS NOT NULL AND NOT dead'),
        dead: count('events WHERE dead'),
      }
    } catch (error) {
      throw new Error(`${path}: ${reasonOf(error)}`)
    }
  })
}

/**
 * Copies a file that may be in use. The copy contains every event that was acknowledged before the call; it is checked
 * and synced to the disk before this returns. Does not block writes to the file.
 *
 * @throws Error if the copy exists already, or cannot be written.
 * @example
 * backUpSqlite('/data/leyden.db', '/backups/monday.db')
 */
export function backUpSqlite(path: string, to: string): SqliteReport {
  if (fs.existsSync(to)) throw new Error(`${to} exists already.`)
  const part = `${to}.part`
  withDatabase(path, (database) => {
    fs.rmSync(part, { force: true })
    // Create an empty file for SQLite to write into, so that it is private from the start.
    fs.writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
    try {
      // No prepared statement: it would keep the connection open until it is garbage-collected.
      database.exec(`VACUUM INTO '${part.replaceAll("'", "''")}'`)
    } catch (error) {
      fs.rmSync(part, { force: true })
      throw error
    }
  })
  const report = checkSqlite(part)
  putInPlace(part, to)
  return report
}

/**
 * Replaces a file that is not in use by a backup. The old file is kept under another name.
 *
 * @throws Error if the backup is damaged or of another version, or the file is in use.
 * @returns the contents of the backup, and the name of the replaced file.
 * @example
 * const { replaced } = restoreSqlite('/backups/monday.db', '/data/leyden.db')
 */
export function restoreSqlite(
  backup: string,
  path: string,
): SqliteReport & {
  /** The new name of the replaced file; undefined if there was none. */
  replaced?: string | undefined
} {
  const report = checkSqlite(backup)
  const part = `${path}.part`
  fs.copyFileSync(backup, part)
  fs.chmodSync(part, 0o600)
  let replaced: string | undefined
  if (fs.existsSync(path)) {
    refuseInUse(path)
    replaced = `${path}.${new Date().toISOString().replace(/\D/g, '')}`
    for (const suffix of ['', '-wal', '-shm'])
      if (fs.existsSync(path + suffix)) fs.renameSync(path + suffix, replaced + suffix)
  }
  putInPlace(part, path)
  return { ...report, replaced }
}

const BUSY_TIMEOUT_MS = 10_000

function withDatabase<Result>(
  path: string,
  work: (database: Libsql.Database) => Result,
  timeout = BUSY_TIMEOUT_MS,
): Result {
  if (!fs.existsSync(path)) throw new Error(`There is no file ${path}.`)
  const database = new (loadLibsql())(path, { timeout })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** `libsql` is an optional peer dependency, loaded synchronously on first use. */
function loadLibsql(): typeof Libsql {
  try {
    return createRequire(import.meta.url)('libsql')
  } catch (error) {
    throw missing('@leyden/bff/sqlite', 'libsql', error)
  }
}

/** Only the last connection to a file can switch the write-ahead log off, so this detects others. */
function refuseInUse(path: string): void {
  try {
    withDatabase(path, (database) => database.prepare('PRAGMA journal_mode = DELETE').all(), 0)
  } catch (error) {
    // A damaged file may be replaced.
    if (/locked|busy/i.test(reasonOf(error)))
      throw new Error(`${path} is in use. Stop the program that uses it.`)
  }
}

/** Syncs the file before it renames it, so that the name never refers to a part of it. */
function putInPlace(part: string, to: string): void {
  sync(part)
  fs.renameSync(part, to)
  sync(dirname(to))
}

function sync(path: string): void {
  const file = fs.openSync(path, 'r')
  fs.fsyncSync(file)
  fs.closeSync(file)
}
