import { type Client, createClient, type RampStatus, type WatchState } from '@leyden/core'
import { joinRampStatus } from '@leyden/core/status'
import { parseWebhookEvent, rampMeaning } from '@leyden/core/webhook'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import type { PurchaseDetails } from '../ramp-flow/index.js'

declare global {
  /** The sandboxes of this page, for the frames in it. */
  var leydenRamps: Map<string, Sandbox['rampFetch']> | undefined
}

interface RampSandboxOptions {
  /** Whether its ramp page is asked for and never comes. */
  pageHangs?: boolean
}

/**
 * A client whose service is the sandbox inside this page, and what a BFF would do between them: it asks guests
 * for their address, takes the webhooks, and tells the page what they mean. The ramp page is the sandbox's own.
 * The shop's server knows the users whose address begins with `returning@`.
 *
 * @param page URL of `ramp-page.html`, which stands for the ramp page's server.
 */
export function createRampSandbox(
  name: string,
  page: string,
  { pageHangs = false }: RampSandboxOptions = {},
): Client {
  const states = new Map<string, Extract<WatchState, { kind: 'ramp' }>>()
  const sandbox = createSandbox({ seed: name, events: 'all', lateMs: 3_000, deliver: takeWebhook })
  globalThis.leydenRamps ??= new Map()
  globalThis.leydenRamps.set(name, pageHangs ? () => new Promise(() => {}) : sandbox.rampFetch)
  let sessions = 0

  async function takeWebhook(request: Request): Promise<Response> {
    const id = new URL(request.url).pathname.slice(1)
    const before = states.get(id)
    if (request.method !== 'POST') return new Response(null, { status: 204 })
    if (!before) return new Response(null, { status: 404 })
    const event = parseWebhookEvent(await request.text())
    const meaning = event.ok ? rampMeaning(event) : null
    if (event.ok && meaning && joinRampStatus(before.status, meaning) !== before.status)
      states.set(id, stateOf(meaning, event.data as PurchaseDetails))
    return new Response(null, { status: 204 })
  }

  async function makeSession(init: RequestInit): Promise<Response> {
    const order = JSON.parse(String(init.body)) as Record<string, unknown>
    const email = String(order.email ?? '')
    const known = email.startsWith('returning@') && { access_token: 'of-a-returning-user' }
    const id = `${name}-${++sessions}`
    const request = new Request('https://service.example/api/v1/ramp-widget', {
      method: 'POST',
      headers: { apikey: 'sandbox-key', 'content-type': 'application/json' },
      body: JSON.stringify({
        ...order,
        ...known,
        email,
        reference_id: id,
        webhook_url: `https://shop.example/${id}`,
      }),
    })
    const reply = await sandbox.fetch(request)
    if (!reply.ok) return reply
    const { data } = await reply.json()
    states.set(id, stateOf('created'))
    const url = new URL(page, document.baseURI)
    url.searchParams.set('sandbox', name)
    url.searchParams.set('session', data.session_token)
    return Response.json({
      success: true,
      data: {
        ...data,
        widget_url: url.href,
        watch_url: `v0/watch/${id}`,
        ramp_origins: [url.origin],
        mode: 'test',
      },
    })
  }

  return createClient({
    baseUrl: `https://${name}.example`,
    transport: async (url, init) => {
      const { pathname } = new URL(url)
      if (pathname.endsWith('/ramp-widget')) return makeSession(init)
      if (pathname.includes('/watch/'))
        return Response.json({ success: true, data: states.get(pathname.split('/').at(-1) ?? '') })
      return sandbox.fetch(new Request(url, { ...init, headers: { apikey: 'sandbox-key' } }))
    },
  })
}

function stateOf(status: RampStatus, details?: PurchaseDetails): Extract<WatchState, { kind: 'ramp' }> {
  const { amount, currency, destination, reference_id } = details ?? {}
  const told = { amount, currency, destination, reference_id }
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  return {
    kind: 'ramp',
    status,
    at: new Date().toISOString(),
    ...(status === 'completed' && { livemode: false, details: known }),
  }
}
