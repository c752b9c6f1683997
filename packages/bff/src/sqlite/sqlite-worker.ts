import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf } from '../log.js'
import type { DeliveryLane, DeliveryOutcome } from '../store/store.js'
import { openDatabase, type SqliteOperations, type SqliteOptions } from './sqlite-database.js'

/** A message of the store: calls to run together, or whether to watch for other processes' writes. */
export type ToWorker = { calls: Call[] } | { watching: boolean } | { close: true }

export interface Call {
  id: number
  operation: keyof SqliteOperations
  args: unknown[]
}

export type FromWorker = { opened: true } | { answers: Answer[] } | { changed: string[] }
export type Answer = { id: number; value: unknown } | { id: number; error: string }

const LOOK_OUT_MS = 250

const port = parentPort
if (!port) throw new Error('The SQLite store starts this file as its worker.')

const database = open()
const READS: ReadonlySet<string> = new Set(['get', 'holder', 'read', 'outbox', 'events'])
let lookOut: NodeJS.Timeout | undefined
let emptyingLog: NodeJS.Timeout | undefined
port.postMessage({ opened: true } satisfies FromWorker)

port.on('message', (message: ToWorker) => {
  if ('calls' in message) port.postMessage({ answers: answer(message.calls) } satisfies FromWorker)
  else if ('watching' in message) watch(message.watching)
  else {
    watch(false)
    clearTimeout(emptyingLog)
    database.close()
    port.close()
  }
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
function answer(calls: Call[]): Answer[] {
  const writes = calls.some(isWrite)
  let begun = false
  let ran = false
  try {
    if (writes) database.begin()
    begun = true
    const answers = calls.map((call) => ({ id: call.id, value: run(call, writes) }))
    ran = true
    if (writes) database.commit()
    if (calls.some((call, index) => forgets(call, answers[index]?.value))) emptyLog()
    return answers
  } catch (error) {
    database.rollback()
    // A failed call must not fail the others. But a lock or a full disk fails all of them at once.
    if (begun && !ran && calls.length > 1) return calls.flatMap((call) => answer([call]))
    return calls.map(({ id }) => ({ id, error: reasonOf(error) }))
  }
}

function forgets({ operation, args }: Call, value: unknown): boolean {
  // Once for all slices, because it takes longer than a slice.
  if (operation === 'pruneSlice') return value === null
  if (operation !== 'finish') return operation === 'erase'
  const outcome = args[1] as DeliveryOutcome
  return outcome.status === 'done' && outcome.dropBody === true
}

/** Skipped while another connection reads, because all calls would wait for it: a backup may take minutes. */
function emptyLog(): void {
  clearTimeout(emptyingLog)
  if (!database.emptyLog()) emptyingLog = setTimeout(emptyLog, LOOK_OUT_MS).unref()
}

function isWrite({ operation, args }: Call): boolean {
  if (operation === 'claim') return database.isAnythingDue(args[0] as DeliveryLane, args[3] as Date)
  return !READS.has(operation)
}

function run({ operation, args }: Call, inTransaction: boolean): unknown {
  // In a transaction, because otherwise another process could claim the same deliveries between the query and the
  // lease.
  if (operation === 'claim' && !inTransaction) return []
  // The types of the store have checked the arguments; here they only come from another thread.
  const perform = database.operations[operation] as (...args: unknown[]) => unknown
  return perform(...args)
}

function watch(watching: boolean): void {
  clearInterval(lookOut)
  if (!watching) return
  let version = database.dataVersion()
  let position = database.lastPosition()
  lookOut = setInterval(() => {
    const newest = database.dataVersion()
    if (newest === version) return
    version = newest
    const changed = database.changedSince(position)
    position = database.lastPosition()
    if (changed.length > 0) port?.postMessage({ changed } satisfies FromWorker)
  }, LOOK_OUT_MS)
}
