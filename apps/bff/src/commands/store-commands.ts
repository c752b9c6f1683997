import { join } from 'node:path'
import { migratePostgres } from '@leyden/bff/postgres'
import { backUpSqlite, checkSqlite, restoreSqlite, type SqliteReport } from '@leyden/bff/sqlite'
import type { Command } from './command.js'

type Environment = Parameters<Command>[1]

/** `backup <file>`: copies the SQLite file, even while the program runs. */
export const backup: Command = async ([to], env) => {
  const file = needed(to, 'backup <file>')
  return print(`Copied to ${file}: ${described(backUpSqlite(sqliteFile(env), file))}`)
}

/** `restore <file>`: replaces the SQLite file by a backup; the program must not run. */
export const restore: Command = async ([from], env) => {
  const file = needed(from, 'restore <file>')
  const path = sqliteFile(env)
  const { replaced, ...report } = restoreSqlite(file, path)
  const previous = replaced === undefined ? '' : ` The previous file is now ${replaced}.`
  return print(`Restored to ${path}: ${described(report)}${previous}`)
}

/** `check-store [file]`: checks the SQLite file, or a backup. */
export const checkStore: Command = async ([file], env) => {
  const path = file ?? sqliteFile(env)
  return print(`${path} is sound: ${described(checkSqlite(path))}`)
}

/** `migrate`: creates the tables in Postgres, before the program starts. */
export const migrate: Command = async (_, env) => {
  if (!env.DATABASE_URL)
    throw new Error('DATABASE_URL is not set. A SQLite file gets its tables when the program starts.')
  await migratePostgres({ connectionString: env.DATABASE_URL })
  return print('The database has the tables of this version.')
}

function sqliteFile(env: Environment): string {
  if (env.DATABASE_URL)
    throw new Error('DATABASE_URL is set: use pg_dump and pg_restore, see "Backup" in docs/deploy.md.')
  return join(env.LEYDEN_DATA_DIR?.trim() || './data', 'leyden.db')
}

function needed(file: string | undefined, usage: string): string {
  if (file === undefined) throw new Error(`Usage: leyden-bff ${usage}`)
  return file
}

function described({ schema, charges, events, waiting, dead }: SqliteReport): string {
  return `schema ${schema}, ${charges} charges, ${events} events, ${waiting} deliveries waiting, ${dead} dead.`
}

function print(line: string): number {
  process.stdout.write(`${line}\n`)
  return 0
}
