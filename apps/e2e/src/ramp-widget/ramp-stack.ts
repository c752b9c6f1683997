import { join } from 'node:path'
import { listen } from '../harness/listen.js'
import { type ShopOptions, startShop } from '../harness/start-shop.js'

/** The headers of a page, or the attributes of a portal's frame around it. */
interface HostPage {
  props?: object
  headers?: Record<string, string>
}

export type RampStack = Awaited<ReturnType<typeof startRampStack>>

/** A shop with a ramp widget and its own BFF, and a server of a third party. */
export async function startRampStack(options: ShopOptions = {}) {
  const shop = await startShop({
    page: join(import.meta.dirname, 'page/host-page.ts'),
    isMounted: true,
    limits: { timeoutMs: 120_000 },
    ...options,
    sandbox: { lateMs: 1_500, ...options.sandbox },
  })
  const otherServer = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://other.invalid')
    const frame = searchParams.get('frame')
    const attributes = searchParams.get('attributes') ?? ''
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><title>Other</title><body>${frame ? `<iframe id="game" width="500" height="900" ${attributes} src="${escapeHtml(frame)}"></iframe>` : 'Another page'}`,
      )
  })
  const pageUrl = ({ props = {}, headers = {} }: HostPage = {}) =>
    `${shop.url}/?${new URLSearchParams({ props: JSON.stringify(props), headers: JSON.stringify(headers) })}`
  return {
    ...shop,
    /** The origin of the third party's pages. */
    otherUrl: otherServer.url,
    pageUrl,
    /** A page of the third party with the shop's page in a frame. */
    portalUrl: (hostPage: HostPage, attributes: string) =>
      `${otherServer.url}/?${new URLSearchParams({ frame: pageUrl(hostPage), attributes })}`,
    /** Releases an event that is held for review, like the shop's operator. */
    release: async (eventId: string) => (await shop.admin(`events/${eventId}/release`)).status,
    /** Posts an event to the webhook URL of a session. @param session @default the latest */
    async webhook(event: object, session = shop.webhookUrls.length - 1) {
      const response = await fetch(shop.webhookUrls[session] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      })
      return response.status
    },
    async close() {
      await otherServer.close()
      await shop.close()
    },
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

let events = 0

/** `ramp.purchase.completed`, like in the service's documentation. */
export function completedEvent(overrides: object = {}): object {
  return {
    id: `evt_test_${events++}`,
    type: 'ramp.purchase.completed',
    created_at: new Date().toISOString(),
    livemode: false,
    data: { amount: '0.00042000', currency: 'BTC', destination: 'alice@wallet.example' },
    ...overrides,
  }
}

/** An event of the older envelope, which has no id. */
export function olderEvent(kind: string): object {
  return { event: `RAMP_WIDGET.V1.${kind}`, data: {}, created_at: new Date().toISOString() }
}
