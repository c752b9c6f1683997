import type { RequestContext } from '../http/route.js'
import { sha256Hex } from '../tokens/sha256-hex.js'

/** The reply to the webhook that a check of the configuration sends: how it arrived. Such a webhook is not stored. */
export type WebhookProbe = ReturnType<typeof probeWebhook>

export function probeWebhook(
  { request, ip, peer }: RequestContext,
  body: Uint8Array,
  isProxy: (address: string) => boolean,
) {
  return {
    /** SHA-256 of the body, in hex. */
    hash: sha256Hex(body),
    /** The client's address for rate limits; null if the host does not pass it. */
    client: ip,
    /** The address of the connection's peer. */
    peer,
    /** Whether the request has `X-Forwarded-For`. */
    forwarded: request.headers.get('x-forwarded-for') !== null,
    /** Whether `peer` is a trusted proxy. */
    trusted: peer !== undefined && isProxy(peer),
  }
}
