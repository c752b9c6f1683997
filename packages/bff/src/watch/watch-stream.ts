import type { Context } from '../context.js'
import type { Log } from '../log.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import { history, type Moment } from './history.js'

export interface StreamRequest {
  lastEventId: string | null
  signal: AbortSignal
  /** Called once, when the stream has ended. */
  leave: () => void
  log: Log
}

/** Below the 30 and 60 seconds after which proxies cut what is silent. */
const HEARTBEAT_MS = 15_000
/** Then the page comes back with its cursor: streams do not pile up behind a page that is long gone. */
const LONGEST_MS = 15 * 60_000
const RECONNECT_MS = 2_000

/**
 * The states of a charge or session as server-sent events (HTML Standard, section 9.2): `id` is the number of the
 * event that led to a state, `data` the state and the server's time. It goes on after `lastEventId`; without one it begins with how things
 * stand. It ends after a final state.
 *
 * Each state is read from the store when the client has room for it, so a slow client costs no memory, and none is
 * missed or repeated.
 */
export function watchStream(
  context: Context,
  subject: ChargeSubject | RampSubject,
  { lastEventId, signal, leave, log }: StreamRequest,
): Response {
  const encoder = new TextEncoder()
  const endsAtMs = Date.now() + LONGEST_MS
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
  const unwatch = context.store.watch(subject.id, hint)

  const forgetClosing = context.closing.onClose(() => end())
  const end = () => {
    if (ended) return
    ended = true
    unwatch()
    signal.removeEventListener('abort', end)
    forgetClosing()
    leave()
    wake()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted || context.closing.closed) end()

  const next = async (): Promise<Moment | null> => {
    hinted = false
    const events = await context.store.read(subject.id, 0)
    const moments = history(subject, events, context.now())
    const last = moments.at(-1) as Moment
    // A cursor of another subject, or of a store that was lost, would wait for a number that is long in coming.
    if (sent > (events.at(-1)?.seq ?? 0)) first = true
    // The clock can end a charge without an event, so a final state may have the number of the one before it.
    const isNew = (moment: Moment) => moment.seq > sent || (moment.final && moment === last)
    return first ? last : (moments.find(isNew) ?? null)
  }

  const sleep = () =>
    new Promise<void>((resolve) => {
      const untilEndMs = Date.parse(subject.watchUntil) - context.now().getTime()
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
        let moment = await next()
        if (!moment) {
          await sleep()
          if (ended) return close()
          moment = await next()
        }
        if (!moment) return controller.enqueue(encoder.encode(': still here\n\n'))
        first = false
        sent = moment.seq
        const data = JSON.stringify({ ...moment.state, server_time: context.now().toISOString() })
        controller.enqueue(encoder.encode(`id: ${moment.seq}\nevent: state\ndata: ${data}\n\n`))
        if (moment.final) close()
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'A watch stream broke')
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
