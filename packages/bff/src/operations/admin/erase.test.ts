import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it } from 'vitest'
import { orderId, readOrder } from '../../kernel/order/order.js'
import type { Store } from '../../kernel/store/store.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { completed, openRampShop } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge } from '../../test-support/shop.js'
import { anEvent, appendTo, aSession, failSession, putSubject } from '../../test-support/subjects.js'
import { operations } from '../operations.js'

const unknown = '00'.repeat(32)

describe('erasing', () => {
  it('deletes a session by the id of its events, with its pending deliveries', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    const session = await shop.open()
    const other = await shop.open({ email: 'other@example.com' })
    await shop.hook(completed('evt_1', { email: 'guest@example.com' }))
    const body = { session_id: session.session_id }
    const reply = await shop.post('admin/erase', body, asAdmin())
    expect([reply.status, reply.data]).toEqual([200, { erased: true }])
    expect((await shop.get(session.watch_url)).status).toBe(404)
    expect(await shop.bff.tick()).toBe(0)
    expect((await shop.get(other.watch_url)).status).toBe(200)
    expect((await shop.post('admin/erase', body, asAdmin())).data).toEqual({ erased: false })
  })

  it('deletes a charge by its payment hash, in upper or lower case', async () => {
    const shop = openRampShop()
    const charge = await openCharge(shop)
    const { paymentHash } = decodeInvoice(charge.invoice.request)
    const body = { payment_hash: paymentHash.toUpperCase() }
    expect((await shop.post('admin/erase', body, asAdmin())).data).toEqual({ erased: true })
    expect((await shop.get(charge.watch_url)).status).toBe(404)
    expect((await shop.post('admin/settle', { payment_hash: paymentHash }, asAdmin())).status).toBe(404)
  })

  it('deletes an order with the last of its charges and intents', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    const order = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }
    const intent = await shop.bff.sign(order)
    const charge = await openCharge(shop, intent)
    expect(await shop.ops.erase(decodeInvoice(charge.invoice.request).paymentHash)).toBe(true)
    expect(await readOrder(store, 'order-7')).toMatchObject({ state: {}, charges: [] })
    expect(await shop.ops.erase(/\.([0-9a-f]{32})\./.exec(intent)?.[1] ?? '')).toBe(true)
    expect((await store.get([orderId('order-7')])).rows).toEqual([null])
  })

  it('keeps an order that your server signs again meanwhile', async () => {
    const own = memoryStore()
    let whileReading = async () => {}
    const rows: Store['rows'] = async (query) => {
      const found = await own.rows(query)
      const doNow = whileReading
      whileReading = async () => {}
      await doNow()
      return found
    }
    const shop = openRampShop({ store: { ...own, rows } })
    const order = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }
    const intent = await shop.bff.sign(order)
    let again = ''
    whileReading = async () => {
      again = await shop.bff.sign(order)
    }
    expect(await shop.ops.erase(/\.([0-9a-f]{32})\./.exec(intent)?.[1] ?? '')).toBe(true)
    expect((await openCharge(shop, again)).amount).toBe('2100000')
  })

  it('deletes what a session gets while it is erased', async () => {
    const own = memoryStore()
    const [session, address] = [aSession(), '0a'.repeat(16)]
    await putSubject(own, session)
    await appendTo(own, address, anEvent())
    let isRead = false
    const get: Store['get'] = async (ids, events) => {
      const read = await own.get(ids, events)
      const [row] = read.rows
      if (row?.kind !== 'ramp' || isRead) return read
      isRead = true
      const data = { ...(row.data as object), belongs: [address] }
      await own.commit({ expect: { [row.id]: row.version }, put: [{ ...row, data }] })
      return read
    }
    const ops = operations()
    openRampShop({ store: { ...own, get }, extensions: [ops] })
    expect(await ops.erase(session.id)).toBe(true)
    expect((await own.get([session.id, address])).rows).toEqual([null, null])
  })

  it('works the same through erase(), with either id of a session', async () => {
    const shop = openRampShop()
    const [one, two] = [await shop.open(), await shop.open()]
    await shop.hook(completed('evt_1'), shop.posts[1]?.url)
    await shop.bff.tick()
    const [ours] = shop.events[0]?.id.split('.') ?? []
    expect([await shop.ops.erase(one.session_id), await shop.ops.erase(ours ?? '')]).toEqual([true, true])
    for (const { watch_url } of [one, two]) expect((await shop.get(watch_url)).status).toBe(404)
  })

  it('deletes webhooks of a session that was never stored', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    // The service answered, but the session could not be stored.
    failSession(store)
    await expect(shop.open()).rejects.toThrow(/503|SERVICE_UNAVAILABLE/)
    await shop.hook(completed('evt_1'))
    const id = String(shop.log.lines.find(({ fields }) => fields.code === 'WEBHOOK_RECEIVED')?.fields.session)
    expect(await store.read(id, 0)).toHaveLength(1)
    expect((await shop.post('admin/erase', { session_id: id }, asAdmin())).data).toEqual({ erased: false })
    expect(await store.read(id, 0)).toEqual([])
  })

  it('deletes a session that the service has returned again, with what its buyer got the second time', async () => {
    const shop = openRampShop()
    const provider = shop.provider
    const twice = openRampShop({
      identify: async () => ({ id: 'u1', email: 'u1@example.com' }),
      ramp: {
        provider: {
          createRampSession: async (request, init) => ({
            ...(await provider.createRampSession(request, init)),
            session_id: 'ses_again',
          }),
        },
      },
    })
    const sessions = [await twice.open({}), await twice.open({})]
    for (const { watch_url } of sessions) expect((await twice.get(watch_url)).status).toBe(200)
    expect(await twice.ops.erase('ses_again')).toBe(true)
    for (const { watch_url } of sessions) expect((await twice.get(watch_url)).status).toBe(404)
  })

  it.each([
    [{}],
    [{ session_id: 'ses_1', payment_hash: unknown }],
    [{ session_id: '' }],
    [{ session_id: 7 }],
    [{ session_id: 'x'.repeat(256) }],
    [{ payment_hash: 'ses_1' }],
    [{ id: unknown }],
  ])('refuses %j', async (body) => {
    expect((await openRampShop().post('admin/erase', body, asAdmin())).error.code).toBe('BAD_REQUEST')
  })
})
