import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf } from '../../kernel/foundation/log.js'
import { openDatabase, type SqliteOperations, type SqliteOptions } from './sqlite-database.js'

/** Calls to run together. */
export type ToWorker = Call[] | 'close'

export interface Call {
  operation: keyof SqliteOperations
  args: unknown[]
}

/** The answers to all calls of a message, in their order. */
export type FromWorker = 'opened' | Answer[]
export type Answer = { value: unknown } | { error: string }

const CLEAN_AGAIN_MS = 250

const port = parentPort
if (!port) throw new Error('The SQLite store starts this file as its worker.')

const database = open()
const operations: SqliteOperations = { ...database.reads, ...database.writes }
let cleaning: NodeJS.Timeout | undefined
port.postMessage('opened' satisfies FromWorker)

port.on('message', async (message: ToWorker) => {
  if (message !== 'close') return port.postMessage((await answer(message)) satisfies FromWorker)
  clearTimeout(cleaning)
  database.close()
  port.close()
})

/** Errors of the driver cannot be passed between threads, but their messages can. */
function open() {
  try {
    return openDatabase(workerData as SqliteOptions)
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}

/** Runs all calls that arrived during the last transaction in one transaction, and so with one fsync. */
async function answer(calls: Call[]): Promise<Answer[]> {
  const writes = calls.some(({ operation }) => operation in database.writes)
  let isRunning = false
  try {
    if (writes) database.begin()
    isRunning = true
    const answers: Answer[] = []
    for (const call of calls) answers.push({ value: await run(call) })
    isRunning = false
    if (writes) database.commit()
    cleanLog()
    return answers
  } catch (error) {
    database.rollback()
    if (!isRunning || calls.length === 1) return calls.map(() => ({ error: reasonOf(error) }))
    // A failed call must not fail the others. But a lock or a full disk fails all of them at once.
    const answers: Answer[] = []
    for (const call of calls) answers.push(...(await answer([call])))
    return answers
  }
}

/** The types of the store have checked the arguments; here they only come from another thread. */
function run({ operation, args }: Call): unknown {
  const perform = operations[operation] as (...args: unknown[]) => unknown
  return perform(...args)
}

function cleanLog(): void {
  clearTimeout(cleaning)
  if (!database.cleanLog()) cleaning = setTimeout(cleanLog, CLEAN_AGAIN_MS).unref()
}
