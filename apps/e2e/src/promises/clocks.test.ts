import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { expiryOf } from '../harness/expiry-of.js'
import { expectPaid, readInvoice, requestInvoice } from '../harness/pay-widget.js'
import { rows } from '../harness/rows.js'
import { until } from '../harness/until.js'
import { newVisitor, openShop, type ShopPage, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const MINUTE_MS = 60_000
const LATE = /after the invoice had expired/

/** Waits until the countdown is within two seconds of the correct remaining time; a busy browser draws it later. */
async function expectCorrectCountdown({ widget }: ShopPage, invoice: string): Promise<void> {
  await until(async () => {
    const countdown = (await widget().getByRole('timer').textContent()) ?? ''
    const seconds = countdown.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    const secondsLeft = (expiryOf(invoice) - Date.now()) / 1_000
    expect(
      Math.abs(seconds - secondsLeft),
      `${seconds} s are shown, ${secondsLeft} s are left`,
    ).toBeLessThanOrEqual(2)
  })
}

describe.concurrent('a page whose clock is wrong', () => {
  it.each(
    rows(
      // By the device's clock, this invoice has expired.
      [['61 minutes fast', 61]],
      [
        ['10 minutes fast', 10],
        ['10 minutes slow', -10],
      ],
    ),
  )('%s: counts down correctly and calls no payment late', async (_, minutes) => {
    const address = 'shortlived-300@wallet.example'
    const context = await newVisitor(browser, { clockAheadMs: minutes * MINUTE_MS, wallet: true })
    const tip = await openShop(context, shop, { tip: { address, amountSats: 2_100 } })
    const pageClockMs = await tip.page.evaluate(() => Date.now())
    expect(Math.round((pageClockMs - Date.now()) / MINUTE_MS)).toBe(minutes)

    const invoice = await requestInvoice(tip.widget())
    await expectCorrectCountdown(tip, invoice)
    await tip.page.waitForTimeout(1_500)
    await expectCorrectCountdown(tip, invoice)
    await tip.page.reload()
    expect(await readInvoice(tip.widget())).toBe(invoice)
    await expectCorrectCountdown(tip, invoice)

    await tip.widget().getByRole('button', { name: 'Pay with browser wallet' }).click()
    await tip.widget().getByText('Waiting for your wallet').first().waitFor()
    await tip.answerWallet(shop.payUnseen(invoice).preimage)
    await expectPaid(tip.widget(), '2,100', address)
    expect((await tip.shownTexts()).filter((text) => LATE.test(text) || /wrong|expired/.test(text))).toEqual(
      [],
    )
    await until(() => expect(tip.paid().map(({ late }) => late === true)).toEqual([false]))
    await tip.leave()
  })
})

describe.concurrent('an expired invoice', () => {
  it.each(
    rows(
      [['called late where it was paid afterwards', 'paid afterwards', true]],
      [
        ['not called late where it was paid in time', 'paid in time', false],
        ['called nothing where nobody knows when it was paid', 'unknown', false],
      ],
    ),
  )('is %s', async (_, when, isLate) => {
    const address = 'shortlived-4@wallet.example'
    const tip = await openShop(await newVisitor(browser), shop, { tip: { address, amountSats: 2_100 } })
    const { paymentHash } = shop.payInTime(await tip.requestShortLivedInvoice())
    const paidInTime = new Date()
    await tip.widget().getByRole('heading', { name: 'This invoice has expired' }).waitFor()
    await tip.page.waitForTimeout(1_000)
    const paidAt = { 'paid in time': paidInTime, 'paid afterwards': new Date() }[when]
    await shop.settle(paymentHash, paidAt)
    await expectPaid(tip.widget(), '2,100', address)
    expect((await tip.shownTexts()).some((text) => LATE.test(text))).toBe(isLate)
    await until(() => expect(tip.paid().map(({ late }) => late === true)).toEqual([isLate]))
    await tip.leave()
  })
})
