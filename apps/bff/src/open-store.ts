import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, Store } from '@leyden/bff'
import { postgresStore } from '@leyden/bff/postgres'
import { sqliteStore } from '@leyden/bff/sqlite'
import type { Configuration } from './configuration/configuration.js'

/**
 * Opens the store now, so that a start that cannot work does not look like one that does.
 *
 * @throws Error whose message is one line for a person.
 */
export async function openStore({ databaseUrl, dataDir }: Configuration, log: Log): Promise<Store> {
  if (databaseUrl === undefined) {
    try {
      return await openFile(dataDir)
    } catch (error) {
      throw new Error(`LEYDEN_DATA_DIR cannot be used: ${reasonOf(error)}`)
    }
  }
  const store = postgresStore({
    connectionString: databaseUrl,
    onTrouble: (error) => log.warn({ reason: reasonOf(error) }, 'Trouble with the database'),
  })
  try {
    await store.get('')
    return store
  } catch (error) {
    await store.close()
    throw new Error(`The database cannot be used: ${reasonOf(error)}`)
  }
}

async function openFile(dataDir: string): Promise<Store> {
  // Webhooks hold e-mail addresses, which are no business of others on this machine.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const store = sqliteStore({ path: join(dataDir, 'leyden.db') })
  try {
    await store.get('')
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** What of the address no log may hold. */
export function databaseSecrets(databaseUrl: string): string[] {
  const { password } = new URL(databaseUrl)
  return [databaseUrl, password, decodeURIComponent(password)]
}

/** Messages of the driver name hosts and users, and no password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
