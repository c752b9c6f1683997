import { type BffEvent, eventMessage, signStandardWebhook } from '@leyden/bff'

const TIMEOUT_MS = 10_000

/**
 * Posts each event to another server of the shop, signed by Standard Webhooks. `webhook-id` is the same for each
 * attempt. A released event is posted as a new message, because a server that remembers message ids would ignore it
 * otherwise.
 *
 * @param secret `whsec_` and base64.
 */
export function createPostEvent(url: string, secret: string): (event: BffEvent) => Promise<void> {
  return async (event) => {
    const isReleased = 'released' in event && event.released
    const id = isReleased ? `${event.id}.released` : event.id
    const body = new TextEncoder().encode(JSON.stringify(eventMessage(event)))
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signStandardWebhook(secret, { id, at: new Date(), body }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The server of the shop answered ${response.status}.`)
  }
}
