import { type Log, reasonOf } from '../log.js'
import type { Shutdown } from '../shutdown.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import { history } from './history.js'
import type { HistoryEntry } from './history-entry.js'

export interface StreamOptions {
  store: Store
  shutdown: Shutdown
  log: Log
  now: () => Date
}

export interface StreamRequest {
  lastEventId: string | null
  signal: AbortSignal
  /** Called once, when the stream has ended. */
  onEnd: () => void
}

/** Below the 30 and 60 seconds after which proxies cut a silent connection. */
const HEARTBEAT_MS = 15_000
/** Then the page reconnects with its cursor: streams of pages that are long gone do not pile up. */
const MAX_STREAM_MS = 15 * 60_000
const RECONNECT_MS = 2_000

/**
 * The states of a charge or session as server-sent events (HTML Standard, section 9.2): `id` is the number of the
 * event that led to a state, `data` the state and the server's time. The stream continues after `lastEventId`; without
 * one it begins with the present state. It ends after a final state.
 *
 * Each state is read from the store when the client has room for it, so a slow client costs no memory, and none is
 * missed or repeated.
 */
export function watchStream(
  { store, shutdown, log, now }: StreamOptions,
  subject: ChargeSubject | RampSubject,
  { lastEventId, signal, onEnd }: StreamRequest,
): Response {
  const encoder = new TextEncoder()
  const endsAtMs = Date.now() + MAX_STREAM_MS
  const cursor = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
  let sent = cursor ?? -1
  let first = cursor === null
  let greeted = false
  let ended = false
  let wake = () => {}
  let hinted = false
  const hint = () => {
    hinted = true
    wake()
  }
  const unwatch = store.watch(subject.id, hint)

  const unsubscribe = shutdown.onStart(() => end())
  const end = () => {
    if (ended) return
    ended = true
    unwatch()
    signal.removeEventListener('abort', end)
    unsubscribe()
    onEnd()
    wake()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted || shutdown.started) end()

  const next = async (): Promise<HistoryEntry | null> => {
    hinted = false
    const events = await store.read(subject.id, 0)
    const entries = history(subject, events, now())
    const last = entries.at(-1) as HistoryEntry
    // A cursor of another subject, or of a store that was lost, is beyond every number that comes soon.
    if (sent > (events.at(-1)?.seq ?? 0)) first = true
    // The clock can end a charge without an event, so a final state may have the number of the one before it.
    const isNew = (entry: HistoryEntry) => entry.seq > sent || (entry.final && entry === last)
    return first ? last : (entries.find(isNew) ?? null)
  }

  const sleep = () =>
    new Promise<void>((resolve) => {
      const untilEndMs = Date.parse(subject.watchUntil) - now().getTime()
      // Staggered, so that thousands of streams do not all beat at once.
      const beatMs = HEARTBEAT_MS * (0.8 + Math.random() * 0.2)
      const waitMs = untilEndMs > 0 ? Math.min(beatMs, untilEndMs) : beatMs
      const timer = setTimeout(resolve, hinted || ended ? 0 : waitMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  let left = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const close = () => {
        end()
        // A stream that its reader has left is closed already.
        if (!left) controller.close()
      }
      try {
        if (!greeted) {
          greeted = true
          controller.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n\n`))
          return
        }
        if (ended || Date.now() >= endsAtMs) return close()
        let entry = await next()
        if (!entry) {
          await sleep()
          if (ended) return close()
          entry = await next()
        }
        if (!entry) return controller.enqueue(encoder.encode(': still here\n\n'))
        first = false
        sent = entry.seq
        const data = JSON.stringify({ ...entry.state, server_time: now().toISOString() })
        controller.enqueue(encoder.encode(`id: ${entry.seq}\nevent: state\ndata: ${data}\n\n`))
        if (entry.final) close()
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'A watch stream broke')
        end()
        controller.error(error)
      }
    },
    cancel() {
      left = true
      end()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
