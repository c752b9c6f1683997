import { join } from 'node:path'
import type { Bff, BffEvent, BffOptions } from '@leyden/bff'
import type { StartSandboxOptions } from '@leyden/sandbox/node'
import { servePage } from '../world/build-page.js'
import { listen } from '../world/listen.js'
import { startBff } from '../world/start-bff.js'

/** What a page is served with: its headers, or the attributes of the frame that a portal puts it in. */
interface HostPage {
  props?: object
  headers?: Record<string, string>
}

/** A shop's page and server, the provider's page on an origin of its own, and the service behind both. */
export interface RampWorld {
  hostUrl: string
  rampUrl: string
  /** Origin of somebody else's pages. */
  otherUrl: string
  pageUrl(page?: HostPage): string
  /** A page of somebody else that frames the shop's. */
  portalUrl(page: HostPage, attributes: string): string
  /** The shop's own server has it. */
  bff: Bff
  /** What the shop's server was told of. */
  events: BffEvent[]
  /** Webhook URLs of the sessions so far, in order. */
  webhookUrls: string[]
  /** Ids of the sessions so far, as the service gave them. */
  sessionIds: string[]
  /** Posts an event to the webhook URL of a session. @param session @default the latest */
  webhook(event: object, session?: number): Promise<number>
  /** Releases an event that is held for review, as the shop's operator does. */
  release(eventId: string): Promise<number>
  close(): Promise<void>
}

interface WorldOptions {
  sandbox?: Partial<StartSandboxOptions>
  /** Mode of the BFF. @default test */
  mode?: 'test' | 'live'
  bff?: Partial<Omit<BffOptions, 'allowedOrigins'>>
}

export async function startRampWorld(options: WorldOptions = {}): Promise<RampWorld> {
  const events: BffEvent[] = []
  const webhookUrls: string[] = []
  const sessionIds: string[] = []

  const host = await servePage(join(import.meta.dirname, 'page/host-page.ts'), (request, response) =>
    request.url?.startsWith('/leyden/') ? servers.handle(request, response) : false,
  )
  const hostUrl = host.url
  const servers = await startBff({
    mountedAt: `${hostUrl}/leyden`,
    allowedOrigins: [hostUrl],
    sandbox: { lateMs: 1_500, ...options.sandbox },
    ramp: {
      createRampSession: async (request, more) => {
        webhookUrls.push(request.webhook_url ?? '')
        const session = await servers.provider.createRampSession(request, more)
        sessionIds.push(session.session_id)
        return session
      },
    },
    mode: options.mode ?? 'test',
    onEvent: (event) => void events.push(event),
    ...options.bff,
  })
  const other = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://other.invalid')
    const frame = searchParams.get('frame')
    const attributes = searchParams.get('attributes') ?? ''
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><title>Other</title><body>${frame ? `<iframe id="game" width="500" height="900" ${attributes} src="${escapeHtml(frame)}"></iframe>` : 'Another page'}`,
      )
  })
  const otherUrl = other.url

  const pageUrl = ({ props = {}, headers = {} }: HostPage = {}) =>
    `${hostUrl}/?${new URLSearchParams({ props: JSON.stringify(props), headers: JSON.stringify(headers) })}`
  return {
    hostUrl,
    rampUrl: servers.sandbox.rampUrl,
    bff: servers.bff,
    otherUrl,
    pageUrl,
    portalUrl: (hostPage, attributes) =>
      `${otherUrl}/?${new URLSearchParams({ frame: pageUrl(hostPage), attributes })}`,
    events,
    webhookUrls,
    sessionIds,
    release: async (eventId) => (await servers.admin(`events/${eventId}/release`)).status,
    async webhook(event, session = webhookUrls.length - 1) {
      const response = await fetch(webhookUrls[session] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      })
      return response.status
    },
    async close() {
      await Promise.all([host.close(), other.close()])
      await servers.close()
    },
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

let events = 0

/** `ramp.purchase.completed`, as the service documents it. */
export function completedEvent(more: object = {}): object {
  return {
    id: `evt_test_${events++}`,
    type: 'ramp.purchase.completed',
    created_at: new Date().toISOString(),
    livemode: false,
    data: { amount: '0.00042000', currency: 'BTC', destination: 'alice@wallet.example' },
    ...more,
  }
}

/** An event of the older envelope, which has no id. */
export function olderEvent(kind: string): object {
  return { event: `RAMP_WIDGET.V1.${kind}`, data: {}, created_at: new Date().toISOString() }
}
