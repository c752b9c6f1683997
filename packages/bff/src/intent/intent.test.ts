import { decodeInvoice } from '@leyden/core/invoice'
import { describe, expect, it } from 'vitest'
import type { BffEvent } from '../outbox/bff-event.js'
import { asAdmin, type OpenedCharge, openShop, type Shop } from '../test-support/shop.js'

const PATH = 'v0/ln-address/fetch-charge'
const ORDER = {
  lnaddress: 'alice@wallet.example',
  amountMsat: 2_100_000n,
  description: 'Order 7',
  reference: 'order-7',
}
const redeem = (shop: Shop, intent: string) => shop.post<OpenedCharge>(PATH, { intent })

describe('a signed intent', () => {
  it('is charged exactly as the server fixed it', async () => {
    const events: BffEvent[] = []
    const shop = openShop({ onEvent: (event) => void events.push(event), chargeLimits: { intentOnly: true } })
    const { data } = await redeem(shop, await shop.bff.sign(ORDER))
    expect(data).toMatchObject({ lnaddress: ORDER.lnaddress, amount: '2100000' })
    expect(await shop.upstream.at(-1)?.json()).toMatchObject({ description: 'Order 7' })
    await shop.bff.settle({ paymentHash: decodeInvoice(data.invoice.request).paymentHash })
    await shop.bff.tick()
    expect(events[0]).toMatchObject({ charge: { intent: true, reference: 'order-7' } })
  })

  it('comes from another server over the admin route', async () => {
    const shop = openShop()
    const { amountMsat: _, ...order } = ORDER
    const reply = await shop.post<{ intent: string }>(
      'admin/intents',
      { ...order, amount: '2100000' },
      asAdmin(),
    )
    expect((await redeem(shop, reply.data.intent)).data.amount).toBe('2100000')
    expect((await shop.post('admin/intents', { ...order, amount: '2100000' })).status).toBe(401)
    const wrong = await shop.post('admin/intents', { ...order, amount: 2100000 }, asAdmin())
    expect(wrong.error.field).toBe('amount')
  })

  it.each(['lnaddress', 'amount', 'description', 'reference'])(
    'lets the page change nothing: %s',
    async (field) => {
      const shop = openShop()
      const reply = await shop.post(PATH, { intent: await shop.bff.sign(ORDER), [field]: '1' })
      expect([reply.status, reply.error.field]).toEqual([400, field])
    },
  )

  it('gives the same open charge again, also to many who ask at once', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign(ORDER)
    const replies = await Promise.all(Array.from({ length: 5 }, () => redeem(shop, intent)))
    const again = await redeem(shop, await shop.bff.sign(ORDER))
    const invoices = new Set([...replies, again].map((reply) => reply.data.invoice.request))
    expect(invoices.size).toBe(1)
  })

  it('gives a new invoice once the old one has expired', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    shop.turnClock(3_601_000)
    const second = await redeem(shop, await shop.bff.sign(ORDER))
    expect(second.status).toBe(200)
    expect(second.data.invoice.request).not.toBe(first.data.invoice.request)
  })

  it('is not charged a second time once it is paid', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    await shop.bff.settle({ paymentHash: decodeInvoice(first.data.invoice.request).paymentHash })
    const again = await redeem(shop, await shop.bff.sign(ORDER))
    expect(again.data.invoice).toEqual(first.data.invoice)
    shop.turnClock(3_601_000)
    const late = await redeem(shop, await shop.bff.sign(ORDER))
    expect([late.status, late.error.field]).toEqual([400, 'intent'])
  })

  it('is not charged again once one of its expired invoices turns out to be paid', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    for (let n = 0; n < 2; n++) {
      shop.turnClock(3_601_000)
      expect((await redeem(shop, await shop.bff.sign(ORDER))).status).toBe(200)
    }
    await shop.bff.settle({ paymentHash: decodeInvoice(first.data.invoice.request).paymentHash })
    const again = await redeem(shop, await shop.bff.sign(ORDER))
    expect([again.status, again.error.field]).toEqual([400, 'intent'])
    shop.turnClock(3_601_000)
    const later = await redeem(shop, await shop.bff.sign(ORDER))
    expect([later.status, later.error.field]).toEqual([400, 'intent'])
  })

  it('refuses other terms while a charge of the same reference can be paid', async () => {
    const shop = openShop()
    await redeem(shop, await shop.bff.sign(ORDER))
    const reply = await redeem(shop, await shop.bff.sign({ ...ORDER, amountMsat: 1_000_000n }))
    expect([reply.status, reply.error.field]).toEqual([400, 'intent'])
  })

  it('ends after 15 minutes', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign(ORDER)
    shop.turnClock(15 * 60_000 + 1_000)
    const reply = await redeem(shop, intent)
    expect([reply.status, reply.error.field]).toEqual([400, 'intent'])
  })

  it('cannot be forged or borrowed', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign(ORDER)
    const { data } = await redeem(shop, intent)
    const watchToken = data.watch_url.split('/').at(-1) ?? ''
    for (const wrong of [`${intent.slice(0, -1)}x`, watchToken, '', null, 7, {}])
      expect((await shop.post(PATH, { intent: wrong })).error.field).toBe('intent')
  })

  it.each([
    ['no reference', { reference: '' }, 'reference'],
    ['no amount', { amountMsat: 0n }, 'amount'],
    ['a negative amount', { amountMsat: -1n }, 'amount'],
    ['no address', { lnaddress: 'nobody' }, 'lnaddress'],
  ])('is not signed with %s', async (_, wrong, field) => {
    await expect(openShop().bff.sign({ ...ORDER, ...wrong })).rejects.toMatchObject({ field })
  })
})
