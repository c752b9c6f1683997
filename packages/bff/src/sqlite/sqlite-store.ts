import { createWindowCounter } from '../limits/window-counter.js'
import type { Store } from '../store/store.js'
import { openConnection, type SqliteConnection } from './sqlite-connection.js'
import type { PruneCursor } from './sqlite-retention.js'

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** Path of the file, in an existing directory. SQLite adds two files with the endings `-wal` and `-shm`. */
  path: string
  /** How long a write waits for another process's write before it fails, in milliseconds. @default 5_000 */
  busyTimeoutMs?: number | undefined
  /** How long a call waits for the disk before it fails, in milliseconds. @default 10_000 */
  answerTimeoutMs?: number | undefined
}

/**
 * Pruning blocks other calls, so it runs in slices, with pauses in which other calls are served. These are the minimum
 * and maximum duration of a slice, and the maximum until its deletions are on the disk, in milliseconds.
 */
const PRUNE_SLICE_MS = { least: 5, most: 25, untilOnDisk: 40 }
const PRUNE_PAUSE_MS = 30

/**
 * A store in one SQLite file. Acknowledged events survive `kill -9`, and several processes may share the file. Reads
 * use a separate connection, so that they never wait for a write or for retention.
 *
 * Rate limits are counted per process.
 */
export function sqliteStore({
  path,
  busyTimeoutMs = 5_000,
  answerTimeoutMs = 10_000,
}: SqliteStoreOptions): Store {
  const options = { path, busyTimeoutMs, answerTimeoutMs }
  const watchers = new Map<string, Set<() => void>>()
  const hint = (id: string) => {
    for (const call of watchers.get(id) ?? []) call()
  }
  const reader = openConnection(options)
  const writer = openConnection({
    ...options,
    onStart: () => watchers.size > 0 && writer.send({ watching: true }),
    onChanged: (ids) => ids.forEach(hint),
  })
  // Requests of operators may read a long backlog, so they use a separate connection.
  const operator = openConnection(options)
  const { perform } = writer
  let migrated: Promise<unknown> | undefined

  /** The writer opens the file first, so that only one thread migrates it. */
  const readBy =
    (connection: SqliteConnection): SqliteConnection['perform'] =>
    async (...call) => {
      migrated ??= perform('get', '').catch((error: unknown) => {
        migrated = undefined
        throw error
      })
      await migrated
      return connection.perform(...call)
    }
  const [read, survey] = [readBy(reader), readBy(operator)]

  return {
    put: (subject, options) => perform('put', subject, options),
    get: (id) => read('get', id),
    holder: (slot) => read('holder', slot),
    async append(id, event) {
      const result = await perform('append', id, event)
      if (result !== 'duplicate') hint(id)
      return result
    },
    read: (id, afterSeq) => read('read', id, afterSeq),

    watch(id, call) {
      const hints = watchers.get(id) ?? new Set()
      if (watchers.size === 0) writer.send({ watching: true })
      watchers.set(id, hints.add(call))
      return () => {
        hints.delete(call)
        if (hints.size > 0 || watchers.get(id) !== hints) return
        watchers.delete(id)
        if (watchers.size === 0) writer.send({ watching: false })
      }
    },

    claim: (lane, limit, leaseMs, now) => perform('claim', lane, limit, leaseMs, now),
    renew: (deliveryIds, leaseMs, now) => perform('renew', deliveryIds, leaseMs, now),
    finish: (deliveryId, outcome) => perform('finish', deliveryId, outcome),
    revive: (now) => perform('revive', now),
    redeliver: (subjectId, seq, now) => perform('redeliver', subjectId, seq, now),
    events: (query) => survey('events', query),
    outbox: () => survey('outbox'),
    take: createWindowCounter(),
    async prune(before) {
      let sliceMs = PRUNE_SLICE_MS.least
      let cursor: PruneCursor | undefined
      for (;;) {
        const startMs = performance.now()
        const next = await perform('pruneSlice', before, sliceMs, cursor)
        if (!next) return
        cursor = next
        // The deletions of a slice also have to reach the disk, and disks differ in speed.
        const wanted = (sliceMs * PRUNE_SLICE_MS.untilOnDisk) / (performance.now() - startMs)
        sliceMs = Math.min(
          Math.max(wanted, sliceMs / 2, PRUNE_SLICE_MS.least),
          sliceMs * 1.5,
          PRUNE_SLICE_MS.most,
        )
        await new Promise((resolve) => setTimeout(resolve, PRUNE_PAUSE_MS).unref())
      }
    },
    erase: (id) => perform('erase', id),

    async close() {
      await Promise.all([reader.close(), operator.close()])
      await writer.close()
    },
  }
}
