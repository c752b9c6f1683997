import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LeydenError } from '@leyden/core'
import type { Bff } from '../create-bff.js'
import { handlerOf, type TextReply } from '../http/reply.js'

/** A listener of `node:http`; it answers every request and never rejects. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * The BFF as a listener of `node:http`, and so of Express and other frameworks with Node's own request. Behind a body
 * parser it uses `rawBody`, or else serialises `body` again, which no longer matches a webhook's signature.
 *
 * ```ts
 * createServer(toNodeHandler(bff)).listen(4000)
 * ```
 */
export function toNodeHandler(bff: Pick<Bff, 'fetch'>): NodeHandler {
  const handle = handlerOf(bff.fetch)
  return async (incoming, outgoing) => {
    try {
      const request = toRequest(incoming)
      // Made on demand: it costs as much time as the rest of a short request, and few routes use it.
      let signal: AbortSignal | undefined
      Object.defineProperty(request, 'signal', { get: () => (signal ??= goneSignal(outgoing)) })
      const ip = incoming.socket.remoteAddress
      await send(await handle(request, { ip }), incoming, outgoing)
    } catch {
      // A request that `Request` cannot express, or a peer that disconnected.
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(400).end()
    }
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

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    // `:authority` and the like of HTTP/2 are no headers.
    if (value === undefined || name.startsWith(':')) continue
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
  }
  // Frameworks remove the prefix that they have matched; the BFF needs it.
  const path = (incoming as { originalUrl?: string }).originalUrl ?? incoming.url ?? '/'
  // The client controls the Host header, so a fixed host is used instead.
  // `URL` resolves dots and backslashes, which a proxy that lets some paths through may have read otherwise.
  const isPlain = path.startsWith('/') && !/\\|\/(\.|%2e){1,2}(\/|$)/i.test(path.split('?')[0] ?? '')
  const url = new URL(`http://bff.invalid${isPlain ? path : '/'}`)
  const { method = 'GET' } = incoming
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  return new Request(url, {
    method,
    headers,
    body: incoming.readableDidRead ? parsedBody(incoming) : toStream(incoming),
    duplex: 'half',
  } as RequestInit)
}

/** The body as a body parser has left it. */
function parsedBody(incoming: IncomingMessage): string | Uint8Array<ArrayBuffer> | ReadableStream {
  const { rawBody, body } = incoming as { rawBody?: unknown; body?: unknown }
  for (const bytes of [rawBody, body]) {
    if (typeof bytes === 'string') return bytes
    if (bytes instanceof Uint8Array) return new Uint8Array(bytes)
  }
  if (body !== undefined && body !== null) return JSON.stringify(body)
  const message =
    'Something has read the body of this request before the BFF did: mount the BFF in front of body parsers.'
  // A 5xx, so that a webhook is retried.
  const error = new LeydenError('NOT_CONFIGURED', message, { field: 'body' })
  console.error(error.message)
  return new ReadableStream({ pull: (controller) => controller.error(error) })
}

/** The incoming body, chunk by chunk; unread data stays in the socket. */
function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

async function send(
  { status, headers, body }: Response | TextReply,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // An unread body would be parsed as the next request of the connection.
  if (!incoming.complete && incoming.method === 'POST') outgoing.setHeader('connection', 'close')
  for (const [name, value] of headers) outgoing.setHeader(name, value)
  outgoing.statusCode = status
  if (body === null || typeof body === 'string') return void outgoing.end(body)
  if (incoming.method === 'HEAD' || outgoing.closed) {
    await body.cancel()
    return void outgoing.end()
  }
  const reader = body.getReader()
  outgoing.on('close', () => void reader.cancel().catch(() => {}))
  outgoing.flushHeaders()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!outgoing.write(value) && !outgoing.closed) await drained(outgoing)
  }
  outgoing.end()
}

/** Resolves when there is room again, or the client has disconnected. */
async function drained(outgoing: ServerResponse): Promise<void> {
  const left = new AbortController()
  const { signal } = left
  await Promise.race(['drain', 'close'].map((name) => once(outgoing, name, { signal }))).catch(() => {})
  left.abort()
}
