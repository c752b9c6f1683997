import { decodeInvoice } from '@leyden/lightning'
import { expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { completed, GUEST, openRampShop } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge, openShop, stateOf } from '../../test-support/shop.js'

it('shows a charge, its state and the kind of evidence, but neither the evidence nor its description', async () => {
  const shop = openShop({ onEvent() {} })
  const { invoice, watch_url } = await openCharge(shop, { description: 'for max@mail.example' })
  const { preimage } = shop.sandbox.pay(invoice.request)
  const { paymentHash } = decodeInvoice(invoice.request)
  await shop.post(`${watch_url}/proof`, { preimage })
  expect(await stateOf(shop, watch_url)).toMatchObject({ status: 'paid' })
  const { data, text } = await shop.get(`admin/charges/${paymentHash.toUpperCase()}`, asAdmin())
  expect(data).toMatchObject({
    payment_hash: paymentHash,
    lnaddress: 'alice@wallet.example',
    amount: '2100000',
    status: 'paid',
    intent: false,
    events: [{ id: `${paymentHash}.1`, type: 'charge.paid', evidence: 'preimage' }],
  })
  for (const secret of [preimage, invoice.request, 'max@mail.example']) expect(text).not.toContain(secret)
})

it('shows what a payment means for its order', async () => {
  const shop = openShop({ onEvent() {} })
  const order = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }
  const charge = await openCharge(shop, await shop.bff.sign(order))
  await shop.bff.sign({ ...order, amountMsat: 9_000_000n })
  const { paymentHash } = decodeInvoice(charge.invoice.request)
  await shop.bff.settle({ paymentHash })
  const paid = {
    type: 'charge.paid',
    order: { lnaddress: 'alice@wallet.example', amount: '9000000', matches: false },
  }
  for (const path of [`charges/${paymentHash}`, `events?subject=${paymentHash}`])
    expect((await shop.get(`admin/${path}`, asAdmin())).data).toMatchObject({ events: [paid] })
})

it('shows a session by either id and its held events, without personal data', async () => {
  const shop = openRampShop()
  const { session_id } = await shop.open()
  await shop.hook(completed('evt_1', { email: GUEST.email, access_token: 'canary' }, { livemode: true }))
  const { data, text } = await shop.get<{ events: { id: string }[] }>(
    `admin/sessions/${session_id}`,
    asAdmin(),
  )
  expect(data).toMatchObject({
    session_id,
    guest: true,
    status: 'needs_review',
    events: [{ type: 'ramp.purchase.completed', suspect: ['livemode'], livemode: true }],
  })
  for (const secret of [GUEST.email, 'canary']) expect(text).not.toContain(secret)
  const [ours = ''] = data.events[0]?.id.split('.') ?? []
  expect((await shop.get(`admin/sessions/${ours}`, asAdmin())).data).toEqual(data)
  // The shown id releases it.
  await shop.post(`admin/events/${data.events[0]?.id}/release`, {}, asAdmin())
  expect((await shop.get(`admin/sessions/${ours}`, asAdmin())).data).toMatchObject({
    status: 'completed',
    events: [{}, { type: 'ramp.released', releases: data.events[0]?.id }],
  })
})

it('finds nothing for an id of another kind, an unknown id, or an erased one', async () => {
  const shop = openShop()
  const { invoice } = await openCharge(shop)
  const { paymentHash } = decodeInvoice(invoice.request)
  for (const path of [`sessions/${paymentHash}`, 'sessions/ses_x', `charges/${'0'.repeat(64)}`])
    expect((await shop.get(`admin/${path}`, asAdmin())).status).toBe(404)
  await shop.ops.erase(paymentHash)
  expect((await shop.get(`admin/charges/${paymentHash}`, asAdmin())).status).toBe(404)
})

interface Page {
  events: { id: string; state: string }[]
  next?: string
}

it('lists events in pages, by state and by any id of their subject, without their content', async () => {
  let isDown = true
  const deliveredIds: string[] = []
  const store = memoryStore()
  const shop = openRampShop({
    store,
    onEvent(event) {
      if (isDown) throw new Error('down')
      deliveredIds.push(event.id)
    },
  })
  const { session_id } = await shop.open()
  for (const n of [1, 2, 3])
    await shop.hook(completed(`evt_${n}`, { email: GUEST.email, access_token: 'canary' }))
  const list = (query = '') => shop.get<Page>(`admin/events${query}`, asAdmin())
  const { data, text } = await list()
  expect(data.events).toMatchObject([{ state: 'waiting', attempts: 0, session_id }, {}, {}])
  for (const secret of [GUEST.email, 'canary']) expect(text).not.toContain(secret)
  const first = (await list('?limit=2')).data
  const second = (await list(`?limit=2&before=${first.next}`)).data
  expect([...first.events, ...second.events]).toEqual(data.events)
  expect(second.next).toBeUndefined()
  const [ours = ''] = data.events[0]?.id.split('.') ?? []
  for (const id of [session_id, ours, ours.toUpperCase()])
    expect((await list(`?subject=${id}`)).data.events).toHaveLength(3)
  expect((await list(`?subject=ses_other`)).data.events).toEqual([])

  await shop.bff.tick()
  const tried = (await list('?state=waiting')).data.events.at(-1)
  expect(tried).toMatchObject({ id: `${ours}.1`, attempts: 1, next_attempt_at: expect.any(String) })
  shop.turnClock(1_000)
  const [delivery] = await store.claim('event', 1, 1, shop.now())
  await store.finish(delivery?.id ?? '', { status: 'dead' })
  const dead = (await list('?state=dead')).data.events
  expect(dead).toMatchObject([{ id: `${ours}.1`, attempts: 2 }])
  isDown = false
  const redeliver = (id = '') => shop.post(`admin/events/${id}/redeliver`, {}, asAdmin())
  expect((await redeliver(dead[0]?.id)).data).toEqual({ id: `${ours}.1` })
  while ((await shop.bff.tick()) > 0);
  expect(deliveredIds).toEqual([1, 2, 3].map((n) => `${ours}.${n}`))
  expect((await list('?state=delivered')).data.events).toHaveLength(3)
  // A delivered event is delivered again on request, under the same id.
  await redeliver(`${ours}.2`)
  await shop.bff.tick()
  expect(deliveredIds.at(-1)).toBe(`${ours}.2`)
  for (const id of [`${ours}.9`, 'x', `${'0'.repeat(32)}.1`]) expect((await redeliver(id)).status).toBe(404)
})

it.each(['state=paid', 'limit=0', 'limit=101', 'limit=1e1', 'before=1.x', 'before=', 'sort=up'])(
  'refuses a list of events by ?%s, and names the field',
  async (query) => {
    const reply = await openShop().get(`admin/events?${query}`, asAdmin())
    expect([reply.status, reply.error.field]).toEqual([400, query.split('=')[0]])
  },
)

it('does not deliver an event again if it has no receiver', async () => {
  const shop = openShop()
  const reply = await shop.post(`admin/events/${'0'.repeat(32)}.1/redeliver`, {}, asAdmin())
  expect(reply.error.code).toBe('NOT_CONFIGURED')
})
