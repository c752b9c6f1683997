import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type Libsql from 'libsql'
import { reasonOf } from '../log.js'
import { missing } from '../optional-package.js'
import { makePrivate } from './private-file.js'
import { migrate, NEWEST_SCHEMA, versionOf } from './sqlite-schema.js'

/** What is in a file. */
export interface SqliteReport {
  /** The version of its schema. */
  schema: number
  charges: number
  events: number
  /** Deliveries and look-ups that are waiting, and events that were given up. */
  waiting: number
  dead: number
}

/**
 * Checks a file in full: every page, every index. It may be in use, and is not changed.
 *
 * @throws Error that says what is wrong.
 */
export function checkSqlite(path: string): SqliteReport {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const database = open(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    const [found] = database.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
    if (found?.integrity_check !== 'ok') throw new Error(`It is damaged: ${found?.integrity_check}`)
    const schema = versionOf(database)
    if (schema === 0) throw new Error('It is not a store of Leyden.')
    if (schema > NEWEST_SCHEMA)
      throw new Error(`It has schema ${schema}, newer than this program's ${NEWEST_SCHEMA}.`)
    const count = (rows: string) =>
      (database.prepare(`SELECT COUNT(*) AS n FROM ${rows}`).get() as { n: number }).n
    return {
      schema,
      charges: count("subjects WHERE kind IN ('charge', 'unpaid')"),
      events: count('events'),
      waiting: count('deliveries WHERE dead = 0'),
      dead: count('deliveries WHERE dead = 1'),
    }
  } catch (error) {
    throw new Error(`${path}: ${reasonOf(error)}`)
  } finally {
    database.close()
  }
}

/**
 * Copies a file that may be in use: what was acknowledged before the call is in the copy, which is checked and on the disk
 * when this returns. Nothing waits for it.
 *
 * @throws Error where the copy exists, or cannot be written.
 */
export function backUpSqlite(path: string, to: string): SqliteReport {
  checkExists(path)
  if (existsSync(to)) throw new Error(`${to} exists already.`)
  const part = `${to}.part`
  rmSync(part, { force: true })
  // SQLite writes into an empty file, and this one is private from the start.
  closeSync(openSync(part, 'wx', 0o600))
  const database = open(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Without a prepared statement, which would keep the connection open until it is collected as garbage.
    database.exec(`VACUUM INTO '${part.replaceAll("'", "''")}'`)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    database.close()
  }
  const report = checkSqlite(part)
  putInPlace(part, to)
  return report
}

/**
 * Puts a backup in the place of a file that nobody uses, which is kept beside it.
 *
 * @throws Error where the backup is damaged or newer than this package, or the file is in use.
 * @returns what is in it, and the name of the file that was replaced.
 */
export function restoreSqlite(
  backup: string,
  path: string,
): SqliteReport & { replaced?: string | undefined } {
  const report = checkSqlite(backup)
  const part = `${path}.part`
  copyFileSync(backup, part)
  chmodSync(part, 0o600)
  let replaced: string | undefined
  if (existsSync(path)) {
    refuseInUse(path)
    replaced = `${path}.${new Date().toISOString().replace(/\D/g, '')}`
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(path + suffix)) renameSync(path + suffix, replaced + suffix)
  }
  putInPlace(part, path)
  return { ...report, replaced }
}

/**
 * Brings a file to a version of the schema: the newest, or an earlier one for an earlier version of the package. Nothing
 * that both versions know is lost.
 *
 * @throws Error for a version that there is not.
 */
export function migrateSqlite(path: string, to: number = NEWEST_SCHEMA): { from: number; to: number } {
  checkExists(path)
  const database = open(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    makePrivate(path)
    return { from: migrate(database, to), to }
  } finally {
    database.close()
  }
}

const BUSY_TIMEOUT_MS = 10_000

/** `libsql` is an optional peer dependency, loaded on first use; these functions do not wait. */
function open(path: string, options: Libsql.Options = {}): Libsql.Database {
  let Database: typeof Libsql
  try {
    Database = createRequire(import.meta.url)('libsql')
  } catch (error) {
    throw missing('@leyden/bff/sqlite', 'libsql', error)
  }
  return new Database(path, options)
}

function checkExists(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
}

/** The write-ahead log can be left only by the one connection that there is. */
function refuseInUse(path: string): void {
  const database = open(path)
  try {
    database.prepare('PRAGMA journal_mode = DELETE').all()
  } catch (error) {
    // A damaged file is what a backup is for.
    if (/locked|busy/i.test(reasonOf(error)))
      throw new Error(`${path} is in use. Stop the program that uses it.`)
  } finally {
    database.close()
  }
}

/** Renames what is on the disk, so that the name never stands for a part of it. */
function putInPlace(part: string, to: string): void {
  sync(part)
  renameSync(part, to)
  sync(dirname(to))
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
