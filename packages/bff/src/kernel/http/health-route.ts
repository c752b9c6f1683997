import { Reply } from './reply.js'
import type { Route } from './route.js'

/** `GET /healthz`: the process is alive. The doctor compares the public URL with the one under which it asks. */
export function healthRoute(publicUrl: string): Route {
  const headers = { 'content-type': 'text/plain', 'x-leyden-public-url': publicUrl }
  return {
    name: 'healthz',
    method: 'GET',
    path: '/healthz',
    caller: 'server',
    handle: async () => new Reply(200, 'ok\n', headers),
  }
}
