import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { asAdmin, type OpenedCharge, openShop, type Shop, stateOf } from '../../test-support/shop.js'
import type { BffEvent } from '../outbox/event-message.js'

const PATH = 'v0/ln-address/fetch-charge'
const ORDER = {
  lnaddress: 'alice@wallet.example',
  amountMsat: 2_100_000n,
  description: 'Order 7',
  reference: 'order-7',
}
const redeem = (shop: Shop, intent: string) => shop.post<OpenedCharge>(PATH, { intent })

describe('a signed intent', () => {
  it('creates a charge with exactly the terms that the server signed', async () => {
    const events: BffEvent[] = []
    const shop = openShop({
      onEvent: (event) => void events.push(event),
      limits: { charges: { intentOnly: true } },
    })
    const { data } = await redeem(shop, await shop.bff.sign(ORDER))
    expect(data).toMatchObject({ lnaddress: ORDER.lnaddress, amount: '2100000' })
    expect(await shop.upstream.at(-1)?.json()).toMatchObject({ description: 'Order 7' })
    await shop.bff.settle({ paymentHash: decodeInvoice(data.invoice.request).paymentHash })
    await shop.bff.tick()
    expect(events[0]).toMatchObject({ data: { intent: true, reference: 'order-7' } })
  })

  it('can be signed for another server over the admin route', async () => {
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
    'does not let the page change anything: %s',
    async (field) => {
      const shop = openShop()
      const reply = await shop.post(PATH, { intent: await shop.bff.sign(ORDER), [field]: '1' })
      expect([reply.status, reply.error.field]).toEqual([400, field])
    },
  )

  it('returns the same open charge again, even if the intent is signed again', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    const again = await redeem(shop, await shop.bff.sign(ORDER))
    expect(again.data).toEqual(first.data)
  })

  it('sends one request to the service for concurrent requests', async () => {
    const shop = openShop()
    const intents = await Promise.all(Array.from({ length: 5 }, () => shop.bff.sign(ORDER)))
    const replies = await Promise.all(intents.map((intent) => redeem(shop, intent)))
    const invoices = new Set(replies.map((reply) => reply.data.invoice.request))
    expect(invoices.size).toBe(1)
    expect(shop.upstream.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('gives one invoice in two processes of the shop, too', async () => {
    const store = memoryStore()
    const [here, there] = [openShop({ store }), openShop({ store })]
    const [one, other] = await Promise.all([
      redeem(here, await here.bff.sign(ORDER)),
      redeem(there, await there.bff.sign(ORDER)),
    ])
    expect(one.data.invoice).toEqual(other.data.invoice)
    for (const shop of [here, there])
      expect(shop.upstream.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('creates one charge, with the newest note, for concurrent requests whose notes differ', async () => {
    const shop = openShop()
    const intents = [
      await shop.bff.sign(ORDER),
      await shop.bff.sign({ ...ORDER, description: 'Order 7, gift-wrapped' }),
    ]
    const replies = await Promise.all(intents.map((intent) => redeem(shop, intent)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.data.invoice).toEqual(replies[1]?.data.invoice)
    const requests = shop.upstream.filter(({ method }) => method === 'POST')
    expect(requests).toHaveLength(1)
    expect(await requests[0]?.json()).toMatchObject({ description: 'Order 7, gift-wrapped' })
  })

  it('returns the open charge though its note has changed since', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    const again = await redeem(shop, await shop.bff.sign({ ...ORDER, description: 'gift-wrapped' }))
    expect(again.data).toEqual(first.data)
  })

  it('creates its charge after concurrent requests have failed', async () => {
    const { provider } = openShop()
    let requests = 0
    const createCharge: typeof provider.createCharge = async (...args) => {
      requests++
      if (requests === 1) throw new Error('not now')
      return provider.createCharge(...args)
    }
    const shop = openShop({ pay: { ...provider, createCharge } })
    const intent = await shop.bff.sign(ORDER)
    const replies = await Promise.all([redeem(shop, intent), redeem(shop, intent)])
    expect(replies.map(({ status }) => status)).toEqual([503, 503])
    expect([(await redeem(shop, intent)).status, requests]).toEqual([200, 2])
  })

  it('keeps the amount exact to the millisatoshi', async () => {
    const shop = openShop()
    const { data } = await redeem(shop, await shop.bff.sign({ ...ORDER, amountMsat: 2_100_001n }))
    expect(data.amount).toBe('2100001')
    expect(decodeInvoice(data.invoice.request).amountMsat).toBe(2_100_001n)
  })

  it('returns a new invoice once the old one has expired', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign({ ...ORDER, lnaddress: 'shortlived-60@wallet.example' })
    const first = await redeem(shop, intent)
    shop.turnClock(61_000)
    const second = await redeem(shop, intent)
    expect(second.status).toBe(200)
    expect(second.data.invoice.request).not.toBe(first.data.invoice.request)
  })

  it('is not charged a second time after it is paid', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    await shop.bff.settle({ paymentHash: decodeInvoice(first.data.invoice.request).paymentHash })
    for (const laterMs of [0, 3_601_000]) {
      shop.turnClock(laterMs)
      const again = await redeem(shop, await shop.bff.sign(ORDER))
      expect([again.status, again.error.code, again.error.field]).toEqual([409, 'ALREADY_PAID', 'intent'])
      expect(again.error.message).toMatch(/shop/)
    }
    expect(shop.upstream.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('is not charged again once one of its expired invoices turns out to be paid', async () => {
    const shop = openShop()
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    for (let n = 0; n < 2; n++) {
      shop.turnClock(3_601_000)
      expect((await redeem(shop, await shop.bff.sign(ORDER))).status).toBe(200)
    }
    await shop.bff.settle({ paymentHash: decodeInvoice(first.data.invoice.request).paymentHash })
    for (const laterMs of [0, 3_601_000]) {
      shop.turnClock(laterMs)
      const again = await redeem(shop, await shop.bff.sign(ORDER))
      expect([again.status, again.error.code]).toEqual([409, 'ALREADY_PAID'])
    }
  })

  it.each([
    ['amount', { amountMsat: 9_000_000n }],
    ['recipient', { lnaddress: 'bob@wallet.example' }],
  ])(
    'with another %s gets its own charge at once, though the older invoice can be paid',
    async (_, other) => {
      const shop = openShop()
      const first = await redeem(shop, await shop.bff.sign(ORDER))
      const newest = await redeem(shop, await shop.bff.sign({ ...ORDER, ...other }))
      expect(newest.status).toBe(200)
      expect(newest.data.invoice).not.toEqual(first.data.invoice)
      for (const { data } of [first, newest])
        expect(await stateOf(shop, data.watch_url)).toMatchObject({ status: 'open' })
    },
  )

  it('is superseded when the shop signs another recipient or amount, also if its charge is open', async () => {
    for (const other of [{ amountMsat: 9_000_000n }, { lnaddress: 'bob@wallet.example' }]) {
      const shop = openShop()
      const old = await shop.bff.sign(ORDER)
      for (const prepare of [async () => {}, () => redeem(shop, old)]) {
        await prepare()
        const newest = await shop.bff.sign({ ...ORDER, ...other })
        const upstreamBefore = shop.upstream.length
        const reply = await redeem(shop, old)
        expect([reply.status, reply.error.code, reply.error.field]).toEqual([
          409,
          'INTENT_SUPERSEDED',
          'intent',
        ])
        expect(reply.text).not.toContain('lnbcrt')
        expect(shop.upstream).toHaveLength(upstreamBefore)
        expect((await redeem(shop, newest)).status).toBe(200)
        await shop.bff.sign(ORDER)
      }
    }
  })

  it('is good again once its terms are signed again, with the charge that is still open', async () => {
    const shop = openShop()
    const first = await shop.bff.sign(ORDER)
    const { data } = await redeem(shop, first)
    await redeem(shop, await shop.bff.sign({ ...ORDER, amountMsat: 9_000_000n }))
    await shop.bff.sign(ORDER)
    expect((await redeem(shop, first)).data).toEqual(data)
    expect(shop.upstream.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  it('is not charged if it is superseded or paid while its invoice is requested', async () => {
    const { provider, turnClock } = openShop()
    let meanwhile = async () => {}
    const createCharge: typeof provider.createCharge = async (...args) => {
      const charge = await provider.createCharge(...args)
      await meanwhile()
      return charge
    }
    const shop = openShop({ pay: { ...provider, createCharge } })
    const old = await shop.bff.sign({ ...ORDER, lnaddress: 'shortlived-60@wallet.example' })
    const first = await redeem(shop, old)
    for (const turn of [turnClock, shop.turnClock]) turn(61_000)
    meanwhile = async () => void (await shop.bff.sign(ORDER))
    const superseded = await redeem(shop, old)
    expect([superseded.status, superseded.error.code]).toEqual([409, 'INTENT_SUPERSEDED'])
    const again = await shop.bff.sign({ ...ORDER, lnaddress: 'shortlived-60@wallet.example' })
    meanwhile = async () =>
      void (await shop.bff.settle({ paymentHash: decodeInvoice(first.data.invoice.request).paymentHash }))
    const paid = await redeem(shop, again)
    expect([paid.status, paid.error.code]).toEqual([409, 'ALREADY_PAID'])
    for (const { text } of [superseded, paid]) expect(text).not.toContain('lnbcrt')
  })

  it('creates no charge after 15 minutes, and tells where to get a new intent', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign(ORDER)
    shop.turnClock(15 * 60_000 + 1_000)
    const reply = await redeem(shop, intent)
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([410, 'INTENT_EXPIRED', 'intent'])
    expect(reply.error.message).toMatch(/new one from the shop/)
    expect(reply.error.retry_after_ms).toBeUndefined()
    expect(shop.upstream).toHaveLength(0)
  })

  it('returns the open charge of its reference after 15 minutes, and no other', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign(ORDER)
    const first = await redeem(shop, intent)
    shop.turnClock(16 * 60_000)
    expect((await redeem(shop, intent)).data).toEqual(first.data)
    await shop.bff.sign({ ...ORDER, amountMsat: 4_200_000n })
    expect((await redeem(shop, intent)).error.code).toBe('INTENT_SUPERSEDED')
    await shop.bff.sign(ORDER)
    shop.turnClock(45 * 60_000)
    expect((await redeem(shop, intent)).error.code).toBe('INTENT_EXPIRED')
    expect(shop.upstream.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('still reports after 15 minutes that its order is paid', async () => {
    const shop = openShop()
    const intent = await shop.bff.sign(ORDER)
    const { data } = await redeem(shop, intent)
    shop.turnClock(2 * 3_600_000)
    await shop.bff.settle({ paymentHash: decodeInvoice(data.invoice.request).paymentHash })
    expect((await redeem(shop, intent)).error.code).toBe('ALREADY_PAID')
  })

  it('cannot be forged, nor replaced by another token', async () => {
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
    ['a reference with U+0000', { reference: 'order\0' }, 'reference'],
    ['a reference with half a pair', { reference: 'order \ud83d' }, 'reference'],
  ])('is not signed with %s', async (_, wrong, field) => {
    await expect(openShop().bff.sign({ ...ORDER, ...wrong })).rejects.toMatchObject({ field })
  })
})
