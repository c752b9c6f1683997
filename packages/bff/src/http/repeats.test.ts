import { describe, expect, it } from 'vitest'
import { GUEST, openRampShop, RAMP_PATH } from '../test-support/ramp-shop.js'
import { type OpenedCharge, openShop, type Shop } from '../test-support/shop.js'

const PATH = 'v0/ln-address/fetch-charge'
const order = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const charge = (shop: Shop, key: string, body: object = order, ip = '192.0.2.1') =>
  shop.post<OpenedCharge>(PATH, body, { ip, headers: { 'idempotency-key': key } })
const posts = (shop: Shop) => shop.upstream.filter((request) => request.method === 'POST').length

describe('a POST with an Idempotency-Key', () => {
  it('is done once, whether it comes again at once or later', async () => {
    const shop = openShop()
    const replies = await Promise.all([charge(shop, 'k1'), charge(shop, 'k1')])
    const later = await charge(shop, 'k1')
    expect(new Set([...replies, later].map((reply) => reply.text)).size).toBe(1)
    expect(posts(shop)).toBe(1)
  })

  it('opens one ramp session', async () => {
    const shop = openRampShop()
    const ask = () => shop.post(RAMP_PATH, GUEST, { headers: { 'idempotency-key': 'k1' } })
    const [first, second] = [await ask(), await ask()]
    expect(second.data).toEqual(first.data)
    expect(posts(shop)).toBe(1)
  })

  it('is another one with another key, from another asker, or after ten minutes', async () => {
    const shop = openShop()
    const invoices = [
      await charge(shop, 'k1'),
      await charge(shop, 'k2'),
      await charge(shop, 'k1', order, '192.0.2.9'),
    ]
    shop.turnClock(600_001)
    invoices.push(await charge(shop, 'k1'))
    expect(new Set(invoices.map((reply) => reply.data.invoice.request)).size).toBe(4)
  })

  it('is refused with another body', async () => {
    const shop = openShop()
    await charge(shop, 'k1')
    const reply = await charge(shop, 'k1', { ...order, amount: '1000000' })
    expect([reply.status, reply.error.field]).toEqual([400, 'idempotency-key'])
  })

  it('is tried again where it had failed', async () => {
    const shop = openShop()
    let failing = true
    const { provider } = shop
    const flaky = openShop({
      pay: {
        ...provider,
        createCharge: async (...args) => {
          if (failing) throw new Error('not now')
          return provider.createCharge(...args)
        },
      },
    })
    expect((await charge(flaky, 'k1')).status).toBe(503)
    failing = false
    expect((await charge(flaky, 'k1')).status).toBe(200)
  })

  it('is refused with a key that is none', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b'])
      expect((await charge(openShop(), key)).error.field).toBe('idempotency-key')
  })
})
