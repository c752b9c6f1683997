import type { BrowserContext, Page } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import {
  expectPaid,
  payButton,
  pressPay,
  qrCode,
  readInvoice,
  requestInvoice,
} from '../harness/pay-widget.js'
import { rows } from '../harness/rows.js'
import { until } from '../harness/until.js'
import type { Widgets } from './page/shop-page.js'
import { newVisitor, openShop, startShop } from './shop.js'

const browser = await sharedBrowser()
/** A shop whose tokens are the names of people. */
const shop = await startShop({
  identify: async ({ headers }) => {
    const [, id] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
    return id === undefined ? { guest: true } : { id, email: `${id}@mail.example` }
  },
})
afterAll(() => shop.close())

const ALICE = 'alice@wallet.example'
const cart = { address: ALICE, amountSats: 2_100, reference: 'cart-7' }
const signedOrder = async (reference = 'order-7') => ({
  intent: await shop.sign({ lnaddress: ALICE, amountMsat: 2_100_000n, reference }),
})
const openTab = (context: BrowserContext, checkout: Widgets[string]) => openShop(context, shop, { checkout })

/** How many open charges the browser keeps for other tabs. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('leyden:open-charge:')).length)

/** Shows an invoice in a tab, which is closed then. */
async function leaveInvoice(context: BrowserContext, checkout: Widgets[string], ...form: [number?, string?]) {
  const { page, widget } = await openTab(context, checkout)
  const before = await kept(page)
  const invoice = await requestInvoice(widget(), ...form)
  // It is kept one frame after it is shown.
  await until(async () => expect(await kept(page)).toBe(before + 1))
  await page.close()
  return invoice
}

describe.concurrent('the open invoice of a tab that was closed', () => {
  // `intent.test.ts` shows the invoice of a signed order in another tab.
  it.each(
    rows<[string, () => Promise<Widgets[string]>]>(
      [['a reference', async () => cart]],
      [['a signed order', () => signedOrder()]],
    ),
  )('is shown in another tab without a second charge, and paid there: of %s', async (_, newOrder) => {
    const order = await newOrder()
    const context = await newVisitor(browser)
    const invoice = await leaveInvoice(context, order)
    const tab = await openTab(context, order)
    expect(await readInvoice(tab.widget())).toBe(invoice)
    const { paymentHash } = await shop.pay(invoice)
    await expectPaid(tab.widget(), '2,100', ALICE)
    await until(() => expect(tab.paid().map(({ charge }) => charge.id)).toEqual([paymentHash]))
    expect([tab.chargeRequests(), await kept(tab.page)]).toEqual([[], 0])
    await tab.leave()
  })

  it('is offered above an empty form, if nobody can know that the person has come for it again', async () => {
    const context = await newVisitor(browser)
    const invoice = await leaveInvoice(context, {}, 2_100, ALICE)
    const tab = await openTab(context, {})
    const widget = tab.widget()
    await widget.getByText(`An invoice over 2,100 sats to ${ALICE} is still open.`).waitFor()
    expect(await widget.getByLabel('Lightning Address').inputValue()).toBe('')
    expect(await qrCode(widget).count()).toBe(0)
    await widget.getByRole('button', { name: 'Back to the invoice' }).click()
    expect(await readInvoice(widget)).toBe(invoice)
    expect(tab.chargeRequests()).toEqual([])
    await tab.leave()
  })

  it('is shown to its own person only, and deleted by the first page on which nobody is signed in', async () => {
    let token: string | null = 'ada'
    const context = await newVisitor(browser, { getToken: () => token })
    const invoice = await leaveInvoice(context, cart)
    token = 'bob'
    expect(await leaveInvoice(context, cart)).not.toBe(invoice)
    token = 'ada'
    const ofAda = await openTab(context, cart)
    expect(await readInvoice(ofAda.widget())).toBe(invoice)
    await ofAda.page.close()
    token = null
    const ofNobody = await openTab(context, cart)
    await until(async () => expect(await kept(ofNobody.page)).toBe(0))
    await payButton(ofNobody.widget()).waitFor()
    expect(await qrCode(ofNobody.widget()).count()).toBe(0)
    await ofNobody.leave()
  })
})

it('a tab that cannot hear the shop asks it as soon as another tab has seen the end of their invoice', async () => {
  const context = await newVisitor(browser)
  await context.clock.install()
  const first = await openTab(context, cart)
  const invoice = await requestInvoice(first.widget())
  const second = await openTab(context, cart)
  // Its stream hangs, so that only a single request for the state is answered.
  const asked: string[] = []
  await second.page.route(/\/v0\/watch\//, (route, request) => {
    if (request.headers().accept === 'text/event-stream') return
    asked.push(request.url())
    return route.continue()
  })
  await second.page.reload()
  expect(await readInvoice(second.widget())).toBe(invoice)
  // From now on no timer of a page fires.
  await context.clock.pauseAt(Date.now() + 1_000)
  const before = asked.length
  await shop.pay(invoice)
  await until(() => expect(asked.length).toBeGreaterThan(before))
  await context.clock.resume()
  for (const tab of [first, second]) await expectPaid(tab.widget(), '2,100', ALICE)
  await first.leave()
})

describe('an open invoice of which the shop has lost the store', () => {
  const unseen = 'We cannot see this payment'
  const warning = `Your wallet may already have paid 2,100 sats to ${ALICE}. Check your wallet before you pay again.`
  const expectUnseen = async (tab: Awaited<ReturnType<typeof openTab>>, invoice: string) => {
    await tab.widget().getByText(unseen, { exact: true }).waitFor()
    expect(await readInvoice(tab.widget())).toBe(invoice)
  }
  const press = (tab: Awaited<ReturnType<typeof openTab>>, name: string) =>
    tab.widget().getByRole('button', { name, exact: true }).click()

  it('is shown again for its signed order, and warns before the invoice of a newly signed one', async () => {
    const tab = await openTab(await newVisitor(browser), await signedOrder('order-8'))
    const widget = tab.widget()
    const invoice = await requestInvoice(widget)
    shop.emptyStore()
    await tab.page.reload()
    await expectUnseen(tab, invoice)
    await press(tab, 'Back')
    await widget.getByText('This site is having problems right now.').first().waitFor()
    await widget.getByText(warning).waitFor()
    await press(tab, 'Back to the invoice')
    await expectUnseen(tab, invoice)
    expect(tab.chargeRequests()).toHaveLength(1)

    // The same order has this invoice until the person asks for another one.
    await tab.show({ checkout: await signedOrder('order-8') })
    await expectUnseen(tab, invoice)
    await press(tab, 'Back')
    await widget.getByText(warning).waitFor()
    await pressPay(widget)
    await until(() => expect(tab.charged).toHaveLength(2))
    await shop.pay(await readInvoice(widget))
    await expectPaid(widget, '2,100', ALICE)
    await until(() => expect(tab.paid()).toHaveLength(1))
    await tab.leave()
  })

  it('is shown again for a tip, also in another tab, and stays the only one', async () => {
    const context = await newVisitor(browser)
    const invoice = await leaveInvoice(context, cart)
    shop.emptyStore()
    const tab = await openTab(context, cart)
    await expectUnseen(tab, invoice)
    await tab.page.reload()
    await expectUnseen(tab, invoice)
    await press(tab, 'Back')
    await tab.widget().getByText(warning).waitFor()
    await pressPay(tab.widget())
    await expectUnseen(tab, invoice)
    expect(tab.chargeRequests()).toEqual([])
    await tab.leave()
  })
})
