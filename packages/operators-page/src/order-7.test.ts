import { decodeInvoice } from '@leyden/lightning'
import { expect, it, onTestFinished, vi } from 'vitest'
import { completed } from '../../bff/src/test-support/ramp-shop.js'
import { asAdmin, openCharge, type Shop } from '../../bff/src/test-support/shop.js'
import {
  openOperatedRampShop as openRampShop,
  openOperatedShop as openShop,
} from './test-support/operated-shop.js'
import { openOperator } from './test-support/operator.js'

const ORDER = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }

/** A customer says that they paid order 7. @returns what the page answers, by a search for the reference. */
async function ask(shop: Pick<Shop, 'bff'>, text = 'order-7') {
  const operator = openOperator(shop)
  return operator.search(text)
}

const hashOf = ({ invoice }: { invoice: { request: string } }) =>
  decodeInvoice(invoice.request).paymentHash as string

/** Signs the order and requests an invoice. */
async function open(shop: Shop, amountMsat = ORDER.amountMsat) {
  return openCharge(shop, await shop.bff.sign({ ...ORDER, amountMsat }))
}

it('says that it is paid and delivered', async () => {
  const shop = openShop({ onEvent() {} })
  await shop.bff.settle({ paymentHash: hashOf(await open(shop)) })
  await shop.bff.tick()
  const { answer, page } = await ask(shop)
  expect(answer).toBe('paid_and_delivered')
  expect(page).toContain('Your server has accepted the event')
})

it('says that it is paid and waits, and since when the shop’s endpoint fails', async () => {
  const secret = 'k9Jd82mfLs0qPz7XcVbN3wEr'
  const shop = openShop({
    onEvent: () => Promise.reject(new Error(`answered 500 to ${secret} of a@b.example`)),
  })
  const paymentHash = hashOf(await open(shop))
  await shop.bff.settle({ paymentHash })
  await shop.bff.tick()
  const { answer, page } = await ask(shop)
  expect(answer).toBe('paid_and_waiting')
  expect(page).toContain('1 attempt failed. The last one: answered 500 to [redacted] of [e-mail]')
  expect(page).toMatch(/Your endpoint has accepted no event since 20/)
  const operator = openOperator(shop)
  expect(await (await operator.get('/events?state=waiting')).text()).toContain('Last failure: answered 500')
  const { data } = await shop.get(`admin/events?subject=${paymentHash}`, asAdmin())
  expect(data.events).toMatchObject([{ last_failure: 'answered 500 to [redacted] of [e-mail]' }])
  expect(JSON.stringify(data) + page).not.toContain(secret)
})

it('says that a server did not answer in time', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const shop = openShop({ onEvent: () => new Promise(() => {}) })
  await shop.bff.settle({ paymentHash: hashOf(await open(shop)) })
  const ticked = shop.bff.tick()
  await vi.advanceTimersByTimeAsync(31_000)
  await ticked
  expect((await ask(shop)).page).toContain('The last one: No answer within 30 s.')
})

it('says that it is paid and that nobody receives events', async () => {
  const shop = openShop()
  await shop.bff.settle({ paymentHash: hashOf(await open(shop)) })
  const { answer, page } = await ask(shop)
  expect(answer).toBe('paid_without_receiver')
  expect(page).toContain('Set onEvent (LEYDEN_EVENTS_URL), then deliver the event again')
})

it('says that it is paid twice, which payment was first, and to refund the later one', async () => {
  const shop = openShop({ onEvent() {} })
  const first = hashOf(await open(shop))
  shop.turnClock(3_600_000)
  const second = hashOf(await open(shop))
  for (const paymentHash of [first, second]) await shop.bff.settle({ paymentHash })
  await shop.bff.tick()
  const { answer, page } = await ask(shop)
  expect(answer).toBe('paid_twice')
  expect(page).toContain(`The payment ${first} of the same recipient and amount was stored before it`)
  expect(page).toContain(`Deliver nothing for this payment, ${second}, and refund it`)
})

