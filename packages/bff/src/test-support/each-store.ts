import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import { afterAll, afterEach, describe } from 'vitest'
import type { Store } from '../kernel/store/store.js'
import { memoryStore } from '../stores/memory/memory-store.js'

/**
 * Runs the same tests on the memory store and on SQLite; `freshStore` returns an empty one, which is closed after the
 * test.
 */
export function describeOnEachStore(
  name: string,
  tests: (freshStore: () => Store, kind: string) => void,
): void {
  const directory = mkdtempSync(join(tmpdir(), 'leyden-each-store-'))
  const opened: Store[] = []
  let files = 0
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  describe.each([
    ['memory', memoryStore],
    ['SQLite', () => sqliteStore({ path: join(directory, `${++files}.db`) })],
  ])(`${name}, on %s`, (kind, open) => {
    tests(() => {
      const store = open()
      opened.push(store)
      return store
    }, kind)
  })
}
