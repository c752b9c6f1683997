import type { Locator } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import {
  expectNotice,
  expectPaid,
  expectPayment,
  goBack,
  readInvoice,
  requestInvoice,
} from '../harness/pay-widget.js'
import { inSoak, rows } from '../harness/rows.js'
import { until } from '../harness/until.js'
import { newVisitor, openShop, type ShopPage, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const ALICE = 'alice@wallet.example'
const BOB = 'bob@wallet.example'
/** A shop's order with all fields locked. */
const ORDER = { address: ALICE, amountSats: 2_100, reference: 'order-1' }

const visit = async (widgets: Parameters<typeof openShop>[2], wallet = false) =>
  openShop(await newVisitor(browser, { wallet }), shop, widgets)

/** Checks that the page was notified once of the payment of 2,100 sats to Alice. */
const expectPaidToAliceOnce = (tip: ShopPage) =>
  until(() =>
    expect(tip.paid().map(({ charge }) => [charge.address, charge.amountMsat])).toEqual([[ALICE, '2100000']]),
  )

const LONGEST_WALK = 'back, a second invoice, back, a third one'
const OTHER_ADDRESS_WALK = 'back, another address'

/** What the person does after they have left the invoice of 2,100 sats to Alice. */
const WALKS: Record<string, (widget: Locator) => Promise<unknown>> = {
  'back, typed a letter and deleted it': async (widget) => {
    const field = widget.getByLabel('Lightning Address')
    await field.press('End')
    await field.press('x')
    // This is longer than the debounce of typing.
    await widget.page().waitForTimeout(400)
    await field.press('Backspace')
  },
  'back, a second invoice, back': async (widget) => {
    await requestInvoice(widget, 500)
    await goBack(widget)
  },
  [LONGEST_WALK]: async (widget) => {
    await requestInvoice(widget, 500)
    await goBack(widget)
    await requestInvoice(widget, 10_000)
  },
  [OTHER_ADDRESS_WALK]: (widget) => widget.getByRole('button', { name: 'Change' }).click(),
}

const WITH_RELOAD = ', reloaded the page'
const ALL = Object.keys(WALKS).flatMap((walk) =>
  ['', WITH_RELOAD].map((reloaded) => [walk, reloaded] as const),
)
/**
 * The longest walk with a reload, and the one to another recipient. `explore-payments.test.ts` takes every walk without a
 * browser.
 */
const SHORT_RUN = ALL.filter(([walk, reloaded]) =>
  reloaded === '' ? walk === OTHER_ADDRESS_WALK : walk === LONGEST_WALK,
)

describe.concurrent('the page reports a payment, wherever the person has gone:', () => {
  it.each(inSoak ? ALL : SHORT_RUN)('%s%s', async (walk, reloaded) => {
    const tip = await visit({ tip: {} })
    const invoice = await requestInvoice(tip.widget(), 2_100, ALICE)
    await goBack(tip.widget())
    await WALKS[walk]?.(tip.widget())
    if (reloaded) {
      await tip.page.reload()
      await tip.widget().waitFor()
    }
    await shop.pay(invoice)
    // A card with another recipient, or with none, may show the payment in a notice instead.
    const isOnCard = !reloaded && walk !== OTHER_ADDRESS_WALK
    await (isOnCard ? expectPaid : expectPayment)(tip.widget(), '2,100', ALICE)
    await expectPaidToAliceOnce(tip)
    await tip.leave()
  })

  it('a browser wallet answers after another address was typed', async () => {
    const tip = await visit({ tip: {} }, true)
    const invoice = await requestInvoice(tip.widget(), 2_100, ALICE)
    await tip.widget().getByRole('button', { name: 'Pay with browser wallet' }).click()
    await tip.widget().getByRole('button', { name: 'Back to the invoice' }).click()
    await goBack(tip.widget())
    const field = tip.widget().getByLabel('Lightning Address')
    await field.fill(BOB)
    await tip.widget().getByText('Sats for Bob').waitFor()
    const { preimage, paymentHash } = shop.payUnseen(invoice)
    await tip.answerWallet(preimage)
    await expectNotice(tip.widget(), '2,100', ALICE)
    expect(await field.inputValue()).toBe(BOB)
    await expectPaidToAliceOnce(tip)
    await until(() => expect(shop.paidHashes()).toContain(paymentHash))
    await tip.leave()
  })

  it('both invoices of one order are paid: the second payment is reported as a duplicate', async () => {
    const { address, reference } = { ...ORDER, reference: 'order-paid-twice' }
    const tip = await visit({ tip: { address, reference } })
    const first = await requestInvoice(tip.widget(), 2_100)
    await goBack(tip.widget())
    const second = await requestInvoice(tip.widget(), 500)
    const payment = await shop.pay(first)
    await expectPaid(tip.widget(), '2,100', ALICE)
    await expectPaidToAliceOnce(tip)

    const secondPayment = await shop.pay(second)
    await tip
      .widget()
      .getByText(`A second payment of 500 sats arrived at ${ALICE}. Only ${ALICE} can return it.`)
      .first()
      .waitFor()
    await tip.widget().getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    const reported = tip.paid().map(({ charge, duplicateOf }) => [charge.id, duplicateOf])
    expect(reported).toEqual([
      [payment.paymentHash, undefined],
      [secondPayment.paymentHash, payment.paymentHash],
    ])
    await until(() => expect(shop.paidHashes()).toEqual(expect.arrayContaining(reported.map(([id]) => id))))
    await tip.leave()
  })

  it('the widget is unmounted: another widget shows a notice and keeps its own invoice', async () => {
    const alice = { address: ALICE, amountSats: 2_100 }
    const shopPage = await visit({ alice, bob: { address: BOB, amountSats: 500 } })
    const invoiceOfAlice = await requestInvoice(shopPage.widget('alice'))
    const invoiceOfBob = await requestInvoice(shopPage.widget('bob'))
    await shopPage.show({ alice })
    await shopPage.widget('bob').waitFor({ state: 'detached' })
    await shop.pay(invoiceOfBob)
    const widget = shopPage.widget('alice')
    await expectNotice(widget, '500', BOB)
    expect(await readInvoice(widget)).toBe(invoiceOfAlice)
    expect(shopPage.paid('alice')).toEqual([])
    await widget.getByRole('button', { name: 'Dismiss' }).click()
    expect(await widget.getByText(/arrived\./).count()).toBe(0)

    await shop.pay(invoiceOfAlice)
    await expectPaid(widget, '2,100', ALICE)
    await until(() => expect(shopPage.paid('alice').map(({ charge }) => charge.address)).toEqual([ALICE]))
    await shopPage.leave()
  })

  // `intent.test.ts` does it with a signed order.
  it.runIf(inSoak)('the page goes to another route and back to the same order', async () => {
    const tip = await visit({ order: ORDER })
    const invoice = await requestInvoice(tip.widget())
    await tip.show({})
    await tip.widget().waitFor({ state: 'detached' })
    await tip.show({ order: ORDER })
    expect(await readInvoice(tip.widget())).toBe(invoice)
    await shop.pay(invoice)
    await expectPaid(tip.widget(), '2,100', ALICE)
    await expectPaidToAliceOnce(tip)
    await until(() => expect(tip.charged).toEqual([invoice]))
    await tip.leave()
  })

  it('the invoice expired and was renewed: paying the old one withdraws the new one', async () => {
    const address = 'shortlived-4@wallet.example'
    const tip = await visit({ order: { ...ORDER, address } })
    const { paymentHash } = shop.payInTime(await tip.requestShortLivedInvoice())
    await tip.widget().getByRole('heading', { name: 'This invoice has expired' }).waitFor()
    await tip.widget().getByRole('button', { name: 'New invoice' }).click()
    await until(() => expect(tip.charged).toHaveLength(2))
    await shop.settle(paymentHash)
    await expectPaid(tip.widget(), '2,100', address)
    await until(() => expect(tip.paid().map(({ charge }) => charge.id)).toEqual([paymentHash]))
    await tip.leave()
  })

  // `away.test.ts` discards a page, too.
  it.each(
    rows(
      [],
      [
        ['the browser wallet is asked', true],
        ['the invoice is shown', false],
      ],
    ),
  )(
    'the page is closed while %s, and the payment arrives before it is opened again',
    async (_, withWallet) => {
      const tip = await visit({ order: ORDER }, withWallet)
      const invoice = await requestInvoice(tip.widget())
      if (withWallet) await tip.widget().getByRole('button', { name: 'Pay with browser wallet' }).click()
      const url = tip.page.url()
      await tip.page.goto('about:blank')
      await shop.pay(invoice)
      await tip.page.goto(url)
      await expectPaid(tip.widget(), '2,100', ALICE)
      await expectPaidToAliceOnce(tip)
      await until(() => expect(tip.charged).toEqual([invoice]))
      await tip.leave()
    },
  )
})
