import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../../kernel/store/store.js'
import { headOf, rowOf } from '../sql/rows.js'
import { createWatchers } from '../watchers.js'
import { createWindowCounter } from '../window-counter.js'
import { batchValues } from './batch-values.js'
import { openConnection, type Perform } from './sqlite-connection.js'
import type { SqliteOperations } from './sqlite-database.js'

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** Path of the file, in an existing directory. SQLite adds two files with the endings `-wal` and `-shm`. */
  path: string
  /** How long a write waits for another process's write before it fails, in milliseconds. @default 5_000 */
  busyTimeoutMs?: number | undefined
  /** How long a call waits for the disk before it fails, in milliseconds. @default 10_000 */
  answerTimeoutMs?: number | undefined
}

/** Pruning blocks other calls, so it runs in slices, with pauses in which other calls are served, in milliseconds. */
const PRUNE_SLICE_MS = 10
const PRUNE_PAUSE_MS = 30
/** The polling interval for events of other processes. */
const LOOK_OUT_MS = 250

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
  const open = () => openConnection({ path, busyTimeoutMs }, answerTimeoutMs)
  // Requests of operators may read a long backlog, so they use a separate connection.
  const [writer, reader, operator] = [open(), open(), open()]
  const { perform } = writer
  const watchers = createWatchers()
  let isPolling = false
  let opened: Promise<unknown> | undefined

  /** The writer opens the file first, so that only one thread creates its tables. */
  const readBy =
    (connection: { perform: Perform }): Perform =>
    async (operation, ...args) => {
      opened ??= perform('get', []).catch((error: unknown) => {
        opened = undefined
        throw error
      })
      await opened
      return connection.perform(operation, ...args)
    }
  const [read, survey] = [readBy(reader), readBy(operator)]

  /** Looks for events of other processes while somebody watches. */
  async function pollChanges(): Promise<void> {
    let last: Awaited<ReturnType<SqliteOperations['changesSince']>> | undefined
    while (watchers.ids().length > 0) {
      const changes = await perform('changesSince', last).catch(() => undefined)
      changes?.subjects.forEach(watchers.hint)
      last = changes ?? last
      await wait(LOOK_OUT_MS, undefined, { ref: false })
    }
    isPolling = false
  }

  return {
    async get(ids, of) {
      const { rows, events } = await read('get', ids, of)
      return { rows: rows.map((row) => (row ? rowOf(row) : null)), events: events.map(headOf) }
    },
    async commit(batch) {
      const outcome = await perform('commit', batchValues(batch))
      if (outcome.changed === undefined)
        for (const { subjectId } of batch.events ?? []) watchers.hint(subjectId)
      return outcome
    },
    read: (id, afterSeq, limit) => read('read', id, afterSeq, limit),

    watch(id, call) {
      const unwatch = watchers.watch(id, call)
      if (!isPolling) {
        isPolling = true
        void pollChanges()
      }
      return unwatch
    },

    async claim(lane, limit, leaseMs, now) {
      // The outbox asks often. An empty transaction would wait for another process's write.
      if (!(await perform('isAnythingDue', lane, now))) return []
      return perform('claim', lane, limit, leaseMs, now)
    },
    renew: (deliveryIds, leaseMs, now) => perform('renew', deliveryIds, leaseMs, now),
    finish: (deliveryId, outcome) => perform('finish', deliveryId, outcome),
    redeliver: (now, event) => perform('redeliver', now, event),
    events: (query) => survey('events', query),
    rows: (query) => survey('rows', query),
    outbox: () => survey('outbox'),
    take: createWindowCounter(),
    async prune(limits) {
      while (!(await perform('pruneSlice', limits, PRUNE_SLICE_MS)))
        await wait(PRUNE_PAUSE_MS, undefined, { ref: false })
    },

    async close() {
      watchers.clear()
      await Promise.all([reader.close(), operator.close()])
      await writer.close()
    },
  }
}
