import { LeydenError } from '@leyden/core'
import { isPaidEvent } from './paid-event.js'
import type { Batch, EventHead, NewEvent, Row, RowWrite, Store } from './store.js'

/** An event that a decision adds. */
export type AddedEvent = Omit<NewEvent, 'conflict' | 'urgent'>

/** What a decision reads and writes: the stored rows with everything that was decided before in the same batch. */
export interface View {
  /** One of the rows that the decision has named; null if there is none. */
  row<Data>(id: string): Row<Data> | null
  put<Data>(row: RowWrite<Data>): void
  erase(id: string): void
  /** The events that the decision has named, with those that were added to their row since. */
  events(): readonly EventHead[]
  /** What an event is: `conflict` if its row has one with the same key and another hash. */
  outcomeOf(event: Pick<NewEvent, 'key' | 'hash'>): 'stored' | 'duplicate' | 'conflict'
  /** Adds an event to a row that was put. */
  append(event: AddedEvent): void
  wake(id: string, at: Date): void
}

interface Job {
  ids: readonly string[]
  keys: readonly string[] | 'all'
  bytes: number
  known: Known | undefined
  decide: (view: View) => unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface ChangeOptions {
  /** The keys of the events that `decide` asks for, in the row of the first id. @default none */
  keys?: readonly string[] | 'all' | undefined
  /** The length of the bodies that `decide` appends. @default 0 */
  bytes?: number | undefined
  /** What was just read of all of the rows, in their order, and of these events: a decision alone needs no own read. */
  known?: Known | undefined
}

/** What was just read of rows, and of events of the first one. */
export type Known = Awaited<ReturnType<Store['get']>>

/** A batch has at most so many decisions, and about so many bytes. */
const MOST_TOGETHER = 128
const MOST_BYTES = 1_000_000
/** Each refusal means that another process has succeeded, so more would be a flood. */
const MOST_ATTEMPTS = 100
/** After so many refusals a process waits for a random time, so that every process gets its turn. */
const PATIENT_ATTEMPTS = 3
const LONGEST_WAIT_MS = 50

/** {@link createChange} of one BFF. */
export type Change = <Result>(
  ids: readonly [string, ...string[]],
  decide: (view: View) => Result,
  options?: ChangeOptions,
) => Promise<Result>

/**
 * Reads rows, decides, and commits what was decided; again if another process was faster.
 *
 * Decisions of this process with the same first id follow each other in memory, and share a commit: a thousand webhooks
 * of one session are a few commits, over one connection at a time. `decide` may run again, so it must be synchronous and
 * without effects: make invoices, ids and log lines outside. If it throws, its promise rejects, and the other decisions
 * are committed. What it has written before it threw is not.
 */
export function createChange(store: Pick<Store, 'get' | 'commit'>): Change {
  const queues = new Map<string, Job[]>()

  async function drain(row: string, queue: Job[]): Promise<void> {
    while (queue.length > 0) {
      const jobs = some(queue)
      try {
        await run(row, jobs)
      } catch (error) {
        // Something that the database refuses must not fail the others.
        if (jobs.length === 1) jobs[0]?.reject(error)
        else for (const job of jobs) await run(row, [job]).catch(job.reject)
      }
    }
    queues.delete(row)
  }

  async function run(row: string, jobs: readonly Job[]): Promise<void> {
    const ids = [...new Set(jobs.flatMap((job) => job.ids))]
    const keys = jobs.flatMap((job) => job.keys)
    const isAll = keys.includes('all')
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (attempt >= PATIENT_ATTEMPTS) await pause(Math.random() * LONGEST_WAIT_MS)
      const asked = keys.length > 0 ? { of: row, keys: isAll ? undefined : [...new Set(keys)] } : undefined
      const known = attempt === 0 && jobs.length === 1 ? knownBy(jobs[0]) : undefined
      const { rows, events } = known ?? (await store.get(ids, asked))
      const { batch, ends } = decideAll(jobs, () => openBatch(row, ids, rows, events))
      const { changed } = batch.isEmpty() ? {} : await store.commit(batch.content())
      if (changed === undefined) {
        for (const end of ends) end()
        return
      }
    }
    throw new LeydenError('SERVICE_UNAVAILABLE', 'Too many requests change this at once. Try again.', {
      retryAfterMs: 1_000,
    })
  }

