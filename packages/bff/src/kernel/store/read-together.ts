import type { Known } from './change.js'
import type { Store } from './store.js'

/** {@link createReadTogether} of one BFF. */
export type ReadTogether = (id: string, key: string) => Promise<Known>

/**
 * Reads a row, and its events with a key. While a row is read, further reads of it wait, and are then one: a thousand
 * webhooks of one session at once are read over one connection, and leave the others to everybody else.
 */
export function createReadTogether(store: Pick<Store, 'get'>): ReadTogether {
  /** The last read of each row. */
  const last = new Map<string, Promise<unknown>>()
  /** The reads that have not begun. */
  const waiting = new Map<string, { keys: Set<string>; found: Promise<Known> }>()

  async function readAfter(before: Promise<unknown> | undefined, id: string, keys: Set<string>) {
    await before?.catch(() => {})
    // Whoever asks from now on needs a read that begins later.
    waiting.delete(id)
    return store.get([id], { of: id, keys: [...keys] }).finally(() => !waiting.has(id) && last.delete(id))
  }

  return async (id, key) => {
    const { keys, found } = waiting.get(id) ?? begin(id)
    keys.add(key)
    const { rows, events } = await found
    return { rows, events: events.filter((event) => event.key === key) }
  }

  function begin(id: string) {
    const keys = new Set<string>()
    const read = { keys, found: readAfter(last.get(id), id, keys) }
    last.set(id, read.found)
    waiting.set(id, read)
    return read
  }
}
