import type { PayProvider } from '@leyden/core/provider'
import { decodeInvoice } from '@leyden/lightning'
import { lnurlProvider } from '@leyden/lnurl'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../test-support/misbehaving-server.js'
import { startRecipients } from '../test-support/recipients.js'
import { openCharge, openShop, stateOf } from '../test-support/shop.js'
import { serviceProvider } from './service-provider.js'
import { type VerifiedFirstOptions, verifiedFirst } from './verified-first.js'

const silent = { info() {}, warn() {}, error() {} }
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

interface StartOptions extends VerifiedFirstOptions {
  fail?: Answer
}

/** A shop whose recipients have their own servers, which the test can make fail. */
async function start({ fail, timeoutMs }: StartOptions = {}) {
  const recipients = await startRecipients((request) => shop.sandbox.lnurlFetch(request), fail)
  closers.push(recipients.close)
  const lnurl = lnurlProvider({ network: 'regtest', sandboxUrl: recipients.url, log: silent })
  /** Paths of the requests to the service. */
  const servicePaths: string[] = []
  const service = serviceProvider({
    apiKey: 'sandbox-key',
    baseUrl: 'https://service.example',
    transport: (url, init) => {
      servicePaths.push(new URL(url).pathname.replace(/\/validate\/.*/, '/validate'))
      return shop.sandbox.fetch(new Request(url, init))
    },
  })
  const shop = openShop({ pay: verifiedFirst(lnurl, service, { timeoutMs }) }, { apiKey: 'sandbox-key' })
  closers.push(() => shop.bff.close())
  const invoiceRequests = () => recipients.requests.filter((request) => request.includes('/callback')).length
  return { shop, servicePaths, service, lnurl, invoiceRequests }
}

const VALIDATE = '/v0/ln-address/validate'
const CHARGE = '/v0/ln-address/fetch-charge'

describe('invoices with payment verification, if the recipient supports it', () => {
  it('come from the recipient’s own server, which reports the payment; the service only gets the look-up', async () => {
    const { shop, servicePaths, invoiceRequests } = await start()
    const charge = await openCharge(shop, { description: 'For the show' })
    expect(charge.detects).toEqual(['preimage', 'verify'])
    expect(invoiceRequests()).toBe(1)
    const { preimage } = shop.sandbox.pay(charge.invoice.request)
    shop.turnClock(3_000)
    await shop.bff.tick()
    expect(await stateOf(shop, charge.watch_url)).toMatchObject({
      status: 'paid',
      evidence: 'verify',
      preimage,
    })
    expect(servicePaths).toEqual([VALIDATE])
  })

  it.each(['noverify', 'verifyinside'])(
    'come from the service for %s, whose server then gets no request for a while',
    async (user) => {
      const { shop, servicePaths, invoiceRequests } = await start()
      const lnaddress = `${user}@wallet.example`
      const charges = [await openCharge(shop, { lnaddress }), await openCharge(shop, { lnaddress })]
      for (const charge of charges) expect(charge.detects).toEqual(['preimage'])
      expect(servicePaths).toEqual([VALIDATE, CHARGE, CHARGE])
      expect(invoiceRequests()).toBe(1)
    },
  )

  it.each<[string, Answer]>([
    ['is down', (response) => response.writeHead(503).end()],
    ['refuses', (response) => response.end('{"status":"ERROR","reason":"Not today"}')],
    ['answers with a web page', (response) => response.end('<!doctype html>')],
    [
      'leads elsewhere',
      (response) => response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
    ],
    ['ends its reply early', (response) => response.destroy()],
  ])('come from the service if the recipient’s server %s, without caching that', async (_, fail) => {
    const { shop, servicePaths, invoiceRequests } = await start({ fail })
    const charges = [await openCharge(shop), await openCharge(shop)]
    for (const charge of charges) expect(charge.detects).toEqual(['preimage'])
    expect(new Set(charges.map(({ invoice }) => decodeInvoice(invoice.request).paymentHash)).size).toBe(2)
    expect(servicePaths).toEqual([VALIDATE, CHARGE, CHARGE])
    expect(invoiceRequests()).toBe(2)
  })

  it('come from the service if the recipient’s server never responds', async () => {
    const { shop, servicePaths } = await start({ fail: () => undefined, timeoutMs: 300 })
    expect((await openCharge(shop)).detects).toEqual(['preimage'])
    expect(servicePaths).toEqual([VALIDATE, CHARGE])
  })

  it('come from the service for an address that only the service knows', async () => {
    const { shop, service } = await start()
    const pay = verifiedFirst(lnurlProvider({ resolve: async () => [], log: silent }), service)
    const { signal } = new AbortController()
    const charge = await pay.createCharge(
      { lnaddress: 'alice@wallet.example', amount: '2100000' },
      { signal },
    )
    expect(charge.verifyUrl).toBeUndefined()
    expect(shop.sandbox.pay(charge.invoice.request)).toBeDefined()
  })

  it.each(['wrongamount', 'amountless', 'wrongnetwork', 'expired'])(
    'are refused if the recipient’s server returns a wrong one (%s), and the service gets no request',
    async (user) => {
      const { shop, servicePaths } = await start()
      const body = { lnaddress: `${user}@wallet.example`, amount: '2100000' }
      const reply = await shop.post(CHARGE.slice(1), body)
      expect([reply.status, reply.error.code]).toEqual([502, 'INVOICE_MISMATCH'])
      expect(shop.log.lines).toContainEqual(
        expect.objectContaining({
          message: "The recipient's provider returned a wrong invoice; the BFF rejected it",
          fields: expect.objectContaining({ code: 'RECIPIENT_PROVIDER_WRONG_INVOICE' }),
        }),
      )
      expect(servicePaths).toEqual([VALIDATE])
    },
  )

  it('have no URL to ask at if they come from a provider that nobody would ask', async () => {
    const { service, lnurl } = await start()
    const claiming: PayProvider = {
      ...service,
      createCharge: async (...request) => ({
        ...(await service.createCharge(...request)),
        verifyUrl: 'https://service.example/verify',
      }),
    }
    for (const pay of [claiming, verifiedFirst(lnurl, claiming, { log: silent })]) {
      const shop = openShop({ pay }, { apiKey: 'sandbox-key' })
      closers.push(() => shop.bff.close())
      const { detects } = await openCharge(shop, { lnaddress: 'noverify@wallet.example' })
      expect(detects).toEqual(['preimage'])
    }
  })

  it('are not requested from the service once the caller has aborted', async () => {
    const { service, lnurl } = await start({ fail: () => undefined })
    const caller = new AbortController()
    const createCharge = vi.fn(service.createCharge)
    const charge = verifiedFirst(lnurl, { ...service, createCharge }).createCharge(
      { lnaddress: 'alice@wallet.example', amount: '2100000' },
      { signal: caller.signal },
    )
    setTimeout(() => caller.abort(), 100)
    await expect(charge).rejects.toMatchObject({ code: 'ABORTED' })
    expect(createCharge).not.toHaveBeenCalled()
  })

  it('need a provider first that can verify payments', async () => {
    const { lnurl, service } = await start()
    // @ts-expect-error the service cannot verify payments
    expect(() => verifiedFirst(service, lnurl)).toThrow(/lnurlProvider\(\) .* first, .* serviceProvider/)
  })

  it('accept no payer data, which the service could not pass on', async () => {
    const { shop } = await start()
    const { data } = await shop.get('v0/ln-address/validate/alice%40wallet.example')
    expect(data.takes_payer_data).toBeUndefined()
  })
})
