import { describe, expect, it } from 'vitest'
import { openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge, type Reply } from '../../test-support/shop.js'

const order = { lnaddress: 'alice@wallet.example', amount: '2100000' }

describe('the server’s time', () => {
  it('is in every envelope of a success and of an error', async () => {
    const shop = openRampShop()
    shop.turnClock(10 * 60_000)
    const charge = await openCharge(shop)
    const intent = await shop.bff.sign({ ...order, amountMsat: 2_100_000n, reference: 'order-7' })
    const { preimage, paymentHash } = shop.sandbox.pay(charge.invoice.request)
    const replies: [status: number, Reply<unknown>][] = [
      [200, await shop.get('v0/ln-address/validate/alice%40wallet.example')],
      [200, await shop.get('v0/ln-address/validate/nothing')],
      [200, await shop.post('v0/ln-address/fetch-charge', order)],
      [200, await shop.post('v0/intent', { intent })],
      [200, await shop.post(RAMP_PATH, { email: 'guest@example.com' })],
      [200, await shop.get(charge.watch_url)],
      [200, await shop.post(`${charge.watch_url}/proof`, { preimage })],
      [200, await shop.post('admin/settle', { payment_hash: paymentHash }, asAdmin())],
      [200, await shop.post('admin/drain', {}, asAdmin())],
      [200, await shop.post('admin/erase', { payment_hash: paymentHash }, asAdmin())],
      [400, await shop.post('v0/ln-address/fetch-charge', { ...order, amount: '0' })],
      [401, await shop.post('admin/settle', {})],
      [403, await shop.get('v0/watch/x', { headers: { origin: 'https://evil.example' } })],
      [404, await shop.get('nowhere')],
      [404, await shop.post('webhooks/ramp/x', {})],
      [503, await shop.post('v0/ln-address/fetch-charge', { ...order, lnaddress: 'down@wallet.example' })],
    ]
    const nowMs = shop.now().getTime()
    for (const [status, { text, ...reply }] of replies) {
      expect(reply.status, text).toBe(status)
      const { server_time } = JSON.parse(text) as { server_time?: string }
      expect(server_time, text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(Math.abs(nowMs - Date.parse(server_time ?? '')), text).toBeLessThan(120_000)
    }
  })
})
