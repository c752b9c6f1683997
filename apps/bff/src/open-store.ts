import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, Store } from '@leyden/bff'
import { postgresStore } from '@leyden/bff/postgres'
import { sqliteStore } from '@leyden/bff/sqlite'
import type { Settings } from './configuration/configuration.js'

/**
 * Opens the store at once, so that the program does not start without a usable store.
 *
 * @throws Error whose message is one line for a person.
 */
export async function openStore(settings: Settings, log: Log): Promise<Store> {
  const { DATABASE_URL: connectionString, LEYDEN_DATA_DIR: dataDir } = settings
  const onTrouble = (error: unknown) =>
    log.warn({ code: 'DATABASE_TROUBLE', reason: reasonOf(error) }, 'Trouble with the database')
  let store: Store | undefined
  try {
    store = connectionString ? postgresStore({ connectionString, onTrouble }) : storeInFile(dataDir)
    await store.get([])
    return store
  } catch (error) {
    await store?.close()
    const place = connectionString ? 'The database' : 'LEYDEN_DATA_DIR'
    throw new Error(`${place} cannot be used: ${reasonOf(error)}`)
  }
}

function storeInFile(dataDir: string): Store {
  // Webhooks contain e-mail addresses, which other users of this machine must not read.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return sqliteStore({ path: join(dataDir, 'leyden.db') })
}

/** Messages of the driver contain hosts and users, but no password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
