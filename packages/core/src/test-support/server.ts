import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface Served {
  url: string
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
}

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers.splice(0)) close()
})

/** A real server on a free loopback port, closed after the tests of the file. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<Served> {
  const requests: Served['requests'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, response, requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