it('says that another amount was paid than the order has now', async () => {
  const shop = openShop({ onEvent() {} })
  const charge = await open(shop)
  await shop.bff.sign({ ...ORDER, amountMsat: 9_000_000n })
  await shop.bff.settle({ paymentHash: hashOf(charge) })
  const { answer, page } = await ask(shop)
  expect(answer).toBe('wrong_amount')
  expect(page).toContain(
    '9,000 sats to alice@wallet.example. This invoice was over 2,100 sats to alice@wallet.example',
  )
})

it('says that nobody has asked for an invoice', async () => {
  const shop = openShop({ onEvent() {} })
  await shop.bff.sign(ORDER)
  // Somebody else uses the same reference, which proves nothing.
  await openCharge(shop, { reference: 'order-7' })
  const { answer, page } = await ask(shop)
  expect(answer).toBe('never_asked_for')
  expect(page).toContain('A page set the terms and the reference, not your server')
})

it.each([
  [true, 'The BFF learns of a payment from your own server or wallet'],
  [false, 'The BFF cannot see payments to this recipient'],
])(
  'says that it has expired, and whether the BFF could have seen a payment (settles: %s)',
  async (settles, sentence) => {
    const shop = openShop({ onEvent() {}, settlement: { recipients: settles } })
    await open(shop)
    expect((await ask(shop)).answer).toBe('open')
    shop.turnClock(7_200_000)
    const { answer, page } = await ask(shop)
    expect(answer).toBe('expired')
    expect(page).toContain(sentence)
  },
)

it('says that a purchase is held and why, and is told the end of the review', async () => {
  const shop = openRampShop()
  const { session_id } = await shop.open()
  await shop.hook(completed('evt_1', {}, { livemode: true }))
  await vi.waitFor(async () => {
    await shop.bff.tick()
    expect(shop.events).toHaveLength(1)
  })
  const { answer, page } = await ask(shop, session_id)
  expect(answer).toBe('held')
  expect(page).toContain('It contradicts its session or itself in: livemode')
  const operator = openOperator(shop)
  expect(await (await operator.get('/sessions?held=1')).text()).toContain(session_id)
  const [, id = ''] =
    /name="action" value="release"><input type="hidden" name="id" value="([^"]+)"/.exec(page) ?? []
  await operator.act('release', id)
  await shop.bff.tick()
  expect((await ask(shop, session_id)).answer).toBe('paid_and_delivered')
  expect(await (await operator.get('/sessions?held=1')).text()).not.toContain(session_id)
})

it.each([
  ['held', completed('evt_1', { session_id: 'ses_other' })],
  ['paid_and_waiting', completed('evt_1')],
])('says that a purchase is %s, however many events came after it', async (kind, event) => {
  const shop = openRampShop({ onEvent: () => Promise.reject(new Error('down')) })
  const { session_id } = await shop.open()
  await shop.hook(event)
  for (let n = 0; n < 60; n++) await shop.hook({ ...completed(`junk_${n}`), type: 'ramp.unheard.of' })
  await shop.bff.tick()
  const { answer, page } = await ask(shop, session_id)
  expect(answer).toBe(kind)
  expect(page).toContain('Only the newest 50 are shown')
  expect(page.includes('Release…')).toBe(kind === 'held')
})

it('finds the payment by what a customer can send: hash, invoice, preimage', async () => {
  const shop = openShop({ onEvent() {} })
  const charge = await open(shop)
  const { preimage } = shop.sandbox.pay(charge.invoice.request)
  for (const text of [
    hashOf(charge),
    hashOf(charge).toUpperCase(),
    charge.invoice.request,
    `lightning:${charge.invoice.request.toUpperCase()}`,
    preimage,
  ])
    expect((await ask(shop, text)).page).toContain(hashOf(charge))
  expect((await ask(shop, preimage)).page).toContain('The payer has it')
  expect((await ask(shop, 'Alice@Wallet.example')).page).toContain('order-7')
  expect((await ask(shop, 'order-8')).page).toContain('Nothing is stored under this text')
})
