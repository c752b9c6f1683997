import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { expectPaid, qrCode, requestInvoice } from '../harness/pay-widget.js'
import { until } from '../harness/until.js'
import { newVisitor, openShop, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())
afterEach(() => shop.setClockAhead(0))

const MINUTE_MS = 60_000
const ADDRESS = 'shortlived-300@wallet.example'

/** A visitor whose page can sleep: its clock is set on, and every timer that is due then fires once. */
async function openSleepyShop(visitor: { wallet?: boolean } = {}) {
  const context = await newVisitor(browser, visitor)
  await context.clock.install()
  const tip = await openShop(context, shop, { tip: { address: ADDRESS, amountSats: 2_100 } })
  return {
    tip,
    /** Lets time pass in a page that is awake. */
    async wait(ms: number) {
      shop.setClockAhead(ms)
      await context.clock.runFor(ms)
    },
    async sleep(ms: number) {
      shop.setClockAhead(ms)
      await context.clock.fastForward(ms)
    },
    /** The phone takes the memory of the page, which is loaded again later. */
    async discard(ms: number) {
      const url = tip.page.url()
      await tip.page.goto('about:blank')
      shop.setClockAhead(ms)
      await context.clock.fastForward(ms)
      await tip.page.goto(url)
    },
  }
}

describe('a page that was away past the end of its invoice', () => {
  it('asks the shop first, and sees a payment made meanwhile', async () => {
    const { tip, sleep } = await openSleepyShop()
    const invoice = await requestInvoice(tip.widget())
    // A page that sleeps hears nothing.
    shop.hangRequests(/watch/)
    shop.breakConnections()
    const { paymentHash } = shop.payUnseen(invoice)
    await shop.settle(paymentHash)
    await sleep(20 * MINUTE_MS)
    shop.hangRequests(null)
    shop.breakConnections()
    await expectPaid(tip.widget(), '2,100', ADDRESS)
    await until(() => expect(tip.paid().map(({ charge }) => charge.id)).toEqual([paymentHash]))
    expect((await tip.shownTexts()).filter((text) => /invoice has expired/.test(text))).toEqual([])
    await tip.leave()
  })

  it('says that it cannot reach a shop which is down for three hours, and goes on when it is back', async () => {
    const { tip, sleep } = await openSleepyShop()
    const { paymentHash } = shop.payUnseen(await requestInvoice(tip.widget()))
    shop.stop()
    await sleep(180 * MINUTE_MS)
    await tip.widget().getByRole('heading', { name: 'This site is not responding' }).waitFor()
    await tip.widget().getByText('Check your wallet before you pay again').waitFor()
    await shop.settle(paymentHash)
    await shop.start()
    await expectPaid(tip.widget(), '2,100', ADDRESS)
    expect((await tip.shownTexts()).filter((text) => /invoice has expired/.test(text))).toEqual([])
    await until(() => expect(tip.paid()).toHaveLength(1))
    await tip.leave()
  })

  it('never calls a charge expired that the shop does not know any more when it is found after eight days', async () => {
    const { tip, discard } = await openSleepyShop()
    await requestInvoice(tip.widget())
    await discard(8 * 24 * 60 * MINUTE_MS)
    await tip.widget().getByRole('heading', { name: 'We cannot see this payment' }).waitFor()
    expect((await tip.shownTexts()).filter((text) => /invoice has expired/.test(text))).toEqual([])
    expect(tip.paid()).toEqual([])
    await tip.leave()
  })
})

it('an expired invoice is not offered again when a wallet refuses after the expiry', async () => {
  const { tip, wait } = await openSleepyShop({ wallet: true })
  await requestInvoice(tip.widget())
  await tip.widget().getByRole('button', { name: 'Pay with browser wallet' }).click()
  await tip.widget().getByText('Waiting for your wallet').first().waitFor()
  await wait(5 * MINUTE_MS + 500)
  await tip.page.evaluate(() => window.widgetTexts?.clear())
  await tip.answerWallet(null)
  await tip.widget().getByRole('heading', { name: 'This invoice has expired' }).waitFor()
  expect(await qrCode(tip.widget()).count()).toBe(0)
  const payable = /Copy invoice|Waiting for payment|Pay with browser wallet|Open wallet|^0:0\d$/
  expect((await tip.shownTexts()).filter((text) => payable.test(text) && text !== '0:00')).toEqual([])
  await tip.leave()
})

it('a wallet that refuses a second request leaves the doubt about the first', async () => {
  const context = await newVisitor(browser, { wallet: true })
  const tip = await openShop(context, shop, { tip: { address: ADDRESS, amountSats: 2_100 } })
  const invoice = await requestInvoice(tip.widget())
  const pay = tip.widget().getByRole('button', { name: 'Pay with browser wallet' })
  const doubt = tip.widget().getByRole('heading', { name: 'We cannot tell yet whether this was paid' })
  const waiting = tip.widget().getByText('Waiting for your wallet').first()
  await pay.click()
  await waiting.waitFor()
  await tip.failWallet('timeout')
  await doubt.waitFor()
  await tip.widget().getByRole('button', { name: 'Back to the invoice' }).click()
  await pay.click()
  await waiting.waitFor()
  await tip.answerWallet(null)
  await doubt.waitFor()
  const { paymentHash } = shop.payUnseen(invoice)
  await shop.settle(paymentHash)
  await expectPaid(tip.widget(), '2,100', ADDRESS)
  await tip.leave()
})
