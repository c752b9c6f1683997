import type { BffEvent } from '@leyden/bff'
import { Webhook } from 'standardwebhooks'

const TIMEOUT_MS = 10_000

/**
 * Posts each event to another server of the shop, signed by Standard Webhooks. `webhook-id` is the same for each
 * attempt. A released event is posted as a new message, because a server that remembers message ids would ignore it
 * otherwise.
 *
 * @param secret base64, with or without the prefix `whsec_`.
 */
export function createPostEvent(url: string, secret: string): (event: BffEvent) => Promise<void> {
  const webhook = new Webhook(secret)
  return async (event) => {
    const isReleased = 'released' in event.data && event.data.released
    const id = isReleased ? `${event.id}.released` : event.id
    const at = new Date()
    const body = JSON.stringify(event)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': webhook.sign(id, at, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The server of the shop answered ${response.status}.`)
  }
}
