import type { IncomingMessage, ServerResponse } from 'node:http'
import { LeydenError } from '@leyden/core'
import type { Bff } from '../bff.js'
import { BEAT_MS, type EventStream, isStream } from '../http/event-stream.js'
import type { RequestInfo } from '../http/handler.js'
import type { HttpRequest } from '../http/http-request.js'
import { handlerOf } from '../http/reply.js'

/** A listener of `node:http`; it answers every request and never rejects. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * The BFF as a listener of `node:http`, and so of Express and other frameworks with Node's own request. Behind a body
 * parser it uses `rawBody`, or else serialises `body` again, which no longer matches a webhook's signature.
 *
 * ```ts
 * createServer(toNodeHandler(bff)).listen(4000)
 * ```
 *
 * @param bff what `createBff` has returned.
 * @param options `routes`: a part of the routes, for one of two ports.
 * @throws Error where `fetch` is not that of a BFF.
 */
export function toNodeHandler(
  bff: Pick<Bff, 'fetch'>,
  options: Pick<RequestInfo, 'routes'> = {},
): NodeHandler {
  const handle = handlerOf(bff.fetch)
  const sendStream = createStreams()
  return async (incoming, outgoing) => {
    try {
      const info = { ...options, ip: incoming.socket.remoteAddress }
      const request = new NodeRequest(incoming, outgoing)
      const { status, body, headers } = await handle(request, info)
      const sent: Record<string, string | number> = { ...headers }
      // An unread body would be parsed as the next request of the connection.
      if (!incoming.complete && incoming.method === 'POST') sent.connection = 'close'
      if (isStream(body)) {
        if (outgoing.closed) return body.leave()
        outgoing.writeHead(status, sent)
        return sendStream(body, outgoing)
      }
      if (status !== 204 && status !== 304)
        sent['content-length'] ??= body === null ? 0 : Buffer.byteLength(body)
      outgoing.writeHead(status, sent).end(body)
    } catch {
      // A request that cannot be a URL, or a peer that disconnected.
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(400).end()
    }
  }
}

/** A request of `node:http`; nothing is copied out of it before somebody asks. */
class NodeRequest implements HttpRequest {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly method: string
  readonly url: string
  readonly headers: HttpRequest['headers']

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.method = incoming.method ?? 'GET'
    this.url = urlOf(incoming)
    // Node joins what comes more than once, so an array is of a header that nobody reads here.
    this.headers = { get: (name) => (incoming.headers[name] as string | undefined) ?? null }
  }

  async readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const incoming = this.#incoming
    return incoming.readableDidRead ? parsedBody(incoming, maxBytes) : readAtMost(incoming, maxBytes)
  }

  asRequest(): Request {
    const headers = new Headers()
    for (const [name, value] of Object.entries(this.#incoming.headers)) {
      // `:authority` and the like of HTTP/2 are no headers.
      if (value === undefined || name.startsWith(':')) continue
      for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
    }
    const request = new Request(this.url, { method: this.method, headers })
    // Made on demand: few functions use it.
    let signal: AbortSignal | undefined
    Object.defineProperty(request, 'signal', { get: () => (signal ??= goneSignal(this.#outgoing)) })
    return request
  }
}

/** Aborts when the client disconnects before it has the whole reply. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const abortUnlessSent = () => {
    if (!outgoing.writableFinished) gone.abort()
  }
  if (outgoing.closed) abortUnlessSent()
  else outgoing.once('close', abortUnlessSent)
  return gone.signal
}

function urlOf(incoming: IncomingMessage): string {
  // Frameworks remove the prefix that they have matched; the BFF needs it.
  const path = (incoming as { originalUrl?: string }).originalUrl ?? incoming.url ?? '/'
  // `URL` resolves dots and backslashes, which a proxy that lets some paths through may have read otherwise.
  const isPlain = path.startsWith('/') && !/\\|\/(\.|%2e){1,2}(\/|$)/i.test(path.split('?')[0] ?? '')
  // The client controls the Host header, so a fixed host is used instead.
  return `http://bff.invalid${isPlain ? path : '/'}`
}

/** By its events: an iterator of the same takes several times as long. What is not read stays in the socket. */
function readAtMost(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    incoming.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size <= maxBytes) return
      incoming.pause()
      resolve(null)
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    // Also where the client disconnects; afterwards neither has an effect.
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('The client has disconnected.')))
  })
}

/** The body as a body parser has left it. */
function parsedBody(incoming: IncomingMessage, maxBytes: number): Uint8Array<ArrayBuffer> | null {
  const { rawBody, body } = incoming as { rawBody?: unknown; body?: unknown }
  const given = [rawBody, body].find((each) => typeof each === 'string' || each instanceof Uint8Array)
  const text = given ?? (body === undefined || body === null ? undefined : JSON.stringify(body))
  if (text !== undefined) {
    const bytes = new Uint8Array(typeof text === 'string' ? Buffer.from(text) : (text as Uint8Array))
    return bytes.byteLength > maxBytes ? null : bytes
  }
  const message =
    'Something has read the body of this request before the BFF did: mount the BFF in front of body parsers.'
  // A 5xx, so that a webhook is retried.
  const error = new LeydenError('NOT_CONFIGURED', message, { field: 'body' })
  console.error(error.message)
  throw error
}

/** Sends streams straight to their sockets, with one timer for all of them. */
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
