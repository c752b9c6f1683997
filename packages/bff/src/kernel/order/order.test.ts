import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { createChange } from '../store/change.js'
import { type Order, type OrderCharge, orderId, orderIn, putOrder, readOrder } from './order.js'

const DAY_MS = 86_400_000

function openOrder() {
  const store = memoryStore()
  const change = createChange(store)
  const put = (order: Partial<Order>, watchUntil: string) =>
    change([orderId('order-7')], (view) =>
      putOrder(view, 'order-7', { ...orderIn(view, 'order-7'), ...order }, watchUntil),
    )
  return { store, put }
}

describe('the row of an order', () => {
  it('keeps every charge that is paid, and the newest hundred of the others', async () => {
    const { store, put } = openOrder()
    const terms = { lnaddress: 'alice@wallet.example', amountMsat: '2100000' }
    const charges = Array.from({ length: 250 }, (_, n): OrderCharge => {
      const payment = n % 50 === 49 ? { ...terms, matches: true } : undefined
      return { id: `${n}`, ...terms, expiresAt: '2026-11-21T10:00:00.000Z', payment }
    })
    await put({ charges }, '2026-11-21T10:00:00.000Z')
    const kept = (await readOrder(store, 'order-7')).charges
    expect(kept.filter(({ payment }) => payment).map(({ id }) => id)).toEqual([
      '49',
      '99',
      '149',
      '199',
      '249',
    ])
    const unpaid = kept.filter(({ payment }) => !payment)
    expect([unpaid.length, unpaid[0]?.id, unpaid.at(-1)?.id]).toEqual([100, '0', '101'])
  })

  it('outlives its last intent and charge by the sixty days in which a payment may wait for its delivery', async () => {
    const { store, put } = openOrder()
    await put({}, '2026-11-21T10:00:00.000Z')
    await put({}, '2026-11-20T10:00:00.000Z')
    const lastMs = Date.parse('2026-11-21T10:00:00.000Z')
    expect((await store.get([orderId('order-7')])).rows).toMatchObject([{ untilMs: lastMs + 60 * DAY_MS }])
  })
})
