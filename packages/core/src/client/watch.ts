import { fieldsOf, type Json, parseJson } from '../foundation/json.js'
import { withDeadline } from './deadline.js'
import type { LeydenError } from './error.js'
import { badResponse, dataOf, type Reply } from './reply.js'
import { asLeydenError, backOffMs, type Connection, isDue, open, pause, replyOf } from './request.js'
import type { WatchState } from './wire.js'

/** Options of `client.watch`. */
export interface WatchOptions {
  /** Ends the watch. */
  signal: AbortSignal
  /**
   * Called with the current state when the server answers first, and at least once after each change; changes that
   * follow each other quickly may be one call, with the last state. Never called after the abort.
   */
  onState: (state: WatchState) => void
  /**
   * Called when a request failed. The watch continues, unless the server itself answers that there is no such charge or
   * session (`NOT_FOUND`, without a `contentType`): then it asks no more.
   */
  onError?: ((error: LeydenError) => void) | undefined
  /**
   * Called with false when the server has not answered for four seconds, and with true as soon as it answers again. An
   * open stream counts as an answer while its heartbeat arrives.
   */
  onConnection?: ((isConnected: boolean) => void) | undefined
}

/** What `client.watch` returns. */
export interface WatchHandle {
  /** Polls at once, and asks who is signed in: for when the page becomes visible or the network is back. */
  refresh(): void
}

/** Browsers open six connections per host (HTTP/1.1); two leave room for the page's own. */
const MAX_STREAMS = 2
/** The first pause is about as long as that after three attempts: half a second. */
const FIRST_POLL_ATTEMPT = 3
/** The BFF sends a heartbeat within 15 s, so a longer silence means a dead connection. */
const SILENCE_MS = 20_000
/**
 * How long the server may be silent before `onConnection` reports it. Long enough not to report a stream that
 * reconnects.
 */
const REPORT_SILENCE_MS = 4_000
const MAX_EVENT_CHARACTERS = 65_536

/**
 * Creates the `watch` of one client: a stream if the client has fewer than two and the server sends one, and polling with
 * back-off otherwise. Resumes after the last event it received.
 */
export function createWatcher(connection: Connection, baseUrl: string) {
  let streams = 0

  return (watchUrl: string, { signal, onState, onError, onConnection }: WatchOptions): WatchHandle => {
    let wake = new AbortController()
    let isOver = signal.aborted
    let lastEventId: string | undefined
    signal.addEventListener('abort', () => {
      end()
      wake.abort()
    })

    let silenceTimer: ReturnType<typeof setTimeout> | undefined
    let isLost = false
    const expectAnswer = () => {
      silenceTimer ??= setTimeout(() => {
        isLost = true
        onConnection?.(false)
      }, REPORT_SILENCE_MS)
    }
    const noteAnswer = () => {
      clearTimeout(silenceTimer)
      silenceTimer = undefined
      if (isLost && !isOver) onConnection?.(true)
      isLost = false
    }
    const end = () => {
      isOver = true
      clearTimeout(silenceTimer)
    }

    const within = <T>(ms: number, work: (signal: AbortSignal) => Promise<T>) =>
      withDeadline(ms, wake.signal, work)

    const handleState = (state: unknown) => {
      if (isOver || !isWatchState(state)) return
      if (/^(paid|completed)$/.test(state.status)) end()
      onState(state)
    }

    /** Event streams (HTML Standard, section 9.2) as far as the BFF uses them: `id` and one-line `data`. */
    const follow = async (reader: ReadableStreamDefaultReader<string>, sentAtMs: number) => {
      let rest = ''
      while (!isOver) {
        const { done, value } = await within(SILENCE_MS, () => reader.read())
        if (done) return
        const blocks = (rest + value).split('\n\n')
        rest = blocks.pop() ?? ''
        if (rest.length > MAX_EVENT_CHARACTERS) throw badResponse('event')
        for (const block of blocks) {
          lastEventId = /^id: ?(.*)$/m.exec(block)?.[1] ?? lastEventId
          const state = parseJson(/^data: ?(.*)$/m.exec(block)?.[1] ?? '')
          connection.clock.takeReply(fieldsOf(state).server_time, sentAtMs, Date.now())
          handleState(state)
        }
      }
    }

    const run = async () => {
      for (let round = 1; !isOver; round++) {
        // When woken, poll at once: opening a stream takes longer. Only the reply to a poll says who is signed in.
        const asksUser = isDue(connection.question)
        const asStream = !wake.signal.aborted && !asksUser && streams < MAX_STREAMS
        wake = new AbortController()
        streams += Number(asStream)
        let reader: ReadableStreamDefaultReader<string> | undefined
        let waitMs = backOffMs(FIRST_POLL_ATTEMPT + round)
        try {
          const url = resolveWatchUrl(baseUrl, watchUrl)
          const headers: Record<string, string> = {}
          if (asStream) headers.accept = 'text/event-stream'
          if (lastEventId) headers['last-event-id'] = lastEventId
          const sentAtMs = Date.now()
          expectAnswer()
          const { timeoutMs } = connection
          const sent = await within(timeoutMs, (stop) =>
            open(connection, { url, headers, asksUser: true }, sentAtMs, stop),
          )
          const { response } = sent
          if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
            noteAnswer()
            reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
            if (reader) await follow(reader, sentAtMs)
            waitMs = backOffMs(FIRST_POLL_ATTEMPT)
          } else {
            const reply = await within(timeoutMs, () => replyOf(connection, sent, sentAtMs))
            const state = stateOfReply(reply)
            noteAnswer()
            handleState(state)
            if (asksUser) waitMs = 0
          }
        } catch (cause) {
          if (isOver) return
          if (wake.signal.aborted) continue
          const error = asLeydenError(cause)
          // An error reply of the BFF itself counts as an answer too.
          if ((error.status ?? 500) < 500 && error.contentType === undefined) noteAnswer()
          onError?.(error)
          if (endsWatch(error)) return end()
        } finally {
          streams -= Number(asStream)
          // A custom transport may not connect the body of its reply to the signal.
          reader?.cancel().catch(() => {})
        }
        if (!isOver) await pause(waitMs, wake.signal)
      }
    }
    void run()

    const refresh = () => {
      // Somebody else may have signed in while the page was hidden.
      connection.question.raised++
      wake.abort()
    }
    return { refresh }
  }
}

/**
 * Whether an error is a definite answer: the URL is unusable, or the server itself says that it has nothing there. A
 * proxy's 404 in its place may be temporary.
 */
export function endsWatch({ code, contentType, field }: LeydenError): boolean {
  return (code === 'NOT_FOUND' && contentType === undefined) || field === 'watch_url'
}

/** Whether a value is the state of a charge or session, with the fields that pages need. */
export function isWatchState(value: unknown): value is WatchState {
  const { kind, status } = fieldsOf(value)
  return (kind === 'charge' || kind === 'ramp') && typeof status === 'string'
}

/** The state in a reply, with `server_time` in it, as an event has it. @throws LeydenError for an error */
export function stateOfReply(reply: Reply): Json {
  return { server_time: reply.json.server_time, ...dataOf(reply) }
}

/** The absolute form of a `watch_url`, which is relative to its BFF and may not lead elsewhere. */
export function resolveWatchUrl(baseUrl: string, watchUrl: string): string {
  if (!/^[\w~-]+(\/(?!\.)[\w.~-]+)*$/.test(watchUrl)) throw badResponse('watch_url')
  return `${baseUrl}/${watchUrl}`
}
