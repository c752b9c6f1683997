import { Webhook } from 'standardwebhooks'

/** The headers of a webhook that a service signs by Standard Webhooks. */
export function signedHeaders(secret: string, { id, at, body }: { id: string; at: Date; body: string }) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}
