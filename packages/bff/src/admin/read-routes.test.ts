import { decodeInvoice } from '@leyden/lightning/invoice'
import { expect, it } from 'vitest'
import { completed, GUEST, openRampShop } from '../test-support/ramp-shop.js'
import { asAdmin, openCharge, openShop, stateOf } from '../test-support/shop.js'

it('shows a charge, its state and how its payment is known, and nothing that proves or describes it', async () => {
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

it('shows a session by either id, its held events, and no person', async () => {
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
  // It can be released by the id that is shown.
  await shop.post(`admin/events/${data.events[0]?.id}/release`, {}, asAdmin())
  expect((await shop.get(`admin/sessions/${ours}`, asAdmin())).data).toMatchObject({
    status: 'completed',
    events: [{}, { type: 'ramp.released', releases: data.events[0]?.id }],
  })
})

it('finds nothing of another kind, of nothing, or of what was erased', async () => {
  const shop = openShop()
  const { invoice } = await openCharge(shop)
  const { paymentHash } = decodeInvoice(invoice.request)
  for (const path of [`sessions/${paymentHash}`, 'sessions/ses_x', `charges/${'0'.repeat(64)}`])
    expect((await shop.get(`admin/${path}`, asAdmin())).status).toBe(404)
  await shop.bff.erase(paymentHash)
  expect((await shop.get(`admin/charges/${paymentHash}`, asAdmin())).status).toBe(404)
})
