import {
  type Charge,
  type Client,
  createClient,
  type RampStatus,
  type Transport,
  type WatchState,
} from '@leyden/core'
import { mergeRampStatus } from '@leyden/core/status'
import { parseWebhookEvent, rampMeaning } from '@leyden/core/webhook'
import { checkPreimage, decodeInvoice } from '@leyden/lightning'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import type { PurchaseDetails } from '../ramp/flow/ramp-state.js'

declare global {
  /** The ramp pages of this page's sandboxes, for the frames in it. */
  var leydenRamps: Map<string, Sandbox['rampFetch']> | undefined
}

/** The sandbox and a BFF, both inside this page: there is no server. */
export interface SandboxServer {
  client: Client
  /**
   * Pays an invoice like another phone. `shopHears`: the shop's server reports the payment to the BFF, `afterMs` later.
   */
  payElsewhere: (invoice: string, options: { shopHears: boolean; afterMs?: number }) => Promise<void>
  sandbox: Sandbox
}

interface SandboxServerOptions {
  /** The URL of `ramp-page.html`, which replaces the ramp page's server. */
  rampPage?: string | undefined
  /** Whether the ramp page is requested and never answers. @default false */
  rampPageHangs?: boolean
}

const GRACE_MS = 60_000
const json = (data: unknown) => Response.json({ success: true, data })

/**
 * Guests of its ramp are asked for their e-mail address; the shop's server knows users whose address begins with
 * `returning@`. Webhooks are received in this page, whose watches report the resulting status.
 */
export function createSandboxServer(name: string, options: SandboxServerOptions = {}): SandboxServer {
  const sandbox = createSandbox({
    seed: name,
    network: 'regtest',
    events: 'all',
    lateMs: 3_000,
    deliver: receiveWebhook,
  })
  globalThis.leydenRamps ??= new Map()
  globalThis.leydenRamps.set(name, options.rampPageHangs ? () => new Promise(() => {}) : sandbox.rampFetch)
  const states = new Map<string, WatchState>()
  let sessions = 0

  const requestService = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('apikey', 'sandbox-key')
    return sandbox.fetch(new Request(new URL(path, 'https://service.example'), { ...init, headers }))
  }

  const transport: Transport = async (url, init) => {
    const { pathname } = new URL(url)
    const [, id, isProof] = /\/watch\/([^/]+)(\/proof)?$/.exec(pathname) ?? []
    if (id !== undefined && isProof) receiveProof(id, init)
    if (id !== undefined) return json(states.get(id))
    if (pathname.endsWith('/ramp-widget')) return createSession(init)
    const reply = await requestService(pathname, init)
    if (!reply.ok) return reply
    const { data } = await reply.json()
    const additions = data.invoice ? watchCharge(data) : {}
    return json({ ...data, ...additions, mode: 'test', network: 'regtest' })
  }

  function watchCharge({ invoice }: Charge): Partial<Charge> {
    const detects: Charge['detects'] = ['preimage', 'app']
    try {
      const { paymentHash, expiresAt } = decodeInvoice(invoice.request)
      states.set(paymentHash, { kind: 'charge', status: 'open', at: new Date().toISOString() })
      const until = new Date(expiresAt * 1_000 + GRACE_MS).toISOString()
      return { detects, watch_url: `v0/watch/${paymentHash}`, watch_until: until }
    } catch {
      // An unreadable invoice is passed on unchanged, because the page has to refuse it.
      return { detects }
    }
  }

  function receiveProof(id: string, { body }: RequestInit): void {
    const { preimage } = JSON.parse(String(body)) as { preimage: string }
    if (checkPreimage(preimage, id)) settle(id, { evidence: 'preimage', preimage })
  }

  function settle(
    id: string,
    evidence: { evidence: 'preimage'; preimage: string } | { evidence: 'app' },
  ): void {
    states.set(id, { kind: 'charge', status: 'paid', at: new Date().toISOString(), ...evidence })
  }

  async function createSession(init: RequestInit): Promise<Response> {
    const sessionRequest = JSON.parse(String(init.body)) as { email?: string }
    const id = `${name}-${++sessions}`
    const body = JSON.stringify({
      ...sessionRequest,
      email: sessionRequest.email ?? '',
      access_token: sessionRequest.email?.startsWith('returning@') ? 'of-a-returning-user' : undefined,
      reference_id: id,
      webhook_url: `https://shop.example/${id}`,
    })
    const reply = await requestService('/api/v1/ramp-widget', { ...init, body })
    if (!reply.ok) return reply
    const { data } = await reply.json()
    states.set(id, rampState('created'))
    const url = new URL(options.rampPage ?? '', document.baseURI)
    url.searchParams.set('sandbox', name)
    url.searchParams.set('session', data.session_token)
    const ramp_origins = [url.origin]
    return json({ ...data, widget_url: url.href, watch_url: `v0/watch/${id}`, ramp_origins, mode: 'test' })
  }

  async function receiveWebhook(request: Request): Promise<Response> {
    const id = new URL(request.url).pathname.slice(1)
    const previous = states.get(id)
    if (request.method !== 'POST') return new Response(null, { status: 204 })
    if (previous?.kind !== 'ramp') return new Response(null, { status: 404 })
    const event = parseWebhookEvent(await request.text())
    const meaning = event.ok ? rampMeaning(event) : null
    if (event.ok && meaning && mergeRampStatus(previous.status, meaning) !== previous.status)
      states.set(id, rampState(meaning, event.data as PurchaseDetails))
    return new Response(null, { status: 204 })
  }

  return {
    // Nothing can fail to answer here: a busy machine is no outage.
    client: createClient({ baseUrl: `https://${name}.example`, transport, timeoutMs: 120_000 }),
    sandbox,
    async payElsewhere(invoice, { shopHears, afterMs = 0 }) {
      const { paymentHash } = await sandbox.pay(invoice)
      if (!shopHears) return
      const reportPayment = () => settle(paymentHash, { evidence: 'app' })
      if (afterMs > 0) setTimeout(reportPayment, afterMs)
      else reportPayment()
    },
  }
}

function rampState(status: RampStatus, details?: PurchaseDetails): WatchState {
  const { amount, currency, destination, reference_id } = details ?? {}
  const allDetails = { amount, currency, destination, reference_id }
  const definedDetails = Object.fromEntries(
    Object.entries(allDetails).filter(([, value]) => value !== undefined),
  )
  const at = new Date().toISOString()
  return status === 'completed'
    ? { kind: 'ramp', status, at, livemode: false, details: definedDetails }
    : { kind: 'ramp', status, at }
}
