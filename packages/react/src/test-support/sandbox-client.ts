import { type Charge, type Client, createClient, type WatchState } from '@leyden/core'
import { checkPreimage, decodeInvoice } from '@leyden/lightning/invoice'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import { directProvider } from './direct-provider.js'

/** The sandbox and what a BFF would do between it and a page, all inside this page: no server anywhere. */
export interface SandboxPage {
  client: Client
  sandbox: Sandbox
  /** Pays an invoice "from another phone"; a shop whose server learns of it says so. */
  payElsewhere: (invoice: string, options: { shopHears: boolean }) => Promise<void>
  /** The invoice that was asked for last. */
  latest: () => string | null
}

const GRACE_MS = 60_000

/** @param options.direct without the service: the page pays addresses as a shop without a key does. */
export function createSandboxPage(seed: string, { direct = false } = {}): SandboxPage {
  const sandbox = createSandbox({ seed, network: 'regtest' })
  const states = new Map<string, WatchState>()
  let latest: string | null = null

  const askDirectly = directProvider(sandbox)
  const askService = (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('apikey', 'sandbox-key')
    return sandbox.fetch(new Request(url, { ...init, headers }))
  }

  const json = (data: unknown) => Response.json({ success: true, data })
  const transport = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url)
    const watched = /\/watch\/([0-9a-f]+)(\/proof)?$/.exec(pathname)
    if (watched) return watch(watched[1] ?? '', watched[2] !== undefined, init)

    const reply = direct ? await askDirectly(pathname, init) : await askService(url, init)
    if (!reply.ok) return reply
    const { data } = await reply
      .clone()
      .json()
      .catch(() => ({ data: null }))
    if (pathname.endsWith('/fetch-charge') && data?.invoice) return json(withWatch(data))
    return data ? json({ ...data, mode: 'test', network: 'regtest' }) : reply
  }

  const withWatch = (charge: Charge): Charge => {
    latest = charge.invoice.request
    const added = { mode: 'test', network: 'regtest', detects: ['preimage', 'app'] } as const
    try {
      const { paymentHash, expiresAt } = decodeInvoice(charge.invoice.request)
      states.set(paymentHash, { kind: 'charge', status: 'open', at: new Date().toISOString() })
      const until = new Date(expiresAt * 1_000 + GRACE_MS).toISOString()
      return {
        ...charge,
        ...added,
        detects: [...added.detects],
        watch_url: `v0/watch/${paymentHash}`,
        watch_until: until,
      }
    } catch {
      // One that cannot be read goes on to the page as it is, which has to refuse it.
      return { ...charge, ...added, detects: [...added.detects] }
    }
  }

  const watch = (id: string, isProof: boolean, { body }: RequestInit) => {
    if (isProof) {
      const { preimage } = JSON.parse(String(body)) as { preimage: string }
      if (checkPreimage(preimage, id)) settle(id, { evidence: 'preimage', preimage })
    }
    return json(states.get(id))
  }

  const settle = (id: string, more: { evidence: 'preimage'; preimage: string } | { evidence: 'app' }) =>
    states.set(id, { kind: 'charge', status: 'paid', at: new Date().toISOString(), ...more })

  return {
    client: createClient({ baseUrl: `https://${seed}.example`, transport }),
    sandbox,
    latest: () => latest,
    async payElsewhere(invoice, { shopHears }) {
      const { paymentHash } = await sandbox.pay(invoice)
      if (shopHears) settle(paymentHash, { evidence: 'app' })
    },
  }
}
