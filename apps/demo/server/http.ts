import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer with a status of its own, thrown from wherever it is found out. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/**
 * The JSON object in a request. Only the shop's own page may post: the wallet behind this server pays
 * whatever it is told to.
 */
export async function readOwnJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const { origin, host } = request.headers
  if (origin && new URL(origin).host !== host)
    throw new HttpError(403, 'Only the shop’s own page may ask for this.')
  if (!request.headers['content-type']?.startsWith('application/json')) throw new HttpError(415, 'Send JSON.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > 10_000) throw new HttpError(413, 'Too large.')
    chunks.push(chunk)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new HttpError(400, 'The body is a JSON object.')
}
