import { LeydenError, type Log } from '@leyden/core'
import { createSemaphore } from '@leyden/core/internal'
import { reasonOf } from '../foundation/log.js'
import type { EventStream, StreamSink } from '../http/event-stream.js'
import type { Rates } from '../limits/limits.js'
import type { Store } from '../store/store.js'
import type { Watched } from '../store/subject-rows.js'
import { readWatched, stateAt } from './states.js'

export interface WatchStreamOptions {
  store: Pick<Store, 'get' | 'watch'>
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
 * The state is read from the store when the client's buffer has room, so a slow client needs no memory. It gets the
 * current state, which includes those before it, so it may miss one between two others, but never the last.
 *
 * @param ip null if unknown; then it does not count against a limit.
 * @returns null if the client's address has the maximum number of streams. Many people may share an address, so the
 * page then gets plain JSON and polls.
 * @throws LeydenError `RATE_LIMITED` if the charge or session has too many streams.
 */
export type OpenStream = (
  subject: Pick<Watched, 'id' | 'watchUntil'>,
  client: { ip: string | null; lastEventId: string | null },
) => EventStream | null

/** Less than the 30 or 60 seconds after which proxies close a silent connection. */
const HEARTBEAT_MS = 15_000
/** After this time the page reconnects with its cursor, so that streams of closed pages do not pile up. */
const MAX_STREAM_MS = 15 * 60_000
const RECONNECT_MS = 2_000
const RETRY_MS = 2_000

/** Opens the streams of one process, within its limits, and ends them all when the BFF closes. */
export function createWatchStreams(options: WatchStreamOptions) {
  const { rates, onCount } = options
  const watches = new Map<string, Watch>()
  const semaphore = createSemaphore()
  let count = 0
  let isClosed = false

  const open: OpenStream = (subject, { ip, lastEventId }) => {
    const { id } = subject
    if ((watches.get(id)?.streams.size ?? 0) >= rates.streamsPerWatch)
      throw new LeydenError(
        'RATE_LIMITED',
        'Too many streams watch this charge or session. Try again later.',
        { retryAfterMs: RETRY_MS },
      )
    const release = semaphore.acquire([ip, rates.streamsPerIp])
    if (!release) return null
    const watch = watches.get(id) ?? new Watch(subject, options)
    watches.set(id, watch)
    const stream = new WatchStream(watch, lastEventId, () => {
      release()
      onCount(--count)
      if (watch.streams.size > 0) return
      watch.unwatch()
      watches.delete(id)
    })
    onCount(++count)
    // The stream was opened while the BFF closes.
    if (isClosed) stream.end()
    return stream
  }

  return {
    open,
    close(): void {
      isClosed = true
      for (const { streams } of [...watches.values()]) for (const stream of [...streams]) stream.end()
    },
  }
}

/** A charge or session with the streams that watch it. It is read once for all of them. */
class Watch {
  readonly streams = new Set<WatchStream>()
  readonly unwatch: () => void
  readonly #id: string
  readonly #options: WatchStreamOptions
  /** When it expires, in Unix milliseconds; infinite after that. */
  #endsAtMs: number
  #nextHeartbeatMs = nextHeartbeat()
  #isReading = false
  /** Whether there are new events since the running read began. */
  #isStale = false

  constructor({ id, watchUntil }: Pick<Watched, 'id' | 'watchUntil'>, options: WatchStreamOptions) {
    this.#id = id
    this.#options = options
    this.#endsAtMs = Date.parse(watchUntil)
    this.unwatch = options.store.watch(id, () => void this.read())
  }

  now(): Date {
    return this.#options.now()
  }

  async read(isHeartbeat = false): Promise<void> {
    const { store, log } = this.#options
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isStale && this.streams.size > 0) {
        this.#isStale = false
        const at = this.now()
        const subject = await readWatched(store, this.#id)
        const current = stateAt(subject, at)
        for (const stream of [...this.streams])
          stream.send(current, { at, lastSeq: subject.state.seq, isHeartbeat })
      }
    } catch (error) {
      log.warn({ code: 'WATCH_STREAM_FAILED', reason: reasonOf(error) }, 'A watch stream failed')
      for (const stream of [...this.streams]) stream.end(true)
    } finally {
      this.#isReading = false
    }
  }

  beat(): void {
    const isOver = this.now().getTime() >= this.#endsAtMs
    if (isOver) this.#endsAtMs = Number.POSITIVE_INFINITY
    const isHeartbeat = Date.now() >= this.#nextHeartbeatMs
    if (isHeartbeat) this.#nextHeartbeatMs = nextHeartbeat()
    if (isOver || isHeartbeat) void this.read(isHeartbeat)
  }
}

/** A class, because closures of thousands of idle streams would need more memory. */
class WatchStream implements EventStream {
  readonly #watch: Watch
  readonly #onLeave: () => void
  readonly #endsAtMs = Date.now() + MAX_STREAM_MS
  #sink: StreamSink | undefined
  #hasRoom = false
  #ended = false
  /** The number of the last state that the client has. */
  #sent: number
  /** Before the first event with a cursor. */
  #isFirst: boolean

  constructor(watch: Watch, lastEventId: string | null, onLeave: () => void) {
    this.#watch = watch
    this.#onLeave = onLeave
    const cursor = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
    this.#sent = cursor ?? -1
    this.#isFirst = cursor === null
    watch.streams.add(this)
  }

  start(sink: StreamSink): void {
    this.#sink = sink
    if (this.#ended) sink.end(false)
    else this.#hasRoom = sink.write(`retry: ${RECONNECT_MS}\n\n`)
    if (this.#hasRoom) void this.#watch.read()
  }

  resume(): void {
    if (this.#ended || this.#hasRoom) return
    this.#hasRoom = true
    void this.#watch.read()
  }

  beat(): void {
    if (Date.now() >= this.#endsAtMs) this.end()
    else this.#watch.beat()
  }

  leave(): void {
    if (this.#ended) return
    this.#ended = true
    this.#watch.streams.delete(this)
    this.#onLeave()
  }

  end(isBroken = false): void {
    if (this.#ended) return
    this.leave()
    this.#sink?.end(isBroken)
  }

  /** Sends the state if the client lacks it and its buffer has room. */
  send(
    { seq, state, final }: ReturnType<typeof stateAt>,
    { at, lastSeq, isHeartbeat }: { at: Date; lastSeq: number; isHeartbeat: boolean },
  ): void {
    if (!this.#sink || !this.#hasRoom) return
    // Ignore a cursor that is higher than every number: it is of another subject, or of a lost store.
    if (this.#sent > lastSeq) this.#isFirst = true
    // A charge can expire without an event, so a final state may have the same number as the previous one.
    if (this.#isFirst || seq > this.#sent || final) {
      this.#isFirst = false
      this.#sent = seq
      const data = JSON.stringify({ ...state, server_time: at.toISOString() })
      this.#hasRoom = this.#sink.write(`id: ${seq}\nevent: state\ndata: ${data}\n\n`)
      if (final) this.end()
    } else if (isHeartbeat) this.#hasRoom = this.#sink.write(': still here\n\n')
  }
}

/** Spread over time, so that thousands of streams do not send their heartbeat at once. */
function nextHeartbeat(): number {
  return Date.now() + HEARTBEAT_MS * (0.8 + Math.random() * 0.2)
}
