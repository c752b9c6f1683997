import { LeydenError } from '@leyden/core'
import type { EventStream, StreamSink } from '../http/event-stream.js'
import type { Rates } from '../limits/limits.js'
import { createSemaphore } from '../limits/semaphore.js'
import { type Log, reasonOf } from '../log.js'
import type { Store } from '../store/store.js'
import { history, type WatchedSubject, watchedPart } from './history.js'
import type { HistoryEntry } from './history-entry.js'

export interface WatchStreamOptions {
  store: Store
  rates: Pick<Rates, 'streamsPerWatch' | 'streamsPerIp'>
  /** Called with the number of this process's open streams. */
  onCount: (open: number) => void
  log: Log
  now: () => Date
}

/**
 * Sends the states of a charge or session as server-sent events (HTML Standard, section 9.2): `id` is the number of the
 * event that led to a state, `data` the state and the server's time. The stream continues after `lastEventId`; without
 * one it begins with the current state. It ends after a final state.
 *
 * Each state is read from the store when the client's buffer has room, so a slow client needs no memory, and no state
 * is missed or repeated.
 *
 * @param ip null if unknown; then it does not count against a limit.
 * @returns null if the client's address has the maximum number of streams. Many people may share an address, so the
 * page then gets plain JSON and polls.
 * @throws LeydenError `RATE_LIMITED` if the charge or session has too many streams.
 */
export type OpenStream = (
  subject: WatchedSubject,
  client: { ip: string | null; lastEventId: string | null },
) => EventStream | null

/** A charge or session with the streams that watch it, which share its data. */
interface Watch {
  subject: WatchedSubject
  streams: Set<WatchStream>
  unwatch: () => void
  /** When it expires, in Unix milliseconds; infinite after that. */
  endsAtMs: number
  nextHeartbeatMs: number
  isReading: boolean
  /** Whether there are new events since the running read began. */
  isStale: boolean
}

/** Less than the 30 or 60 seconds after which proxies close a silent connection. */
const HEARTBEAT_MS = 15_000
/** After this time the page reconnects with its cursor, so that streams of closed pages do not pile up. */
const MAX_STREAM_MS = 15 * 60_000
const RECONNECT_MS = 2_000
const RETRY_MS = 2_000

/** Opens the streams of one process, within its limits, and ends them all when the BFF closes. */
export function createWatchStreams(options: WatchStreamOptions): { open: OpenStream; close(): void } {
  const { store, rates, onCount, log, now } = options
  const watches = new Map<string, Watch>()
  const semaphore = createSemaphore()
  let count = 0
  let isClosed = false

  /** Reads a charge or session once for all its streams. */
  async function read(watch: Watch, isHeartbeat = false): Promise<void> {
    watch.isStale = true
    if (watch.isReading) return
    watch.isReading = true
    try {
      while (watch.isStale && watch.streams.size > 0) {
        watch.isStale = false
        const events = await store.read(watch.subject.id, 0)
        const entries = history(watch.subject, events, now())
        for (const stream of [...watch.streams]) stream.send(entries, events.at(-1)?.seq ?? 0, isHeartbeat)
      }
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'A watch stream failed')
      for (const stream of [...watch.streams]) stream.end(true)
    } finally {
      watch.isReading = false
    }
  }

  const shared: Shared = {
    now,
    read: (watch) => void read(watch),
    beat(watch) {
      const isOver = now().getTime() >= watch.endsAtMs
      if (isOver) watch.endsAtMs = Number.POSITIVE_INFINITY
      const isHeartbeat = Date.now() >= watch.nextHeartbeatMs
      if (isHeartbeat) watch.nextHeartbeatMs = nextHeartbeat()
      if (isOver || isHeartbeat) void read(watch, isHeartbeat)
    },
    left(watch) {
      onCount(--count)
      if (watch.streams.size > 0) return
      watch.unwatch()
      watches.delete(watch.subject.id)
    },
  }

  function watchOf(subject: WatchedSubject): Watch {
    const watch: Watch = watches.get(subject.id) ?? {
      subject: watchedPart(subject),
      streams: new Set(),
      unwatch: store.watch(subject.id, () => void read(watch)),
      endsAtMs: Date.parse(subject.watchUntil),
      nextHeartbeatMs: nextHeartbeat(),
      isReading: false,
      isStale: false,
    }
    watches.set(subject.id, watch)
    return watch
  }

  const open: OpenStream = (subject, { ip, lastEventId }) => {
    if ((watches.get(subject.id)?.streams.size ?? 0) >= rates.streamsPerWatch)
      throw new LeydenError(
        'RATE_LIMITED',
        'Too many streams watch this charge or session. Try again later.',
        { retryAfterMs: RETRY_MS },
      )
    const release = semaphore.acquire([ip, rates.streamsPerIp])
    if (!release) return null
    const stream = new WatchStream(watchOf(subject), shared, release, lastEventId)
    onCount(++count)
    // The stream was opened while the BFF closes.
    if (isClosed) stream.end()
    return stream
  }

  return {
    open,
    close() {
      isClosed = true
      for (const { streams } of [...watches.values()]) for (const stream of [...streams]) stream.end()
    },
  }
}

