import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  method: string
  url: string
  apikey: string | undefined
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server with the given misbehaviour that records its requests. */
export async function startUpstream(answer: Answer, atPort = 0) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, apikey: headers.apikey as string | undefined })
    request.resume()
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}
