import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Charge, type ChargeCheck, type ChargeRequest, createClient } from '@leyden/core'
import type { PayProvider } from '@leyden/core/provider'
import { decodeInvoice, descriptionHash } from '@leyden/lightning'
import { lnurlProvider } from '@leyden/lnurl'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createBff } from '../index.js'
import { memoryStore } from '../memory.js'
import { toNodeHandler } from '../node.js'
import { startRecipients } from '../test-support/recipients.js'
import { serviceProvider } from './service-provider.js'
import { verifiedFirst } from './verified-first.js'

const silent = { info() {}, warn() {}, error() {} }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type ProviderName = 'service' | 'lnurl' | 'verifiedFirst'

interface StartOptions {
  /** Changes each reply of the service and of the recipients' servers. */
  change?: (body: Record<string, unknown>, url: URL) => Promise<object> | object
  /** Changes each charge before it is stored. */
  store?: ReturnType<typeof memoryStore>
}

/** A BFF behind a socket, with recipients behind another one. */
async function start(
  name: ProviderName,
  { change = (body) => body, store = memoryStore() }: StartOptions = {},
) {
  const sandbox = createSandbox({ apiKey: 'sandbox-key' })
  closers.push(() => sandbox.close())
  const changed = async (request: Request, reply: Response) => {
    if (!reply.headers.get('content-type')?.includes('json')) return reply
    const body = await reply.json()
    const { status, headers } = reply
    headers.delete('content-length')
    return Response.json(await change(body, new URL(request.url)), { status, headers })
  }
  const recipients = await startRecipients(async (request) =>
    changed(request, await sandbox.lnurlFetch(request)),
  )
  closers.push(recipients.close)
  const lnurl = lnurlProvider({ network: 'regtest', sandboxUrl: recipients.url, log: silent })
  const service = serviceProvider({
    apiKey: 'sandbox-key',
    baseUrl: 'https://service.example',
    transport: async (url, init) => {
      const request = new Request(url, init)
      return changed(request, await sandbox.fetch(request))
    },
  })
  const providers = { service, lnurl, verifiedFirst: verifiedFirst(lnurl, service, { log: silent }) }
  return { sandbox, ...(await serve(providers[name], store)) }
}

