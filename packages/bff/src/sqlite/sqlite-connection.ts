import { Worker } from 'node:worker_threads'
import { reasonOf } from '../log.js'
import { missing } from '../optional-package.js'
import type { SqliteOperations, SqliteOptions } from './sqlite-database.js'
import type { Call, FromWorker, ToWorker } from './sqlite-worker.js'

export interface SqliteConnectionOptions extends SqliteOptions {
  /** How long a call waits for the disk before it fails, in milliseconds. */
  answerTimeoutMs: number
  /** Called after each start of a thread. */
  onStart?: (() => void) | undefined
  /** Called with the ids of subjects that another process has written to. */
  onChanged?: ((ids: string[]) => void) | undefined
}

/** One SQLite connection in a separate thread. */
export interface SqliteConnection {
  perform<Name extends keyof SqliteOperations>(
    operation: Name,
    ...args: Parameters<SqliteOperations[Name]>
  ): Promise<ReturnType<SqliteOperations[Name]>>
  /** Works only while the thread runs. */
  send(message: ToWorker): void
  /** Answers all earlier calls, and ends the thread. */
  close(): Promise<void>
}

interface Waiting {
  call: Call
  resolve(value: never): void
  reject(error: Error): void
}

/** Bounds how long one transaction can take. */
const MOST_CALLS_AT_ONCE = 512

/**
 * Runs SQLite in a separate thread, so that a slow disk or another process's lock never blocks the event loop. Calls
 * that arrive during a transaction share the next one.
 *
 * If the disk does not respond, calls fail after a timeout, and then at once until it responds. A failed call may still
 * be written later, as with every write whose reply is lost.
 */
export function openConnection(options: SqliteConnectionOptions): SqliteConnection {
  const { path, busyTimeoutMs, answerTimeoutMs, onStart, onChanged } = options
  let worker: Worker | undefined
  let queue: Waiting[] = []
  let pending = new Map<number, Waiting>()
  let busy = false
  let stalled = false
  let patience: NodeJS.Timeout | undefined
  let lastCall = 0
  let closed = false

  const noAnswer = () => new Error(`SQLite: the disk has not responded for ${answerTimeoutMs} ms.`)
  const send = (message: ToWorker) => worker?.postMessage(message)

  const start = () => {
    const started = new Worker(new URL('./sqlite-worker.js', import.meta.url), {
      workerData: { path, busyTimeoutMs } satisfies SqliteOptions,
    })
    started.on('message', (message: FromWorker) => {
      // Opening is not timed: it may migrate a large file.
      if ('opened' in message) return awaitAnswer()
      if ('changed' in message) return onChanged?.(message.changed)
      answered()
      for (const answer of message.answers) {
        const waiting = pending.get(answer.id)
        pending.delete(answer.id)
        if ('error' in answer) waiting?.reject(new Error(`SQLite: ${answer.error}`))
        else waiting?.resolve(answer.value as never)
      }
      flush()
    })
    let why = new Error('The SQLite store was closed.')
    started.on('error', (error) => {
      // `libsql` is an optional peer dependency, which the worker imports.
      const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
      why = isMissing ? missing('sqliteStore()', 'libsql', error) : new Error(`SQLite: ${reasonOf(error)}`)
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      answered()
      refuseAll(why)
    })
    worker = started
    onStart?.()
  }

  function awaitAnswer(): void {
    if (!busy) return
    patience = setTimeout(() => {
      stalled = true
      refuseAll(noAnswer())
    }, answerTimeoutMs)
  }

  function answered(): void {
    clearTimeout(patience)
    busy = false
    stalled = false
  }

  function refuseAll(why: Error): void {
    const lost = [...pending.values(), ...queue]
    pending = new Map()
    queue = []
    for (const { reject } of lost) reject(why)
  }

  function flush(): void {
    if (busy) return
    const next = queue.splice(0, MOST_CALLS_AT_ONCE)
    if (next.length === 0) {
      // An idle store must not keep the process alive.
      worker?.unref()
      return
    }
    pending = new Map(next.map((waiting) => [waiting.call.id, waiting]))
    busy = true
    if (worker) awaitAnswer()
    else start()
    worker?.ref()
    send({ calls: next.map(({ call }) => call) })
  }

  const perform: SqliteConnection['perform'] = (operation, ...args) =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The SQLite store is closed.'))
      if (stalled) return reject(noAnswer())
      queue.push({ call: { id: ++lastCall, operation, args }, resolve, reject })
      queueMicrotask(flush)
    })

  return {
    perform,
    send,
    async close() {
      if (closed) return
      // The last call, so that all earlier ones are answered first.
      if (worker || queue.length > 0) await perform('get', '').catch(() => {})
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
