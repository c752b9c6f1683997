import { resolveWatchUrl } from './base-url.js'
import { LeydenError } from './error.js'
import { dataOf } from './reply.js'
import { asLeydenError, type Connection, open, parseJson, pause, replyOf } from './request.js'
import type { WatchState } from './wire.js'

export interface WatchOptions {
  /** Ends the watch. */
  signal: AbortSignal
  /** Called with each state, at least once each; never after the abort. */
  onState: (state: WatchState) => void
  /** Called when a look failed; the watch goes on by itself unless the error is `NOT_FOUND`. */
  onError?: (error: LeydenError) => void
}

export interface WatchHandle {
  /** Looks at once, for when a person comes back to the page or the network does. */
  refresh(): void
}

/** Browsers open six connections per host (HTTP/1.1); two leave room for the page's own. */
const MAX_STREAMS = 2
const POLL_MS = [1_000, 2_000, 3_000]
const SLOW_POLL_MS = 5_000
/** The BFF says something every 15 s, so a longer silence is a connection that nobody closed. */
const SILENCE_MS = 40_000

/**
 * Makes the `watch` of one client: a stream while there is a place for it and the server sends one, short
 * polls with back-off otherwise. Resumes after the last event it saw.
 */
export function createWatcher(connection: Connection, baseUrl: string) {
  let streams = 0

  return (watchUrl: string, { signal, onState, onError }: WatchOptions): WatchHandle => {
    let wake = new AbortController()
    let refreshed = false
    let lastEventId: string | undefined
    let final = false
    signal.addEventListener('abort', () => wake.abort())

    const take = (state: unknown) => {
      if (signal.aborted || !isWatchState(state)) return
      final = state.status === 'paid' || state.status === 'completed'
      onState(state)
    }

    /** One request, to the end of its stream where it has one; resolves to whether it had. */
    const look = async (asStream: boolean): Promise<boolean> => {
      const stop = () => wake.abort()
      let timer = setTimeout(stop, SILENCE_MS)
      if (asStream) streams++
      try {
        const headers = {
          ...(asStream && { accept: 'text/event-stream' }),
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        }
        const url = resolveWatchUrl(baseUrl, watchUrl)
        const response = await open(
          connection,
          { method: 'GET', url, identified: true, headers },
          wake.signal,
        )
        const { body } = response
        if (!body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
          take(dataOf(replyOf(response, await response.text()), true))
          return false
        }
        for await (const chunk of chunksOf(body, wake.signal)) {
          clearTimeout(timer)
          timer = setTimeout(stop, SILENCE_MS)
          const { id, data } = chunk
          lastEventId = id ?? lastEventId
          take(data)
          if (final) break
        }
        return true
      } finally {
        if (asStream) streams--
        clearTimeout(timer)
      }
    }

    const run = async () => {
      for (let round = 0, failures = 0; !signal.aborted && !final; round++) {
        wake = new AbortController()
        const asStream = !refreshed && streams < MAX_STREAMS
        refreshed = false
        let waitMs: number
        try {
          waitMs = (await look(asStream)) ? 500 : (POLL_MS[round] ?? SLOW_POLL_MS)
          failures = 0
        } catch (cause) {
          if (signal.aborted) return
          if (refreshed) continue
          const error = asLeydenError(cause)
          onError?.(error)
          if (error.code === 'NOT_FOUND' || error.field === 'watch_url') return
          waitMs = Math.min(15_000, 500 * 2 ** ++failures)
        }
        if (!refreshed && !final) await pause(waitMs * (0.75 + Math.random() / 2), wake.signal)
      }
    }
    void run()

    return {
      refresh() {
        refreshed = true
        wake.abort()
      },
    }
  }
}

function isWatchState(value: unknown): value is WatchState {
  const state = value as Partial<WatchState> | null | undefined
  return (state?.kind === 'charge' || state?.kind === 'ramp') && typeof state.status === 'string'
}

/**
 * The blocks of a `text/event-stream` (HTML Standard, section 9.2) as far as the BFF uses it: `id` and one-line
 * `data`; a comment is a block without either, and a sign of life.
 */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<{ id?: string | undefined; data?: unknown }> {
  const reader = body.getReader()
  // A transport may not tie its body to the signal.
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      if (rest.length > 65_536) throw new LeydenError('BAD_RESPONSE', 'An event of the watch is too long.')
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        yield { id: field('id'), data: parseJson(field('data') ?? '') }
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
