import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server on a free port. Its answers can be set later with `server.on('request')`.
 *
 * @param host null for every address of this machine, because `localhost` and `127.0.0.1` are two sites for a browser
 */
export async function listen(handle?: RequestListener, host: string | null = '127.0.0.1') {
  const server = createServer(...(handle ? [handle] : []))
  await new Promise<void>((resolve) => server.listen({ port: 0, host: host ?? undefined }, resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
