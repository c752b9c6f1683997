import { chmodSync, existsSync } from 'node:fs'

/**
 * Makes an open SQLite file readable by its owner alone: webhooks hold e-mail addresses. SQLite gives the two files beside
 * it the same mode. This must not open the file: closing it again would end the locks that SQLite has on it in this process.
 */
export function makePrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(file)) chmodSync(file, 0o600)
    } catch {
      // Another user's file, which that user has to protect.
    }
  }
}
