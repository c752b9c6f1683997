import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { expectPaid, payButton, qrCode, requestInvoice } from '../harness/pay-widget.js'
import { inSoak } from '../harness/rows.js'
import { until } from '../harness/until.js'
import type { Widgets } from './page/shop-page.js'
import { newVisitor, openShop, type ShopPage, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const ALICE = 'alice@wallet.example'
const BOB = 'bob@wallet.example'
const base = { address: ALICE, amountSats: 2_100 }
let signedOrders = 0
const newIntent = async () => ({
  intent: await shop.sign({
    lnaddress: ALICE,
    amountMsat: 2_100_000n,
    reference: `signed-${signedOrders++}`,
  }),
})

/** Pairs of orders that differ in one thing each. */
const PAIRS: Record<string, () => Promise<[object, object]>> = {
  description: async () => [
    { ...base, description: 'Order A' },
    { ...base, description: 'Order B' },
  ],
  reference: async () => [
    { ...base, reference: 'order-a' },
    { ...base, reference: 'order-b' },
  ],
  amount: async () => [base, { ...base, amountSats: 500 }],
  address: async () => [base, { ...base, address: BOB }],
  intent: async () => [await newIntent(), await newIntent()],
}

/** The ways in which the page changes to the other order. */
const TRANSITIONS: Record<string, (tip: ShopPage, next: Widgets) => Promise<unknown>> = {
  'by another route': async (tip, next) => {
    await tip.show({})
    await tip.widget().waitFor({ state: 'detached' })
    await tip.show(next)
  },
  'by a reload': (tip, next) => tip.page.goto(shop.pageUrl(next)),
  'by other props of the same widget': (tip, next) => tip.show(next),
}

const ALL = Object.keys(PAIRS).flatMap((difference) =>
  Object.keys(TRANSITIONS).map((transition) => [difference, transition] as const),
)
/** Each way is tested once, each with another difference: `order-name.test.ts` has every difference. */
const isInShortRun = ([difference, transition]: readonly [string, string]) =>
  Object.keys(PAIRS).indexOf(difference) === Object.keys(TRANSITIONS).indexOf(transition)

describe.concurrent('each order has its own invoice and result', () => {
  it.each(inSoak ? ALL : ALL.filter(isInShortRun))(
    'if its %s differs, shown %s',
    async (difference, transition) => {
      const [orderA, orderB] = (await PAIRS[difference]?.()) ?? []
      const tip = await openShop(await newVisitor(browser), shop, { order: { ...orderA } })
      const invoiceA = await requestInvoice(tip.widget())
      await TRANSITIONS[transition]?.(tip, { order: { ...orderB } })
      await payButton(tip.widget()).waitFor()
      expect(await qrCode(tip.widget()).count()).toBe(0)

      const { paymentHash } = await shop.pay(invoiceA)
      await until(() => expect(shop.paidHashes()).toContain(paymentHash))
      // The stream would report the payment to the page within milliseconds.
      await tip.page.waitForTimeout(1_500)
      expect((await tip.shownTexts()).filter((text) => /^Paid/.test(text))).toEqual([])
      expect(tip.paid()).toEqual([])

      const invoiceB = await requestInvoice(tip.widget())
      expect(invoiceB).not.toBe(invoiceA)
      await until(() => expect(tip.charged).toEqual([invoiceA, invoiceB]))
      const payment = await shop.pay(invoiceB)
      const [amount, address] = [
        difference === 'amount' ? '500' : '2,100',
        difference === 'address' ? BOB : ALICE,
      ]
      await expectPaid(tip.widget(), amount, address)
      await until(() => expect(tip.paid().map(({ charge }) => charge.id)).toEqual([payment.paymentHash]))
      await tip.leave()
    },
  )
})
