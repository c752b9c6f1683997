import { join } from 'node:path'
import { migratePostgres } from '@leyden/bff/postgres'
import {
  backUpSqlite,
  checkSqlite,
  migrateSqlite,
  restoreSqlite,
  type SqliteReport,
} from '@leyden/bff/sqlite'
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

/** `migrate [--to <version>]`: migrates to the newest schema, or back to the schema of an earlier program. */
export const migrate: Command = async (args, env) => {
  const [flag, version] = args
  if (args.length !== 0 && (flag !== '--to' || !/^\d{1,4}$/.test(version ?? '')))
    throw new Error('Usage: leyden-bff migrate [--to <version>]')
  const target = version === undefined ? undefined : Number(version)
  const { from, to } = env.DATABASE_URL
    ? await migratePostgres({ connectionString: env.DATABASE_URL }, target)
    : migrateSqlite(sqliteFile(env), target)
  return print(from === to ? `The schema is ${to} already.` : `Migrated from schema ${from} to ${to}.`)
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
