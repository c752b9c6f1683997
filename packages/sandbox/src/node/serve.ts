import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** A running HTTP server of a web-standard handler. */
export interface Listener {
  /** The URL of the server, without a trailing slash. */
  url: string
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1_000_000

/** Serves a handler over HTTP; port 0 selects a free one. Rejects with a clear message if the port is taken. */
export async function serve(
  handler: (request: Request) => Promise<Response>,
  options: { host: string; port: number },
): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, options)))
    server.listen({ port: options.port, host: options.host, backlog: 8192 }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController()
  outgoing.once('close', () => disconnected.abort())
  const body = await readBody(incoming)
  if (!body) return void outgoing.writeHead(413, { connection: 'close' }).end()
  const response = await handler(toRequest(incoming, body, disconnected.signal))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body || incoming.method === 'HEAD') return void outgoing.end()
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
}

/** The body of a request; null if it is too large. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function toRequest(incoming: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), {
    method,
    headers: incoming.headers as Record<string, string>,
    signal,
    body: hasBody ? new Uint8Array(body) : null,
  })
}

function explain(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. End that program, or use another port.`,
    EACCES: `This user may not listen on port ${port}.`,
  }
  const { code = error.message } = error
  return new Error(reasons[code] ?? `Cannot listen on ${host}:${port} (${code}).`, { cause: error })
}
