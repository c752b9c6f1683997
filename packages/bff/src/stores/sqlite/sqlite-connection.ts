import { Worker } from 'node:worker_threads'
import { reasonOf } from '../../kernel/foundation/log.js'
import { missing } from '../../kernel/foundation/optional-package.js'
import type { SqliteOperations, SqliteOptions } from './sqlite-database.js'
import type { Call, FromWorker, ToWorker } from './sqlite-worker.js'

interface Waiting {
  call: Call
  resolve(value: never): void
  reject(error: Error): void
}

type Results = { [Name in keyof SqliteOperations]: Awaited<ReturnType<SqliteOperations[Name]>> }

export type Perform = <Name extends keyof SqliteOperations>(
  operation: Name,
  ...args: Parameters<SqliteOperations[Name]>
) => Promise<Results[Name]>

/** Bounds how long one transaction can take. */
const MOST_CALLS_AT_ONCE = 512

/**
 * Runs SQLite in a separate thread, so that a slow disk or another process's lock never blocks the event loop. Calls
 * that arrive during a transaction share the next one.
 *
 * If the disk does not respond, calls fail after a timeout, and then at once until it responds. A failed call may still
 * be written later, as with every write whose reply is lost.
 *
 * @param answerTimeoutMs how long a call waits for the disk before it fails.
 */
export function openConnection(options: SqliteOptions, answerTimeoutMs: number) {
  let worker: Worker | undefined
  let queue: Waiting[] = []
  let running: Waiting[] = []
  let stalled = false
  let patience: NodeJS.Timeout | undefined
  let closed = false

  const noAnswer = () => new Error(`SQLite: the disk has not responded for ${answerTimeoutMs} ms.`)

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-worker.js', import.meta.url), { workerData: options })
    started.on('message', (message: FromWorker) => {
      // Opening is not timed: it may wait for another process that creates the tables.
      if (message === 'opened') return awaitAnswer()
      const answered = running
      stopWaiting()
      for (const [index, answer] of message.entries())
        if ('error' in answer) answered[index]?.reject(new Error(`SQLite: ${answer.error}`))
        else answered[index]?.resolve(answer.value as never)
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
      refuseAll(why)
      stopWaiting()
    })
    return started
  }

  function awaitAnswer(): void {
    if (running.length === 0) return
    patience = setTimeout(() => {
      stalled = true
      refuseAll(noAnswer())
    }, answerTimeoutMs)
  }

  function stopWaiting(): void {
    clearTimeout(patience)
    running = []
    stalled = false
  }

  function refuseAll(why: Error): void {
    const refused = [...running, ...queue]
    running = []
    queue = []
    for (const { reject } of refused) reject(why)
  }

  function flush(): void {
    if (running.length > 0 || stalled) return
    running = queue.splice(0, MOST_CALLS_AT_ONCE)
    if (running.length === 0) {
      // An idle store must not keep the process alive.
      worker?.unref()
      return
    }
    if (worker) awaitAnswer()
    worker ??= start()
    worker.ref()
    worker.postMessage(running.map(({ call }) => call) satisfies ToWorker)
  }

  const perform: Perform = (operation, ...args) =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The SQLite store is closed.'))
      if (stalled) return reject(noAnswer())
      queue.push({ call: { operation, args }, resolve, reject })
      queueMicrotask(flush)
    })

  return {
    perform,
    /** Answers all earlier calls, and ends the thread. */
    async close(): Promise<void> {
      if (closed) return
      // The last call, so that all earlier ones are answered first.
      if (worker || queue.length > 0) await perform('get', []).catch(() => {})
      closed = true
      const ending = worker
      if (!ending) return
      ending.ref()
      const exited = new Promise((resolve) => ending.once('exit', resolve))
      ending.postMessage('close' satisfies ToWorker)
      await exited
    },
  }
}
