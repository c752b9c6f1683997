import { decode } from 'light-bolt11-decoder'
import { afterAll, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { expectPaid, payButton, qrCode, requestInvoice } from '../harness/pay-widget.js'
import { until } from '../harness/until.js'
import { newVisitor, openShop, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const ALICE = 'alice@wallet.example'
const sign = (amountMsat: bigint) => shop.sign({ lnaddress: ALICE, amountMsat, reference: 'cart-7' })
const amountOf = (invoice: string) => {
  const amount = decode(invoice).sections.find(({ name }) => name === 'amount')
  return amount && 'value' in amount ? amount.value : undefined
}

it('an order that is signed again with another amount is paid by an invoice over that amount only', async () => {
  const visitor = await newVisitor(browser)
  const small = await sign(2_100_000n)
  const tip = await openShop(visitor, shop, { checkout: { intent: small } })
  const widget = tip.widget()
  const smallInvoice = await requestInvoice(widget)

  const large = await sign(9_000_000n)
  await tip.show({ checkout: { intent: large } })
  await widget.getByText('9,000', { exact: true }).first().waitFor()
  expect(await qrCode(widget).count()).toBe(0)

  // A page that still has the former intent gets no new invoice.
  const outdated = await openShop(visitor, shop, { outdated: { intent: small } })
  await outdated.widget().getByText('This order has changed.').first().waitFor()
  expect(await payButton(outdated.widget()).count()).toBe(0)
  expect([outdated.charged, outdated.errors()]).toEqual([[], ['INTENT_SUPERSEDED']])

  // The former invoice is withdrawn, not cancelled: a wallet that has it can still pay it.
  const part = await shop.pay(smallInvoice)
  await widget.getByText('2,100 of 9,000 sats arrived').first().waitFor()
  await payButton(widget).waitFor()
  expect(await widget.getByRole('heading', { name: /^Paid/ }).count()).toBe(0)
  expect(tip.paid()).toEqual([])

  const invoice = await requestInvoice(widget)
  expect([smallInvoice, invoice].map(amountOf)).toEqual(['2100000', '9000000'])
  const payment = await shop.pay(invoice)
  await expectPaid(widget, '9,000', ALICE)
  await widget.getByText('2,100 sats also arrived').first().waitFor()
  await until(() =>
    expect(tip.paid().map(({ charge, duplicateOf }) => [charge.id, duplicateOf])).toEqual([
      [payment.paymentHash, undefined],
    ]),
  )
  const paidEvent = (paymentHash: string, matches: boolean) =>
    expect.objectContaining({
      data: expect.objectContaining({
        payment_hash: paymentHash,
        reference: 'cart-7',
        order: { lnaddress: ALICE, amount: '9000000', matches },
      }),
    })
  await until(() =>
    expect(shop.events).toEqual([paidEvent(part.paymentHash, false), paidEvent(payment.paymentHash, true)]),
  )

  // A page that is opened afterwards says the same.
  await tip.page.reload()
  await expectPaid(tip.widget(), '9,000', ALICE)
  await tip.widget().getByText('2,100 sats also arrived').first().waitFor()
  await tip.leave()
})
