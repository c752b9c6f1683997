import { Worker } from 'node:worker_threads'
import { createWindowCounter } from '../limits/window-counter.js'
import type { Store } from '../store/store.js'
import type { PruneCursor, SqliteOperations, SqliteOptions } from './sqlite-database.js'
import type { Call, FromWorker, ToWorker } from './sqlite-worker.js'

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** The file; its directory must exist. Two files beside it (`-wal`, `-shm`) belong to it. */
  path: string
  /** How long a write waits for another process's write before it fails, in milliseconds. @default 5_000 */
  busyTimeoutMs?: number | undefined
  /** How long a call waits for the disk before it fails, in milliseconds. @default 10_000 */
  answerTimeoutMs?: number | undefined
}

interface Waiting {
  call: Call
  resolve(value: never): void
  reject(error: Error): void
}

/**
 * Pruning holds up whatever else is asked for, so it is done in slices, with pauses between them in which everything
 * else is answered: how long a slice deletes, at least and at most, and how long it may take until that is on the disk.
 */
const PRUNE_SLICE_MS = { least: 5, most: 25, untilOnDisk: 40 }
const PRUNE_PAUSE_MS = 30

/** Bounds how long one transaction can take. */
const MOST_CALLS_AT_ONCE = 512

/**
 * A store in one SQLite file: what was acknowledged survives `kill -9`, and several processes may share the file.
 * SQLite works in a thread of its own, so that a slow disk or another process's lock never holds up the event
 * loop, and what arrives while it is at the disk shares the next transaction.
 *
 * A disk that does not answer at all is a refusal after a while, and at once from then on until it answers. What was
 * refused may still be written by then, as with any write whose answer is lost.
 *
 * Rate limits are counted per process.
 */
export function sqliteStore({
  path,
  busyTimeoutMs = 5_000,
  answerTimeoutMs = 10_000,
}: SqliteStoreOptions): Store {
  let worker: Worker | undefined
  let queue: Waiting[] = []
  let underWay = new Map<number, Waiting>()
  let busy = false
  let stalled = false
  let patience: NodeJS.Timeout | undefined
  let lastCall = 0
  let closed = false
  const watchers = new Map<string, Set<() => void>>()
  const take = createWindowCounter()

  const noAnswer = () => new Error(`SQLite: the disk has not answered for ${answerTimeoutMs} ms.`)
  const send = (message: ToWorker) => worker?.postMessage(message)
  const hint = (id: string) => {
    for (const call of watchers.get(id) ?? []) call()
  }

  const start = () => {
    const started = new Worker(new URL('./sqlite-worker.js', import.meta.url), {
      workerData: { path, busyTimeoutMs } satisfies SqliteOptions,
    })
    started.on('message', (message: FromWorker) => {
      if ('changed' in message) return message.changed.forEach(hint)
      answered()
      for (const answer of message.answers) {
        const waiting = underWay.get(answer.id)
        underWay.delete(answer.id)
        if ('error' in answer) waiting?.reject(new Error(`SQLite: ${answer.error}`))
        else waiting?.resolve(answer.value as never)
      }
      flush()
    })
    let why = new Error('The SQLite store was closed.')
    started.on('error', (error) => {
      why = new Error(`SQLite: ${error instanceof Error ? error.message : String(error)}`)
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      answered()
      refuseAll(why)
    })
    worker = started
    if (watchers.size > 0) send({ watching: true })
  }

  function answered(): void {
    clearTimeout(patience)
    busy = false
    stalled = false
  }

  function refuseAll(why: Error): void {
    const lost = [...underWay.values(), ...queue]
    underWay = new Map()
    queue = []
    for (const { reject } of lost) reject(why)
  }

  function flush(): void {
    if (busy) return
    const next = queue.splice(0, MOST_CALLS_AT_ONCE)
    if (next.length === 0) {
      // An idle store must not keep a program from ending.
      worker?.unref()
      return
    }
    underWay = new Map(next.map((waiting) => [waiting.call.id, waiting]))
    if (!worker) start()
    worker?.ref()
    busy = true
    patience = setTimeout(() => {
      stalled = true
      refuseAll(noAnswer())
    }, answerTimeoutMs)
    send({ calls: next.map(({ call }) => call) })
  }

  const perform = <Name extends keyof SqliteOperations>(
    operation: Name,
    ...args: Parameters<SqliteOperations[Name]>
  ): Promise<ReturnType<SqliteOperations[Name]>> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The SQLite store is closed.'))
      if (stalled) return reject(noAnswer())
      queue.push({ call: { id: ++lastCall, operation, args }, resolve, reject })
      queueMicrotask(flush)
    })

  return {
    put: (subject, options) => perform('put', subject, options),
    get: (id) => perform('get', id),
    holder: (slot) => perform('holder', slot),
    async append(id, event) {
      const result = await perform('append', id, event)
      if (result !== 'duplicate') hint(id)
      return result
    },
    read: (id, afterSeq) => perform('read', id, afterSeq),

    watch(id, call) {
      const hints = watchers.get(id) ?? new Set()
      if (watchers.size === 0) send({ watching: true })
      watchers.set(id, hints.add(call))
      return () => {
        hints.delete(call)
        if (hints.size > 0 || watchers.get(id) !== hints) return
        watchers.delete(id)
        if (watchers.size === 0) send({ watching: false })
      }
    },

    claim: (limit, leaseMs, now) => perform('claim', limit, leaseMs, now),
    finish: (deliveryId, outcome) => perform('finish', deliveryId, outcome),
    revive: (now) => perform('revive', now),
    outbox: () => perform('outbox'),
    take: async (key, limit, windowMs, now) => take(key, limit, windowMs, now),
    async prune(before) {
      let sliceMs = PRUNE_SLICE_MS.least
      let cursor: PruneCursor | undefined
      for (;;) {
        const startMs = performance.now()
        const next = await perform('pruneSlice', before, sliceMs, cursor)
        if (!next) return
        cursor = next
        // What a slice deletes has to reach the disk as well, which takes as long as the disk does.
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
      if (closed) return
      // A last question, so that everything asked before is answered first.
      await perform('get', '').catch(() => {})
      closed = true
      const ending = worker
      if (!ending) return
      ending.ref()
      const exited = new Promise((resolve) => ending.once('exit', resolve))
      send({ close: true })
      await exited
    },
  }
}
