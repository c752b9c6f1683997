import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type IntentReading, type WatchState } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it, vi } from 'vitest'
import { toNodeHandler } from '../../hosts/node/node-handler.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { describeOnEachStore } from '../../test-support/each-store.js'
import {
  asAdmin,
  type OpenedCharge,
  openCharge,
  openShop,
  SECRET,
  type Shop,
  stateOf,
} from '../../test-support/shop.js'

const PATH = 'v0/intent'
const ORDER = {
  lnaddress: 'alice@wallet.example',
  amountMsat: 2_100_001n,
  description: 'Order 7',
  reference: 'order-7',
}
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const read = async (shop: Shop, intent: unknown, ip?: string) =>
  shop.post<IntentReading>(PATH, { intent }, ip === undefined ? {} : { ip })
const redeem = async (shop: Shop, intent: string) =>
  (await shop.post<OpenedCharge>('v0/ln-address/fetch-charge', { intent })).data
const hashOf = (charge: { invoice: { request: string } }) => decodeInvoice(charge.invoice.request).paymentHash

describeOnEachStore('reading an intent', (freshStore) => {
  it('returns the signed terms, to the millisatoshi, without a request upstream', async () => {
    const shop = openShop({ store: freshStore(), limits: { charges: { intentOnly: true } } })
    const signedAtMs = shop.now().getTime()
    const reply = await read(shop, await shop.bff.sign(ORDER))
    expect(reply.status).toBe(200)
    expect(reply.data).toEqual({
      lnaddress: 'alice@wallet.example',
      amount: '2100001',
      description: 'Order 7',
      reference: 'order-7',
      expires_at: expect.any(String),
      mode: 'test',
      network: 'regtest',
    })
    const lifeMs = Date.parse(reply.data.expires_at) - signedAtMs
    expect(Math.abs(lifeMs - 15 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
    expect(shop.upstream).toHaveLength(0)
  })

  it('returns the charge of its reference with its state, also for an intent signed again', async () => {
    const shop = openShop({ store: freshStore() })
    const charge = await redeem(shop, await shop.bff.sign(ORDER))
    const upstreamBefore = shop.upstream.length
    const { data } = await read(shop, await shop.bff.sign(ORDER))
    expect(data.charge).toEqual({
      ...charge,
      created_at: expect.any(String),
      state: { kind: 'charge', status: 'open', at: data.charge?.created_at },
    })
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    const paid = (await read(shop, await shop.bff.sign(ORDER))).data.charge
    expect(paid).toMatchObject({ invoice: charge.invoice, state: { status: 'paid', evidence: 'app' } })
    expect(shop.upstream).toHaveLength(upstreamBefore)
  })

  it('works for 31 days, long after a charge can be created from it, also after retention has run', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign(ORDER)
    const charge = await redeem(shop, intent)
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    shop.turnClock(31 * DAY_MS - MINUTE_MS)
    await shop.bff.tick()
    const { data } = await read(shop, intent)
    expect(Date.parse(data.expires_at)).toBeLessThan(shop.now().getTime())
    expect(data.charge).toMatchObject({ invoice: charge.invoice, state: { status: 'paid' } })
    expect(await stateOf(shop, data.charge?.watch_url ?? '')).toMatchObject({ status: 'paid' })
    shop.turnClock(2 * MINUTE_MS)
    const over = await read(shop, intent)
    expect([over.status, over.error.code]).toEqual([410, 'INTENT_EXPIRED'])
  })

  it('returns the charge that was paid, though a newer one replaced it', async () => {
    const shop = openShop({ store: freshStore() })
    const first = await redeem(shop, await shop.bff.sign(ORDER))
    shop.turnClock(61 * MINUTE_MS)
    const second = await redeem(shop, await shop.bff.sign(ORDER))
    const intent = await shop.bff.sign(ORDER)
    expect((await read(shop, intent)).data.charge).toMatchObject({ invoice: second.invoice })
    await shop.bff.settle({ paymentHash: hashOf(first) })
    shop.turnClock(1_000)
    await shop.bff.settle({ paymentHash: hashOf(second) })
    const { charge } = (await read(shop, intent)).data
    expect(charge).toMatchObject({ invoice: first.invoice, state: { status: 'paid' } })
  })

  it('shows an expired charge as expired', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign(ORDER)
    const charge = await redeem(shop, intent)
    shop.turnClock(3 * DAY_MS)
    const { data } = await read(shop, intent)
    expect(data.charge).toMatchObject({ invoice: charge.invoice, state: { status: 'expired' } })
    expect(await stateOf(shop, data.charge?.watch_url ?? '')).toMatchObject({ status: 'expired' })
  })

  it('shows no charge of other terms, and says what arrived under them', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign(ORDER)
    const charge = await redeem(shop, intent)
    const dearer = await shop.bff.sign({ ...ORDER, amountMsat: 4_200_000n })
    for (const each of [intent, dearer]) {
      const { data } = await read(shop, each)
      expect(data).not.toHaveProperty('charge')
      expect(data).not.toHaveProperty('arrived')
    }
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    const arrived = [{ id: hashOf(charge), amount: '2100001', at: expect.any(String) }]
    for (const each of [intent, dearer]) {
      const { data } = await read(shop, each)
      expect(data.arrived).toEqual(arrived)
      expect(data).not.toHaveProperty('charge')
    }
    const own = await redeem(shop, dearer)
    expect((await read(shop, dearer)).data).toMatchObject({
      arrived,
      charge: { invoice: own.invoice, amount: '4200000', state: { status: 'open' } },
    })
    await shop.bff.settle({ paymentHash: hashOf(own) })
    expect((await read(shop, dearer)).data).toMatchObject({
      arrived,
      charge: { amount: '4200000', state: { status: 'paid' } },
    })
  })

  it('says which intent is superseded, until its terms are signed again or the order is paid', async () => {
    const shop = openShop({ store: freshStore() })
    const small = await shop.bff.sign(ORDER)
    const charge = await redeem(shop, small)
    const large = await shop.bff.sign({ ...ORDER, amountMsat: 4_200_000n })
    const superseded = async () =>
      Promise.all([small, large].map(async (each) => (await read(shop, each)).data.superseded))
    expect(await superseded()).toEqual([true, undefined])
    // The former invoice was paid, and the order was not: its intent still creates no charge.
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    expect(await superseded()).toEqual([true, undefined])
    await shop.bff.sign({ ...ORDER, description: 'Only another note' })
    expect(await superseded()).toEqual([undefined, true])
    await shop.bff.settle({ paymentHash: hashOf(await redeem(shop, small)) })
    expect(await superseded()).toEqual([undefined, undefined])
    expect((await read(shop, small)).data.charge?.state.status).toBe('paid')
  })

  it('says to an order of other terms that a paid order stays closed', async () => {
    const shop = openShop({ store: freshStore() })
    const charge = await redeem(shop, await shop.bff.sign(ORDER))
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    const dearer = await shop.bff.sign({ ...ORDER, amountMsat: 4_200_000n })
    const { data } = await read(shop, dearer)
    expect(data).toMatchObject({ amount: '4200000', arrived: [{ id: hashOf(charge), amount: '2100001' }] })
    expect(data).not.toHaveProperty('charge')
    const refused = await shop.post('v0/ln-address/fetch-charge', { intent: dearer })
    expect(refused.error.code).toBe('ALREADY_PAID')
  })

  it('offers no older invoice of a paid order whose paying charge was erased', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign(ORDER)
    await redeem(shop, intent)
    shop.turnClock(61 * MINUTE_MS)
    const paying = await redeem(shop, await shop.bff.sign(ORDER))
    await shop.bff.settle({ paymentHash: hashOf(paying) })
    await shop.ops.erase(hashOf(paying))
    expect((await read(shop, intent)).data).not.toHaveProperty('charge')
    const again = await shop.post('v0/ln-address/fetch-charge', { intent: await shop.bff.sign(ORDER) })
    expect(again.error.code).toBe('ALREADY_PAID')
  })

  it('asks again for a payment that arrived while other terms were signed, and never calls it paid', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign(ORDER)
    const early = await redeem(shop, intent)
    await shop.bff.sign({ ...ORDER, amountMsat: 4_200_000n })
    await shop.bff.settle({ paymentHash: hashOf(early) })
    await shop.bff.sign(ORDER)
    const { data } = await read(shop, intent)
    expect(data).toMatchObject({ arrived: [{ id: hashOf(early) }] })
    expect(data).not.toHaveProperty('charge')
    const charge = await redeem(shop, intent)
    expect(charge.invoice).not.toEqual(early.invoice)
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    expect((await read(shop, intent)).data).toMatchObject({
      arrived: [{ id: hashOf(early) }],
      charge: { invoice: charge.invoice, state: { status: 'paid' } },
    })
  })

  it('returns no charge of another reference, nor one whose reference a page has set', async () => {
    const shop = openShop({ store: freshStore() })
    await redeem(shop, await shop.bff.sign({ ...ORDER, reference: 'order-8' }))
    const tip = { lnaddress: ORDER.lnaddress, amount: '2100001', reference: ORDER.reference }
    expect((await shop.post('v0/ln-address/fetch-charge', tip)).status).toBe(200)
    expect((await read(shop, await shop.bff.sign(ORDER))).data.charge).toBeUndefined()
  })

  it('refuses an intent that the shop did not sign', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign(ORDER)
    const charge = await redeem(shop, intent)
    const otherShop = openShop({ secrets: ['another secret, with more than 32 characters'] })
    const wrong = [
      `${intent.slice(0, -1)}${intent.endsWith('0') ? '1' : '0'}`,
      charge.watch_url.split('/').at(-1),
      await otherShop.bff.sign(ORDER),
      '',
      null,
      7,
      {},
      undefined,
    ]
    for (const each of wrong) {
      const reply = await read(shop, each)
      expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', 'intent'])
      expect(reply.text).not.toContain('order-7')
    }
  })

  it('works after a new secret is put in front of the old one, until the old one is removed', async () => {
    const store = freshStore()
    const intent = await openShop({ store }).bff.sign(ORDER)
    const fresh = 'a fresh secret, with more than 32 characters'
    const during = openShop({ store, secrets: [fresh, SECRET] })
    expect((await read(during, intent)).data).toMatchObject({ reference: 'order-7' })
    const afterwards = openShop({ store, secrets: [fresh] })
    expect((await read(afterwards, intent)).error).toMatchObject({ code: 'BAD_REQUEST', field: 'intent' })
    expect((await read(afterwards, await during.bff.sign(ORDER))).status).toBe(200)
  })

  it('shows two phones one invoice, and that it is paid, over a socket', async () => {
    const shop = openShop({ store: freshStore() })
    const server = createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1')
    await new Promise<void>((resolve) => server.once('listening', () => resolve()))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`
    const [one, other] = [createClient({ baseUrl }), createClient({ baseUrl })]
    const watching = new AbortController()
    try {
      const intents = [await shop.bff.sign(ORDER), await shop.bff.sign(ORDER)] as const
      expect((await one.readIntent(intents[0])).charge).toBeUndefined()
      const charges = await Promise.all([
        one.createCharge({ intent: intents[0] }),
        other.createCharge({ intent: intents[1] }),
      ])
      expect(charges[0].invoice).toEqual(charges[1].invoice)
      expect(shop.upstream.filter(({ method }) => method === 'POST')).toHaveLength(1)
      const states: WatchState[] = []
      other.watch(charges[1].watch_url ?? '', {
        signal: watching.signal,
        onState: (state) => states.push(state),
      })
      await vi.waitFor(() => expect(states.at(-1)?.status).toBe('open'))
      const { preimage } = shop.sandbox.pay(charges[0].invoice.request)
      await one.proveCharge(charges[0].watch_url ?? '', preimage)
      await vi.waitFor(() => expect(states.at(-1)?.status).toBe('paid'))
      const reading = await other.readIntent(intents[1])
      expect(reading.charge?.state).toMatchObject({ status: 'paid', evidence: 'preimage', preimage })
      await expect(other.createCharge({ intent: intents[1] })).rejects.toMatchObject({
        code: 'ALREADY_PAID',
        status: 409,
        retryable: false,
      })
    } finally {
      watching.abort()
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('the route that reads an intent', () => {
  it('is for pages: it needs the header that forces a preflight, and a listed origin', async () => {
    const shop = openShop({ allowedOrigins: ['https://page.example', 'null'] })
    const intent = await shop.bff.sign(ORDER)
    const readIntent = (headers: Record<string, string>) => shop.post(PATH, { intent }, { headers })
    expect((await readIntent({ 'x-leyden': '' })).status).toBe(403)
    expect((await readIntent({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await readIntent({ 'content-type': 'text/plain' })).status).toBe(415)
    for (const origin of ['https://page.example', 'null']) {
      const reply = await readIntent({ origin })
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    }
    expect((await shop.get(PATH)).status).toBe(405)
  })

  it('refuses other fields beside the intent', async () => {
    const shop = openShop()
    const reply = await shop.post(PATH, { intent: await shop.bff.sign(ORDER), amount: '1' })
    expect([reply.status, reply.error.field]).toEqual([400, 'amount'])
  })

  it('is rate-limited like the look-ups, with its own count', async () => {
    const shop = openShop({ limits: { rates: { lookUpsPerMinute: 1 } } })
    const intent = await shop.bff.sign(ORDER)
    const statuses = []
    for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
      statuses.push((await read(shop, intent, ip)).status)
    expect(statuses).toEqual([200, 429, 200])
    const path = 'v0/ln-address/validate/alice%40wallet.example'
    expect((await shop.get(path, { ip: '192.0.2.1' })).status).toBe(200)
  })

  it('does not say that an intent has expired if the store has lost it', async () => {
    const store = memoryStore()
    const shop = openShop({ store })
    const intent = await shop.bff.sign(ORDER)
    const charge = await openCharge(shop, intent)
    const lost = openShop()
    const unknown = { code: 'NOT_FOUND', reason: 'unknown_here' }
    expect((await read(lost, intent)).error).toMatchObject(unknown)
    const byIntent = await lost.post('v0/ln-address/fetch-charge', { intent })
    expect(byIntent.error).toMatchObject(unknown)
    for (const query of ['', '?subject=1'])
      expect((await lost.get(charge.watch_url + query)).error).toMatchObject(unknown)
    const proof = await lost.post(`${charge.watch_url}/proof`, { preimage: '0'.repeat(64) })
    expect(proof.error).toMatchObject(unknown)
    // What has expired or was forged is a fact.
    lost.turnClock(32 * 86_400_000)
    expect((await read(lost, intent)).error.code).toBe('INTENT_EXPIRED')
    const { error } = await lost.get(charge.watch_url)
    expect([error.code, error.reason]).toEqual(['NOT_FOUND', undefined])
  })

  it('reads an intent that another server of the shop signed', async () => {
    const shop = openShop()
    const order = { lnaddress: 'bob@wallet.example', amount: '1500', reference: 'order-9' }
    const { data } = await shop.post<{ intent: string }>('admin/intents', order, asAdmin())
    expect((await read(shop, data.intent)).data).toMatchObject(order)
  })
})
