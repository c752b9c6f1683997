import type { ClientIp } from '../http/client-ip.js'
import type { RequestContext } from '../http/route.js'
import { sha256Hex } from '../tokens/sha256-hex.js'

/** The reply to the webhook that a check of the configuration sends: how it arrived. Such a webhook is not stored. */
export type WebhookProbe = ReturnType<typeof probeWebhook>

export function probeWebhook(
  { request, ip, peer }: RequestContext,
  body: Uint8Array,
  { forwarding }: Pick<ClientIp, 'forwarding'>,
) {
  return {
    /** SHA-256 of the body, in hex. */
    hash: sha256Hex(body),
    /** The client's address for rate limits; null if the host does not pass it. */
    client: ip,
    /** The address of the connection's peer. */
    peer,
    /** How the headers of the proxies on its way were read. */
    forwarding: forwarding(request, peer),
  }
}
