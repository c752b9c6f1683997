import type { WatchState } from '@leyden/core'
import { checkPreimage, decodeInvoice } from '@leyden/lightning'
import { createSandbox } from '@leyden/sandbox'

/** The URL of the BFF in the pages of the stories. */
const BFF_URL = 'https://shop.example/leyden'

const GRACE_MS = 60_000
const sandbox = createSandbox({ seed: 'embed-stories', network: 'regtest' })
const states = new Map<string, WatchState>()

/** The `fetch` of a page. The sandbox in this page answers requests to the BFF, with the fields that a BFF adds. */
export async function fetchInPage(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = String(input instanceof Request ? input.url : input)
  if (!url.startsWith(BFF_URL)) return fetch(input, init)
  const { pathname } = new URL(url)
  const [, id, isProof] = /\/watch\/([0-9a-f]+)(\/proof)?$/.exec(pathname) ?? []
  if (id !== undefined) return watch(id, isProof !== undefined, init)
  const headers = new Headers(init.headers)
  headers.set('apikey', 'sandbox-key')
  const reply = await sandbox.fetch(
    new Request(url.replace(BFF_URL, 'https://service.example'), { ...init, headers }),
  )
  if (!reply.ok) return reply
  const { data } = await reply.json()
  const additions = data.invoice ? watched(data.invoice.request) : {}
  return json({ ...data, ...additions, mode: 'test', network: 'regtest' })
}

/** Pays like another phone, and reports it to the shop's server. */
export async function payInPage(invoice: string): Promise<void> {
  const { paymentHash } = await sandbox.pay(invoice)
  settle(paymentHash, { evidence: 'app' })
}

function watched(invoice: string) {
  const { paymentHash, expiresAt } = decodeInvoice(invoice)
  states.set(paymentHash, { kind: 'charge', status: 'open', at: new Date().toISOString() })
  return {
    detects: ['preimage', 'app'],
    watch_url: `v0/watch/${paymentHash}`,
    watch_until: new Date(expiresAt * 1_000 + GRACE_MS).toISOString(),
  }
}

function watch(id: string, isProof: boolean, { body }: RequestInit): Response {
  if (isProof) {
    const { preimage } = JSON.parse(String(body)) as { preimage: string }
    if (checkPreimage(preimage, id)) settle(id, { evidence: 'preimage', preimage })
  }
  return json(states.get(id))
}

function settle(id: string, more: { evidence: 'preimage'; preimage: string } | { evidence: 'app' }): void {
  states.set(id, { kind: 'charge', status: 'paid', at: new Date().toISOString(), ...more })
}

function json(data: unknown): Response {
  return Response.json({ success: true, data })
}
