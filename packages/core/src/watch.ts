import { resolveWatchUrl } from './base-url.js'
import { LeydenError } from './error.js'
import { dataOf } from './reply.js'
import { type Connection, exchange, open, pause, type Send } from './request.js'
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
const POLL_MS = [1_000, 2_000, 3_000, 5_000]

/**
 * Makes the `watch` of one client: a stream while there is a place for it and the server sends one, short
 * polls with back-off otherwise. Resumes after the last event it saw.
 */
export function createWatcher(connection: Connection, baseUrl: string) {
  let streams = 0

  return (watchUrl: string, { signal, onState, onError }: WatchOptions): WatchHandle => {
    let wake = new AbortController()
    let refreshed = false
    const refresh = () => {
      refreshed = true
      wake.abort()
    }
    signal.addEventListener('abort', () => wake.abort(), { once: true })

    let lastEventId: string | undefined
    let final = false
    const take = (state: unknown) => {
      if (signal.aborted || !isWatchState(state)) return
      final = state.status === 'paid' || state.status === 'completed'
      onState(state)
    }

    const readOnce = async (send: Send) => take(dataOf(await exchange(connection, send), true))

    const stream = async (send: Send): Promise<'streamed' | 'answered'> => {
      streams++
      try {
        const headers: Record<string, string> = { accept: 'text/event-stream' }
        if (lastEventId !== undefined) headers['last-event-id'] = lastEventId
        const response = await open(connection, { ...send, headers }, wake.signal)
        if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
          const json: unknown = await response.json().catch(() => undefined)
          take(dataOf({ status: response.status, headers: response.headers, json }, true))
          return 'answered'
        }
        await readEvents(response.body, wake.signal, ({ id, data }) => {
          lastEventId = id ?? lastEventId
          take(data)
          return final ? 'enough' : 'go_on'
        })
        return 'streamed'
      } finally {
        streams--
      }
    }

    const run = async () => {
      const send: Send = { method: 'GET', url: resolveWatchUrl(baseUrl, watchUrl), identified: true, signal }
      let failures = 0
      for (let round = 0; !signal.aborted && !final; round++) {
        let streamed = false
        try {
          if (refreshed || streams >= MAX_STREAMS) {
            refreshed = false
            await readOnce(send)
          } else streamed = (await stream(send)) === 'streamed'
          failures = 0
        } catch (cause) {
          if (signal.aborted) return
          if (!refreshed) {
            failures++
            const error =
              cause instanceof LeydenError
                ? cause
                : new LeydenError('NETWORK', 'The watch was cut off.', { cause })
            onError?.(error)
            if (error.code === 'NOT_FOUND') return
          }
        }
        if (wake.signal.aborted) wake = new AbortController()
        if (signal.aborted || final || refreshed) continue
        const base = failures
          ? Math.min(15_000, 500 * 2 ** failures)
          : streamed
            ? 500
            : (POLL_MS[round] ?? 5_000)
        await pause(base * (0.75 + Math.random() / 2), wake.signal)
        if (wake.signal.aborted) wake = new AbortController()
      }
    }
    run().catch((error) => onError?.(error))
    return { refresh }
  }
}

function isWatchState(value: unknown): value is WatchState {
  const state = value as Partial<WatchState> | null | undefined
  return (state?.kind === 'charge' || state?.kind === 'ramp') && typeof state.status === 'string'
}

/** Reads `text/event-stream` (HTML Standard, section 9.2) as far as the BFF uses it: `id` and one-line `data`. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEvent: (event: { id: string | undefined; data: unknown }) => 'go_on' | 'enough',
): Promise<void> {
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
        const id = /^id: ?(.*)$/m.exec(block)?.[1]
        const data = parse(/^data: ?(.*)$/m.exec(block)?.[1])
        if (data !== undefined && onEvent({ id, data }) === 'enough') return
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
