import type { RequestContext } from '../http/route.js'
import { sha256Hex } from '../tokens/sha256-hex.js'

/** The reply to a webhook of `bff.check()`: how it arrived. Such a webhook is not stored. */
export interface WebhookProbe {
  /** SHA-256 of the body, in hex. */
  hash: string
  /** The client's address for rate limits; null if the host does not pass it. */
  client: string | null
  /** The address of the connection's peer. */
  peer: string | undefined
  /** Whether the request has `X-Forwarded-For`. */
  forwarded: boolean
  /** Whether `peer` is a trusted proxy. */
  trusted: boolean
}

export function probeWebhook(
  { request, ip, peer }: RequestContext,
  body: Uint8Array,
  isProxy: (address: string) => boolean,
): WebhookProbe {
  return {
    hash: sha256Hex(body),
    client: ip,
    peer,
    forwarded: request.headers.get('x-forwarded-for') !== null,
    trusted: peer !== undefined && isProxy(peer),
  }
}
