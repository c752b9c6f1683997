import type { Waiting } from '../waiting.js'

/** How one attempt to deliver an event ended. The URL is left out: it is a secret of the receiver. */
export interface DeliveryReport {
  sessionId: string
  /** Kind of event. */
  type: string
  /** 1 for the first. */
  attempt: number
  /** Status of the receiver's reply; null when there was none. */
  status: number | null
}

/** One event on its way. */
export interface Parcel {
  sessionId: string
  type: string
  url: string
  body: object
  /** Waits before the first attempt. */
  delayMs?: number | undefined
  /** Gives up after the first attempt, whatever it brings. */
  once?: boolean | undefined
}

/** Sends webhooks until they are taken. */
export interface Courier {
  /** Whether something answers at a URL: asked by GET, as services do before they accept one. */
  reaches(url: string): Promise<boolean>
  /** One after the other: the next one leaves when the one before was taken or given up. */
  send(parcels: readonly Parcel[]): void
}

export interface CourierOptions {
  waiting: Waiting
  /** `fetch` by default. */
  deliver?: ((request: Request) => Promise<Response>) | undefined
  /** Between attempts; after the last one an event is given up. */
  retryDelaysMs?: readonly number[] | undefined
  onDelivery?: ((report: DeliveryReport) => void) | undefined
}

/** Quick at first, so that a receiver which restarts is served at once; a quarter of an hour in all. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, ...new Array<number>(14).fill(60_000)]

const ANSWER_WITHIN_MS = 10_000

export function createCourier(options: CourierOptions): Courier {
  const {
    waiting,
    deliver = (request) => fetch(request),
    retryDelaysMs = RETRY_DELAYS_MS,
    onDelivery,
  } = options

  /** The status of the reply, or null when none came in time. */
  async function attempt(url: string, init: RequestInit): Promise<number | null> {
    const late = new AbortController()
    const giveUp = () => late.abort(new Error('No answer in time.'))
    const timer = setTimeout(giveUp, ANSWER_WITHIN_MS)
    waiting.closed.addEventListener('abort', giveUp)
    try {
      const response = await deliver(new Request(url, { ...init, redirect: 'manual', signal: late.signal }))
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      waiting.closed.removeEventListener('abort', giveUp)
    }
  }

  async function carry(parcel: Parcel): Promise<void> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'leyden-sandbox' },
      body: JSON.stringify(parcel.body),
    }
    for (const [index, delayMs] of [parcel.delayMs ?? 0, ...retryDelaysMs].entries()) {
      await waiting.wait(delayMs)
      const status = await attempt(parcel.url, init)
      onDelivery?.({ sessionId: parcel.sessionId, type: parcel.type, attempt: index + 1, status })
      if (parcel.once || (status !== null && status >= 200 && status < 300)) return
    }
  }

  async function carryAll(parcels: readonly Parcel[]): Promise<void> {
    for (const parcel of parcels) await carry(parcel)
  }

  return {
    async reaches(url) {
      const status = await attempt(url, { method: 'GET' })
      return status !== null && status !== 404 && status !== 410 && status < 500
    },
    send(parcels) {
      // Ends early only by closing: what is still under way is dropped then.
      carryAll(parcels).catch(() => undefined)
    },
  }
}
