import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge, openShop, type Reply } from '../../test-support/shop.js'

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

  // A page takes this time as proof that an invoice was not paid until then.
  it.each(['a watch', 'a watch that asks for the user', 'a stream', 'an intent'])(
    'in the state of %s is not later than its reading, during which a payment may arrive',
    async (reply) => {
      const store = memoryStore()
      const { get } = store
      let meanwhile = () => {}
      // A stream reads the state after the charge was found.
      let readsBefore = reply === 'a stream' ? 1 : 0
      store.get = async (ids, events) => {
        const found = await get(ids, events)
        if (ids.some((id) => id.startsWith('order ') || id.length === 64)) meanwhile()
        return found
      }
      const shop = openShop({
        store,
        async identify() {
          meanwhile()
          return null
        },
      })
      const intent = await shop.bff.sign({ ...order, amountMsat: 2_100_000n, reference: 'order-7' })
      const charge = await openCharge(shop, intent)
      meanwhile = () => {
        if (readsBefore-- <= 0) shop.turnClock(24 * 3_600_000)
      }
      const accept = reply === 'a stream' ? 'text/event-stream' : 'application/json'
      const path = reply === 'a watch that asks for the user' ? '?subject=1' : ''
      const request = new Request(shop.url(`${charge.watch_url}${path}`), { headers: { accept } })
      const text =
        reply === 'an intent'
          ? (await shop.post('v0/intent', { intent })).text
          : await firstState(await shop.bff.fetch(request))
      expect(text).toContain('"status":"open"')
      const serverTime = /"server_time":"([^"]+)"/.exec(text)?.[1] ?? ''
      expect(Date.parse(serverTime)).toBeLessThan(Date.parse(charge.watch_until))
      await shop.bff.close()
    },
  )
})

/** The body of a reply, of a stream as far as its first state. */
async function firstState({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('server_time')) text += (await reader?.read())?.value
  return text
}
