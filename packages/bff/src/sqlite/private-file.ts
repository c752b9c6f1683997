import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

/**
 * Creates a SQLite file, or takes one, that only its owner can read: webhooks hold e-mail addresses. SQLite gives the two
 * files beside it the mode of the file.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(file)) chmodSync(file, 0o600)
    } catch {
      // Another user's file, which that user has to protect.
    }
  }
}
