import type { IncomingMessage, ServerResponse } from 'node:http'
import { LeydenError } from '@leyden/core'
import type { Bff } from '../../kernel/bff.js'
import { BEAT_MS, type EventStream, isStream } from '../../kernel/http/event-stream.js'
import type { HttpRequest, RequestInfo } from '../../kernel/http/http-request.js'
import { handlerOf } from '../../kernel/http/reply.js'

/** Much more than any body that is sent by mistake. */
const MAX_DISCARDED_BYTES = 1_048_576
const MAX_DISCARDING_MS = 10_000

/** A listener of `node:http`; it answers every request and never rejects. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * Makes the BFF a listener for `node:http`, Express and other frameworks that use Node's request. Behind a body parser
 * it uses `rawBody` if there is one. Otherwise it serialises `body` again, which breaks the signature of a webhook.
 *
 * ```ts
 * createServer(toNodeHandler(bff)).listen(4000)
 * ```
 *
 * @param bff the result of `createBff`.
 * @param options if operators have a separate port: `routes`, and the `prefix` of their paths.
 * @throws Error if `fetch` is not the one of a BFF.
 */
export function toNodeHandler(
  bff: Pick<Bff, 'fetch'>,
  options: Pick<RequestInfo, 'routes' | 'prefix'> = {},
): NodeHandler {
  const handle = handlerOf(bff.fetch)
  const sendStream = createStreams()
  return async (incoming, outgoing) => {
    try {
      const info = { ...options, ip: incoming.socket.remoteAddress }
      const { status, body, headers } = await handle(requestOf(incoming, outgoing), info)
      const sent: Record<string, string | number> = { ...headers }
      if (!incoming.complete) discardRest(incoming)
      if (isStream(body)) {
        if (outgoing.closed) return body.leave()
        outgoing.writeHead(status, sent)
        // If Node joins the headers with the first event, it keeps them in 39 pieces as long as the stream is open.
        outgoing.flushHeaders()
        return sendStream(body, outgoing)
      }
      if (status !== 204 && status !== 304)
        sent['content-length'] ??= body === null ? 0 : Buffer.byteLength(body)
      outgoing.writeHead(status, sent).end(body)
    } catch {
      // The path cannot be part of a URL, or the peer has disconnected.
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(400).end()
    }
  }
}

/** Adapts a request of `node:http`; reads each part only when it is used. */
function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): HttpRequest {
  const { method = 'GET' } = incoming
  const url = urlOf(incoming)
  return {
    method,
    url,
    // Node joins repeated headers. It returns an array only for headers that the BFF does not read.
    headers: { get: (name) => (incoming.headers[name] as string | undefined) ?? null },
    readBody: async (maxBytes) =>
      incoming.readableDidRead ? parsedBody(incoming, maxBytes) : readAtMost(incoming, maxBytes),
    asRequest() {
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) {
        // Pseudo-headers of HTTP/2, such as `:authority`, are not allowed in `Headers`.
        if (value === undefined || name.startsWith(':')) continue
        for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
      }
      const request = new Request(url, { method, headers })
      // Created on demand, because few functions use it.
      let signal: AbortSignal | undefined
      Object.defineProperty(request, 'signal', { get: () => (signal ??= goneSignal(outgoing)) })
      return request
    },
  }
}

/** Aborts when the client disconnects before it has the whole reply. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const disconnected = new AbortController()
  const abortUnlessSent = () => {
    if (!outgoing.writableFinished) disconnected.abort()
  }
  if (outgoing.closed) abortUnlessSent()
  else outgoing.once('close', abortUnlessSent)
  return disconnected.signal
}

function urlOf(incoming: IncomingMessage): string {
  // Frameworks remove the prefix that they have matched; the BFF needs it.
  const path = (incoming as { originalUrl?: string }).originalUrl ?? incoming.url ?? '/'
  // `URL` resolves dots and backslashes, but a proxy that allows only some paths may have read them differently. So
  // refuse them: no route has this path.
  const isPlain = path.startsWith('/') && !/\\|\/(\.|%2e){1,2}(\/|$)/i.test(path.split('?')[0] ?? '')
  // The client controls the Host header, so a fixed host is used instead.
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http'
  return `${scheme}://bff.invalid${isPlain ? path : '/-'}`
}

/** Reads by events, because an async iterator takes several times as long. Unread data stays in the socket. */
function readAtMost(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const add = (chunk: Uint8Array) => {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size <= maxBytes) return
      incoming.off('data', add).pause()
      resolve(null)
    }
    incoming.on('data', add)
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    // Also ends if the client disconnects; after that both calls have no effect.
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('The client has disconnected.')))
  })
}

/**
 * Reads what is left of a body that was answered early, and ends the connection if that is much or slow. Closing a
 * connection with unread bytes resets it, so its peer may lose the reply: a proxy then counts the whole instance as
 * failed.
 */
function discardRest(incoming: IncomingMessage): void {
  let size = 0
  const timer = setTimeout(() => incoming.destroy(), MAX_DISCARDING_MS)
  incoming.once('close', () => clearTimeout(timer))
  incoming.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size > MAX_DISCARDED_BYTES) incoming.destroy()
  })
  incoming.resume()
}

/** The body that a body parser has stored on the request. */
function parsedBody(incoming: IncomingMessage, maxBytes: number): Uint8Array<ArrayBuffer> | null {
  const { rawBody, body } = incoming as { rawBody?: unknown; body?: unknown }
  const parsed = [rawBody, body].find((each) => typeof each === 'string' || each instanceof Uint8Array)
  const text = parsed ?? (body === undefined || body === null ? undefined : JSON.stringify(body))
  if (text !== undefined) {
    const bytes = new Uint8Array(typeof text === 'string' ? Buffer.from(text) : (text as Uint8Array))
    return bytes.byteLength > maxBytes ? null : bytes
  }
  const message =
    'Other code has read the body of this request before the BFF. Mount the BFF in front of body parsers.'
  // A 5xx, so that a webhook is retried.
  const error = new LeydenError('NOT_CONFIGURED', message, { field: 'body' })
  console.error(error.message)
  throw error
}

/** Writes streams directly to their sockets, with one timer for all of them. */
function createStreams() {
  const open = new Set<EventStream>()
  let timer: NodeJS.Timeout | undefined
  return (stream: EventStream, outgoing: ServerResponse): void => {
    timer ??= setInterval(() => {
      for (const each of open) each.beat()
    }, BEAT_MS)
    open.add(stream)
    outgoing.on('close', () => {
      stream.leave()
      open.delete(stream)
      if (open.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    outgoing.on('drain', () => stream.resume())
    stream.start({
      write: (text) => outgoing.write(text),
      end: (isBroken) => void (isBroken ? outgoing.destroy() : outgoing.end()),
    })
  }
}