async function serve(pay: PayProvider, store = memoryStore()) {
  const bff = createBff({
    pay,
    store,
    publicUrl: 'https://shop.example/leyden',
    secrets: ['a secret of more than 32 characters, for tests'],
    network: 'regtest',
    limits: { rates: { chargesPerMinute: 1_000, domainPerMinute: 1_000 } },
    log: silent,
  })
  const server = createServer(toNodeHandler(bff)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(
    () => bff.close(),
    () => server.close(),
  )
  const { port } = server.address() as AddressInfo
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/leyden` })
  return {
    bff,
    client,
    charge: (lnaddress: string, more: Partial<Pick<ChargeRequest, 'payer_data'>> = {}) =>
      client.createCharge({ lnaddress, amount: '21000', ...more } as ChargeRequest),
  }
}

const checkedOf = async (charge: Promise<Charge>) => (await charge).checked

describe('the checks of a charge', () => {
  const name = { payer_data: { name: 'Zoë' } }

  it.each<[ProviderName, string, string, ChargeCheck[], typeof name?]>([
    ['service', 'metadata that name the address', 'alice@wallet.example', ['amount', 'description']],
    ['service', 'a plain description', 'bob@wallet.example', ['amount']],
    ['service', 'metadata that name another address', 'erin@wallet.example', ['amount']],
    ['service', 'metadata of a spelling', 'Alice@Wallet.Example', ['amount', 'description']],
    ['lnurl', 'metadata that name the address', 'alice@wallet.example', ['amount', 'description', 'source']],
    ['lnurl', 'a plain description', 'bob@wallet.example', ['amount', 'source']],
    ['lnurl', 'metadata that name another address', 'erin@wallet.example', ['amount', 'source']],
    ['lnurl', 'payer data in the hash', 'alice@wallet.example', ['amount', 'description', 'source'], name],
    ['lnurl', 'required payer data', 'needsname@wallet.example', ['amount', 'description', 'source'], name],
    ['lnurl', 'a callback at another domain', 'hosted@shop.example', ['amount']],
    ['lnurl', 'a redirect', 'movedcallback@wallet.example', ['amount', 'description', 'source']],
    ['verifiedFirst', 'a verifying recipient', 'alice@wallet.example', ['amount', 'description', 'source']],
    ['verifiedFirst', 'a plain description', 'bob@wallet.example', ['amount', 'source']],
    [
      'verifiedFirst',
      'a recipient that does not verify',
      'noverify@wallet.example',
      ['amount', 'description'],
    ],
  ])('%s, %s', async (provider, _, lnaddress, checks, payerData) => {
    const { charge } = await start(provider)
    expect(await checkedOf(charge(lnaddress, payerData))).toEqual(checks)
  })

  it('do not follow the words of the service', async () => {
    const claims = {
      checked: ['amount', 'description', 'source'],
      fromRecipient: true,
      advertised: { metadata: '[["text/identifier","bob@wallet.example"]]' },
      verifyUrl: 'https://service.example/verify',
      successAction: { tag: 'url', description: 'Thanks', url: 'no url', callbackHost: 'wallet.example' },
    }
    const { charge } = await start('service', {
      change: (body, { pathname }) =>
        pathname.endsWith('/fetch-charge')
          ? { ...body, data: { ...(body.data as object), ...claims } }
          : body,
    })
    const reply = await charge('bob@wallet.example')
    expect(reply.checked).toEqual(['amount'])
    expect(reply).not.toHaveProperty('advertised')
    expect(reply).not.toHaveProperty('fromRecipient')
    expect(reply.detects).toEqual(['preimage'])
  })

  it('do not name the address if the invoice is another recipient’s', async () => {
    const { sandbox, charge } = await start('lnurl', {
      change: async (body, { pathname }) => {
        if (!pathname.endsWith('/alice/callback')) return body
        return { ...body, pr: await invoiceOf(sandbox, 'dave') }
      },
    })
    expect(await checkedOf(charge('alice@wallet.example'))).toEqual(['amount', 'source'])
  })

  it('stay the same when the charge of an order is asked for again', async () => {
    const { client, bff } = await start('lnurl')
    const order = { lnaddress: 'alice@wallet.example', amount: '21000' }
    const intent = await bff.sign({ lnaddress: order.lnaddress, amountMsat: 21_000n, reference: 'order-7' })
    const { checked } = await client.createCharge({ intent })
    expect(checked).toEqual(['amount', 'description', 'source'])
    expect((await client.readIntent(intent)).charge?.checked).toEqual(checked)
    expect(await checkedOf(client.createCharge({ intent }))).toEqual(checked)
  })

  it('have a description only if the hash is of what was advertised, and that names the address', async () => {
    let advertise = (metadata: string) => metadata
    /** The metadata of each user. The BFF caches a look-up, so that the first ones count. */
    const advertised = new Map<string, string>()
    const { charge } = await start('lnurl', {
      change: (body, { pathname }) => {
        if (typeof body.metadata !== 'string') return body
        const metadata = advertise(body.metadata)
        advertised.set(pathname.slice(pathname.lastIndexOf('/') + 1), metadata)
        return { ...body, metadata }
      },
    })
    const seen = { yes: 0, no: 0 }
    const users = fc.nat().map((number) => `user${number}`)
    const others = fc.constantFrom('alice', 'bob', 'erin')
    const edits = fc.constantFrom(
      (metadata: string) => metadata,
      (metadata: string) => metadata,
      (metadata: string) => `${metadata} `,
      (metadata: string) => metadata.replace('@', '@mallory.'),
      (metadata: string) => metadata.replace('text/identifier', 'text/email'),
    )
    const data = fc.constantFrom(undefined, { name: 'Zoë' })
    await fc.assert(
      fc.asyncProperty(fc.oneof(users, others), edits, data, async (user, edit, payer_data) => {
        advertise = edit
        const lnaddress = `${user}@wallet.example`
        const { checked = [], invoice } = await charge(lnaddress, { payer_data })
        expect(checked).toContain('amount')
        const metadata = advertised.get(user) ?? ''
        const hash = descriptionHash(metadata, payer_data && JSON.stringify(payer_data))
        const hasHash = decodeInvoice(invoice.request).descriptionHash === hash
        const isMadeOut = hasHash && metadata.includes(`"${lnaddress}"`)
        expect(checked.includes('description')).toBe(isMadeOut)
        seen[isMadeOut ? 'yes' : 'no']++
      }),
      { numRuns: 60 },
    )
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(3)
  })
})

/** An invoice over the same amount that another recipient has made. */
async function invoiceOf(sandbox: Sandbox, user: string): Promise<string> {
  const url = `https://wallet.example/lnurlp/${user}/callback?amount=21000`
  const { pr } = (await (await sandbox.lnurlFetch(new Request(url))).json()) as { pr: string }
  expect(decodeInvoice(pr).amountMsat).toBe(21_000n)
  return pr
}
