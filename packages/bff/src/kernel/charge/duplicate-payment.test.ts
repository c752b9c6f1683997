import { decodeInvoice } from '@leyden/lightning'
import { expect, it } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { type OpenedCharge, openCharge, openShop, type Shop } from '../../test-support/shop.js'
import type { BffOptions } from '../bff-options.js'
import type { BffEvent } from '../outbox/event-message.js'

const ORDER = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }
const HOUR_MS = 3_600_000

/** Reports a payment as the shop's own node would. */
const settle = (shop: Shop, paymentHash: string) => shop.bff.settle({ paymentHash })

/** Charges of one order, each created after the one before it had expired unpaid. */
async function chargesOf(shop: Shop, count: number, order = ORDER): Promise<string[]> {
  const hashes: string[] = []
  for (let n = 0; n < count; n++) {
    if (n > 0) shop.turnClock(HOUR_MS + 61_000)
    const reply = await shop.post<OpenedCharge>('v0/ln-address/fetch-charge', {
      intent: await shop.bff.sign(order),
    })
    hashes.push(decodeInvoice(reply.data.invoice.request).paymentHash)
  }
  return hashes
}

describeOnEachStore('a second payment of one order', (freshStore) => {
  const open = (options: Partial<BffOptions> = {}) => {
    const payments: [string, string | undefined][] = []
    const shop = openShop({
      store: freshStore(),
      onEvent: (event: BffEvent) => {
        if (event.type === 'charge.paid') payments.push([event.data.payment_hash, event.data.duplicate_of])
      },
      ...options,
    })
    return { shop, payments }
  }

  it.each([
    ['the newer one last', [0, 1, 2]],
    ['the oldest one last', [2, 1, 0]],
    ['the middle one first', [1, 2, 0]],
  ])('is reported to the server with the payment hash of the first, however late: %s', async (_, order) => {
    const { shop, payments } = open()
    const hashes = await chargesOf(shop, 3)
    const paid = order.map((at) => hashes[at] ?? '')
    for (const hash of paid) {
      await settle(shop, hash)
      await shop.bff.tick()
      shop.turnClock(1_000)
    }
    const [first] = paid
    expect(payments).toEqual(paid.map((hash) => [hash, hash === first ? undefined : first]))
  })

  it('is marked in the same way when both are delivered later, and when delivery of the first is retried', async () => {
    const seenPayments: [string, string | undefined][] = []
    let isDown = true
    const { shop } = open({
      onEvent: (event) => {
        if (event.type !== 'charge.paid') return
        const { payment_hash: paymentHash, duplicate_of } = event.data
        if (isDown && paymentHash === hashes[0]) throw new Error('database down')
        seenPayments.push([paymentHash, duplicate_of])
      },
    })
    const hashes = await chargesOf(shop, 2)
    await settle(shop, hashes[0] ?? '')
    shop.turnClock(1_000)
    await settle(shop, hashes[1] ?? '')
    await shop.bff.tick()
    isDown = false
    shop.turnClock(60_000)
    await shop.bff.tick()
    expect(seenPayments).toEqual([
      [hashes[1], hashes[0]],
      [hashes[0], undefined],
    ])
  })

  it('is the one that was stored second, though both were detected in the same millisecond', async () => {
    let frozen: Date | undefined
    const { shop, payments } = open({ now: () => frozen ?? shop.now() })
    const [first, second] = await chargesOf(shop, 2)
    frozen = shop.now()
    for (const hash of [second, first]) await settle(shop, hash ?? '')
    await shop.bff.tick()
    expect(new Map(payments)).toEqual(
      new Map([
        [second, undefined],
        [first, second],
      ]),
    )
  })

  it('is not a payment of another order, nor of a reference that a page has set', async () => {
    const { shop, payments } = open()
    const [first] = await chargesOf(shop, 1)
    const [other] = await chargesOf(shop, 1, { ...ORDER, reference: 'order-8' })
    const tip = await openCharge(shop, { reference: 'order-7' })
    const tipHash = decodeInvoice(tip.invoice.request).paymentHash
    for (const hash of [first, other, tipHash]) await settle(shop, hash ?? '')
    await shop.bff.tick()
    expect(payments).toHaveLength(3)
    for (const [, duplicateOf] of payments) expect(duplicateOf).toBeUndefined()
  })
})
