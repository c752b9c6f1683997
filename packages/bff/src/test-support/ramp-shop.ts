import type { RampSession, WatchState } from '@leyden/core'
import type { Bff } from '../kernel/bff.js'
import type { BffOptions } from '../kernel/bff-options.js'
import type { BffEvent, RampEvent } from '../kernel/outbox/event-message.js'
import { openShop } from './shop.js'

export const RAMP_ORIGIN = 'https://ramp.example'
export const RAMP_PATH = 'api/v1/ramp-widget'
export const GUEST = { email: 'guest@example.com' }

export interface OpenedSession extends RampSession {
  watch_url: string
}

/** A shop that sells bitcoin to guests; the sandbox posts its webhooks directly to it. */
export function openRampShop(options: Partial<BffOptions> = {}) {
  const events: BffEvent[] = []
  const posts: { url: string; body: string; status: number }[] = []
  // The sandbox is created before the BFF that it posts to.
  const late: { bff?: Bff } = {}
  const shop = openShop(
    {
      identify: async () => ({ guest: true }),
      onEvent: (event) => void events.push(event),
      ...options,
      ramp: { origins: [RAMP_ORIGIN], ...options.ramp },
    },
    {
      rampOrigin: RAMP_ORIGIN,
      retryDelaysMs: [20, 20, 20],
      lateMs: 150,
      async deliver(request) {
        const body = request.method === 'POST' ? await request.clone().text() : ''
        const response = (await late.bff?.fetch(request)) ?? new Response(null, { status: 503 })
        posts.push({ url: request.url, body, status: response.status })
        return response
      },
    },
    { ramp: true },
  )
  late.bff = shop.bff

  async function open(body: object = GUEST, headers: Record<string, string> = {}): Promise<OpenedSession> {
    const reply = await shop.post<OpenedSession>(RAMP_PATH, body, { headers })
    if (reply.status !== 200) throw new Error(`The session was refused: ${reply.text}`)
    return reply.data
  }

  async function act(action: string, body: object): Promise<Response> {
    const init = { method: 'POST', body: JSON.stringify(body) }
    return shop.sandbox.rampFetch(new Request(`${RAMP_ORIGIN}/${action}`, init))
  }

  /** Completes the purchase on the ramp's page. */
  async function buy({ widget_url }: OpenedSession): Promise<void> {
    const page = await (await shop.sandbox.rampFetch(new Request(widget_url))).text()
    const key = /data-key="(\w+)"/.exec(page)?.[1] ?? ''
    await act('code', { key, code: '123456' })
    await act('identity', { key, method: 'sample' })
    await act('purchase', { key, amount: '50', card_last_four: '4242' })
  }

  return {
    ...shop,
    events,
    /** The requests to the webhook URL, including probes. */
    posts,
    webhookUrl: () => posts.at(-1)?.url ?? '',
    open,
    buy,
    state: async ({ watch_url }: OpenedSession) => (await shop.get<WatchState>(watch_url)).data,
    /** Posts to the webhook URL. */
    hook: (body: string | object, url = posts[0]?.url ?? '', headers: Record<string, string> = {}) =>
      shop.bff.fetch(
        new Request(url, {
          method: 'POST',
          headers,
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
  }
}

/** Whether an event for the app is a webhook that the BFF could read. */
export const isRampEvent = (event: BffEvent): event is RampEvent => 'service' in event.data

/** The documented envelope. */
export function completed(id: string, data: object = {}, extra: object = {}) {
  return {
    id,
    type: 'ramp.purchase.completed',
    created_at: '2026-11-21T10:00:00Z',
    livemode: false,
    data,
    ...extra,
  }
}

/** The older envelope, without an id. */
export function older(kind: string, data: object = {}, at = '2026-11-21T10:00:00Z') {
  return { event: `RAMP_WIDGET.V1.${kind}`, data, url: 'https://shop.example/secret', created_at: at }
}
