import type { Charge } from '@leyden/core'
import { createSandbox } from '@leyden/sandbox'
import { describe, expect, it } from 'vitest'
import { serviceProvider } from '../../providers/service-provider.js'
import { termsOf } from './charge-terms.js'
import { checkReply } from './check-reply.js'

const order = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const now = new Date()

/** A valid reply of the service. */
async function goodReply(): Promise<Charge> {
  const sandbox = createSandbox()
  const transport = (url: string, init: RequestInit) => sandbox.fetch(new Request(url, init))
  const provider = serviceProvider({ apiKey: 'sandbox-key', baseUrl: 'https://service.example', transport })
  return provider.createCharge(order, { signal: new AbortController().signal })
}

async function check(change: (reply: Charge) => object = () => ({}), amount = order.amount) {
  const reply = await goodReply()
  const terms = termsOf({ ...order, amount })
  return checkReply({ ...reply, ...change(reply) }, { terms, network: 'regtest', now })
}

describe('checking a provider’s reply', () => {
  it('returns the invoice of a valid one', async () => {
    expect(await check()).toMatchObject({ amountMsat: 2_100_000n, network: 'regtest' })
  })

  it('accepts the address in another spelling and the amount with leading zeros', async () => {
    await check(() => ({ lnaddress: 'Alice@Wallet.example', amount: '0002100000' }))
  })

  it.each<[string, (reply: Charge) => object, string]>([
    ['another recipient', () => ({ lnaddress: 'mallory@wallet.example' }), 'recipient'],
    ['an invalid recipient', () => ({ lnaddress: 'alice' }), 'recipient'],
    ['another amount', () => ({ amount: '2100001' }), 'amount'],
    ['an invalid amount', () => ({ amount: '2.1e6' }), 'amount'],
    [
      'a link to another invoice',
      (reply) => ({ invoice: { ...reply.invoice, uri: 'lightning:lnbc1' } }),
      'uri',
    ],
    [
      'a link of another kind',
      (reply) => ({ invoice: { ...reply.invoice, uri: `https:${reply.invoice.request}` } }),
      'uri',
    ],
    ['no invoice', () => ({ invoice: { uri: 'lightning:', request: '' } }), 'invoice'],
  ])('refuses %s', async (_, change, field) => {
    await expect(check(change)).rejects.toMatchObject({ code: 'INVOICE_MISMATCH', field })
  })

  it('refuses an invoice for another amount although the reply has the right amount', async () => {
    await expect(check(() => ({ amount: '2100001' }), '2100001')).rejects.toMatchObject({
      code: 'INVOICE_MISMATCH',
      field: 'amount',
      expected: '2100001',
      actual: '2100000',
    })
  })

  it('refuses an invoice with a signature that matches no key', async () => {
    // The last six characters are the checksum; before them is the signature, which any change breaks.
    const broken = (request: string) =>
      `${request.slice(0, -8)}${request.at(-8) === 'q' ? 'p' : 'q'}${request.slice(-7)}`
    const change = ({ invoice }: Charge) => ({
      invoice: { request: broken(invoice.request), uri: `lightning:${broken(invoice.request)}` },
    })
    await expect(check(change)).rejects.toMatchObject({ field: 'invoice' })
  })

  it('does not repeat a text that came instead of an amount', async () => {
    const error = await check(() => ({ amount: 'key-canary' })).catch((error: Error) => error)
    expect(error).toMatchObject({ field: 'amount', expected: '2100000' })
    expect(JSON.stringify(error) + String(error)).not.toContain('canary')
  })

  it('keeps the invoice out of its error', async () => {
    const { invoice } = await goodReply()
    const error = await check(() => ({ amount: '1' })).catch((error: Error) => error)
    expect(JSON.stringify(error) + String(error)).not.toContain(invoice.request.slice(0, 12))
  })
})