  return <Result>(
    ids: readonly [string, ...string[]],
    decide: (view: View) => Result,
    { keys = [], bytes = 0, known }: ChangeOptions = {},
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const [row] = ids
      const queue = queues.get(row) ?? []
      queue.push({ ids, keys, bytes, known, decide, resolve: resolve as Job['resolve'], reject })
      if (queues.has(row)) return
      queues.set(row, queue)
      queueMicrotask(() => void drain(row, queue))
    })
}

/**
 * Makes the decisions of a batch one after another. If one throws, the others are made again without it, because it may
 * have written something before.
 */
function decideAll(jobs: readonly Job[], open: () => OpenBatch): { batch: OpenBatch; ends: (() => void)[] } {
  const failed = new Map<Job, unknown>()
  for (;;) {
    const batch = open()
    const count = failed.size
    const ends = jobs.map((job) => {
      try {
        const result = failed.has(job) ? undefined : job.decide(batch.view)
        return () => (failed.has(job) ? job.reject(failed.get(job)) : job.resolve(result))
      } catch (error) {
        failed.set(job, error)
        return () => {}
      }
    })
    if (failed.size === count) return { batch, ends }
  }
}

/** Takes the first jobs of a queue that fit into one batch; at least one. */
function some(queue: Job[]): Job[] {
  let bytes = 0
  const end = queue.findIndex((job, index) => {
    bytes += job.bytes
    return index > 0 && (index >= MOST_TOGETHER || bytes > MOST_BYTES)
  })
  return queue.splice(0, end === -1 ? queue.length : end)
}

/** What a job need not read. */
function knownBy(job: Job | undefined): Known | undefined {
  return job?.known?.rows.length === job?.ids.length ? job?.known : undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

type OpenBatch = ReturnType<typeof openBatch>

/** @param main the row whose events were read. */
function openBatch(
  main: string,
  ids: readonly string[],
  found: readonly (Row | null)[],
  read: readonly EventHead[],
) {
  const versions = new Map(ids.map((id, index) => [id, found[index]?.version ?? 0]))
  const rows = new Map(ids.map((id, index) => [id, found[index] ?? null]))
  const put = new Map<string, RowWrite>()
  const erased = new Set<string>()
  const touched = new Set<string>()
  const wakes = new Map<string, number>()
  const events: NewEvent[] = []
  const heads = [...read]
  const touch = (id: string) => {
    if (!versions.has(id)) throw new Error(`The row ${id} was not read.`)
    touched.add(id)
  }
  const outcomeOf: View['outcomeOf'] = ({ key, hash }) => {
    const alike = heads.filter((event) => event.key === key)
    if (alike.length === 0) return 'stored'
    return alike.some((event) => event.hash === hash) ? 'duplicate' : 'conflict'
  }
  const view: View = {
    row<Data>(id: string) {
      touch(id)
      return (rows.get(id) ?? null) as Row<Data> | null
    },
    put(row) {
      touch(row.id)
      const { version = 0, seq = 0 } = rows.get(row.id) ?? {}
      put.set(row.id, row)
      rows.set(row.id, { ...row, version, seq })
    },
    erase(id) {
      touch(id)
      if (versions.get(id) !== 0) erased.add(id)
      put.delete(id)
      rows.set(id, null)
    },
    events: () => heads,
    outcomeOf,
    append({ body, ...event }) {
      const row = rows.get(event.subjectId)
      if (!row || !put.has(row.id)) throw new Error(`The row ${event.subjectId} is not put.`)
      const seq = row.seq + 1
      rows.set(row.id, { ...row, seq })
      const conflict = row.id === main && outcomeOf(event) === 'conflict'
      events.push({ ...event, body, conflict, urgent: isPaidEvent(event.facts) })
      const { subjectId: _, deliver: __, ...head } = event
      if (row.id === main) heads.push({ ...head, conflict, seq, bytes: body?.byteLength ?? 0 })
    },
    wake(id, at) {
      touch(id)
      wakes.set(id, at.getTime())
    },
  }
  return {
    view,
    isEmpty: () => put.size === 0 && erased.size === 0 && wakes.size === 0,
    content: (): Batch => ({
      expect: Object.fromEntries([...touched].map((id) => [id, versions.get(id) ?? 0])),
      put: [...put.values()],
      erase: [...erased],
      events,
      wake: Object.fromEntries(wakes),
    }),
  }
}
