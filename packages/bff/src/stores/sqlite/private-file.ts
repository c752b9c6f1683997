import { chmodSync, existsSync } from 'node:fs'

/**
 * Makes an open SQLite file readable by its owner only, because webhooks contain e-mail addresses. SQLite gives its two
 * other files the same mode. This must not open the file: closing it again would end the locks that SQLite has on it in
 * this process.
 */
export function makePrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(file)) chmodSync(file, 0o600)
    } catch {
      // The file belongs to another user, who has to protect it.
    }
  }
}
