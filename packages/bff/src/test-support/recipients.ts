import { getRequestListener } from '@hono/node-server'
import { type Answer, startUpstream } from './misbehaving-server.js'

/**
 * The web servers of all recipients, for `lnurlProvider({ sandboxUrl: url })`: one server on this machine, in which the
 * `Host` header selects the domain.
 *
 * @param handler `lnurlFetch` of a sandbox.
 * @param fail answers the requests for invoices instead of the handler.
 */
export async function startRecipients(
  handler: (request: Request) => Promise<Response>,
  fail?: Answer | undefined,
) {
  const serve = getRequestListener(handler, { overrideGlobalObjects: false })
  /** Each request, as `host path`. */
  const requests: string[] = []
  const { url, close } = await startUpstream((response, request) => {
    requests.push(`${request.headers.host} ${request.url}`)
    if (fail && request.url?.includes('/callback')) fail(response, request)
    else void serve(request, response)
  })
  return { url, requests, close }
}
