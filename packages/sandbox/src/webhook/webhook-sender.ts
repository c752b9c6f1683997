import { withDeadline } from '@leyden/core/internal'
import { wait } from '../wait.js'

/** The result of one attempt to deliver an event. Without the URL, which is a secret of the receiver. */
export interface DeliveryReport {
  /** The id of the event's session, `ses_…`. */
  sessionId: string
  /** Kind of event. */
  type: string
  /** The number of this attempt, from 1. */
  attempt: number
  /** Status of the receiver's reply; null if there was none. */
  status: number | null
}

/** A webhook to send. */
export interface Delivery {
  sessionId: string
  type: string
  url: string
  body: object
  /** Delay before the first attempt, in milliseconds. */
  delayMs?: number | undefined
  /** Gives up after the first attempt, whatever its result. */
  once?: boolean | undefined
}

/** Sends webhooks until the receiver answers with 2xx. */
export type WebhookSender = ReturnType<typeof createWebhookSender>

/** Short at first, for a receiver that restarts; a quarter of an hour in total. Then the event is dropped. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, ...new Array<number>(14).fill(60_000)]

const ANSWER_WITHIN_MS = 10_000

export function createWebhookSender(options: {
  /** @default fetch */
  deliver?: ((request: Request) => Promise<Response>) | undefined
  /** Delays between attempts in milliseconds. */
  retryDelaysMs?: readonly number[] | undefined
  onDelivery?: ((report: DeliveryReport) => void) | undefined
  /** Drops all webhooks when it is aborted. */
  closed: AbortSignal
}) {
  const { closed, deliver = fetch, retryDelaysMs = RETRY_DELAYS_MS, onDelivery } = options

  /** The status of the reply, or null if none arrived in time. */
  async function attempt(url: string, init: RequestInit): Promise<number | null> {
    try {
      return await withDeadline(ANSWER_WITHIN_MS, closed, async (signal) => {
        const response = await deliver(new Request(url, { ...init, redirect: 'manual', signal }))
        await response.body?.cancel()
        return response.status
      })
    } catch {
      return null
    }
  }

  async function sendOne(delivery: Delivery): Promise<void> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'leyden-sandbox' },
      body: JSON.stringify(delivery.body),
    }
    for (const [index, delayMs] of [delivery.delayMs ?? 0, ...retryDelaysMs].entries()) {
      await wait(delayMs, closed)
      const status = await attempt(delivery.url, init)
      onDelivery?.({ sessionId: delivery.sessionId, type: delivery.type, attempt: index + 1, status })
      if (delivery.once || (status !== null && status >= 200 && status < 300)) return
    }
  }

  async function sendAll(deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) await sendOne(delivery)
  }

  return {
    /** Whether a server answers a GET of a URL. Services send one before they accept a webhook URL. */
    async reaches(url: string): Promise<boolean> {
      const status = await attempt(url, { method: 'GET' })
      return status !== null && status !== 404 && status !== 410 && status < 500
    },
    /** Sends webhooks in order: each one waits until the previous one was accepted or dropped. */
    send(deliveries: readonly Delivery[]): void {
      // Rejects only if the sandbox is closed, which drops the rest.
      sendAll(deliveries).catch(() => undefined)
    },
  }
}