/** The state that all streams of a BFF share. */
interface Shared {
  now: () => Date
  read(watch: Watch): void
  beat(watch: Watch): void
  left(watch: Watch): void
}

/** A class, because closures of thousands of idle streams would need more memory. */
class WatchStream implements EventStream {
  readonly #watch: Watch
  readonly #shared: Shared
  readonly #release: () => void
  readonly #endsAtMs = Date.now() + MAX_STREAM_MS
  #sink: StreamSink | undefined
  #hasRoom = false
  #ended = false
  /** The number of the last state that the client has. */
  #sent: number
  /** Before the first event with a cursor. */
  #isFirst: boolean

  constructor(watch: Watch, shared: Shared, release: () => void, lastEventId: string | null) {
    this.#watch = watch
    this.#shared = shared
    this.#release = release
    const cursor = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
    this.#sent = cursor ?? -1
    this.#isFirst = cursor === null
    watch.streams.add(this)
  }

  start(sink: StreamSink): void {
    this.#sink = sink
    if (this.#ended) sink.end(false)
    else this.#hasRoom = sink.write(`retry: ${RECONNECT_MS}\n\n`)
    if (this.#hasRoom) this.#shared.read(this.#watch)
  }

  resume(): void {
    if (this.#ended || this.#hasRoom) return
    this.#hasRoom = true
    this.#shared.read(this.#watch)
  }

  beat(): void {
    if (Date.now() >= this.#endsAtMs) this.end()
    else this.#shared.beat(this.#watch)
  }

  leave(): void {
    if (this.#ended) return
    this.#ended = true
    this.#watch.streams.delete(this)
    this.#release()
    this.#shared.left(this.#watch)
  }

  end(isBroken = false): void {
    if (this.#ended) return
    this.leave()
    this.#sink?.end(isBroken)
  }

  /** Sends the states that the client lacks, as far as its buffer has room. */
  send(entries: readonly HistoryEntry[], lastSeq: number, isHeartbeat: boolean): void {
    if (!this.#sink || !this.#hasRoom) return
    // Ignore a cursor that is higher than every number: it is of another subject, or of a lost store.
    if (this.#sent > lastSeq) this.#isFirst = true
    const last = entries.at(-1)
    // A charge can expire without an event, so a final state may have the same number as the previous one.
    const isNew = (entry: HistoryEntry) => entry.seq > this.#sent || (entry.final && entry === last)
    let isSilent = true
    while (this.#hasRoom && !this.#ended) {
      const entry = this.#isFirst ? last : entries.find(isNew)
      if (!entry) break
      isSilent = false
      this.#isFirst = false
      this.#sent = entry.seq
      const data = JSON.stringify({ ...entry.state, server_time: this.#shared.now().toISOString() })
      this.#hasRoom = this.#sink.write(`id: ${entry.seq}\nevent: state\ndata: ${data}\n\n`)
      if (entry.final) this.end()
    }
    if (isSilent && isHeartbeat) this.#hasRoom = this.#sink.write(': still here\n\n')
  }
}

/** Spread over time, so that thousands of streams do not send their heartbeat at once. */
function nextHeartbeat(): number {
  return Date.now() + HEARTBEAT_MS * (0.8 + Math.random() * 0.2)
}
