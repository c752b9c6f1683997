import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { startStack } from '../harness/start-stack.js'
import { openTipPage } from './tip-page.js'
import { readChargeState } from './watch.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

describe('a wallet on another phone', () => {
  it('is reported as paid as soon as the server of the shop reports the payment', async () => {
    const tip = await openTipPage(browser, stack)
    await tip.requestInvoice('alice@wallet.example', 5_000)
    const charge = await tip.lastCharge()
    await tip.page.getByRole('button', { name: 'Pay 5,000 sats from the phone' }).click()
    await tip.widget.getByRole('heading', { name: 'Paid 5,000 sats' }).waitFor()
    await tip.widget.getByText('Confirmed by this site').waitFor()

    expect(await readChargeState(stack.bffUrl, charge)).toMatchObject({ status: 'paid', evidence: 'app' })
    // The page has received no preimage, so it has none to show.
    expect(await tip.widget.getByText(/preimage/i).count()).toBe(0)
    expect(tip.problems).toEqual([])
    await tip.close()
  })

  it('is reported as paid while the browser reports no network, because the shop is on this device', async () => {
    const tip = await openTipPage(browser, stack)
    await tip.page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
      window.dispatchEvent(new Event('offline'))
    })
    await tip.requestInvoice('alice@wallet.example', 3_000)
    await tip.qrCode.waitFor()
    await tip.page.getByRole('button', { name: 'Pay 3,000 sats from the phone' }).click()
    await tip.widget.getByRole('heading', { name: 'Paid 3,000 sats' }).waitFor()
    expect((await tip.shownTexts()).filter((text) => /offline/i.test(text))).toEqual([])
    expect(tip.problems).toEqual([])
    await tip.close()
  })

  // It waits for a real end of an invoice. `ways-to-pay.test.ts` claims the payment instead, and `receipt.test.ts` proves it.
  it.runIf(inSoak)(
    'ends in “we cannot see this payment”, never in “paid”, when nobody reports the payment to the server',
    async () => {
      // `npm start` prints the URL with this host name.
      const tip = await openTipPage(browser, stack, { isShopNotified: false, hostname: 'localhost' })
      await tip.requestInvoice('shortlived-20@wallet.example', 5_000)
      const charge = await tip.lastCharge()
      expect(charge.data.detects).toEqual(['preimage'])
      await tip.page.getByRole('button', { name: 'Pay 5,000 sats from the phone' }).click()
      const panel = tip.page.getByText('The phone has paid, but the shop was not told.')
      const preimage = /[0-9a-f]{64}/.exec((await panel.textContent()) ?? '')?.[0] ?? ''

      await tip.widget.getByRole('heading', { name: 'We cannot see this payment' }).waitFor()
      const texts = await tip.shownTexts()
      expect(texts.filter((text) => /^Paid|Confirmed by|This invoice has expired/.test(text))).toEqual([])

      // A payer cannot use the documentation for the shop's operator.
      expect(await tip.widget.getByRole('link').count()).toBe(0)
      await tip.widget.getByRole('button', { name: 'I have proof of payment' }).click()
      await tip.widget.getByRole('textbox', { name: 'Proof of payment' }).fill(preimage)
      await tip.widget.getByRole('heading', { name: 'Paid 5,000 sats' }).waitFor()
      await expect
        .poll(() => readChargeState(`${stack.demoUrl}/quiet/leyden`, charge))
        .toMatchObject({ status: 'paid', evidence: 'preimage' })
      await tip.close()
    },
  )

  it.runIf(inSoak)('expires when the server detects payments and nobody paid', async () => {
    const tip = await openTipPage(browser, stack)
    await tip.requestInvoice('shortlived-20@wallet.example', 5_000)
    await tip.widget.getByRole('heading', { name: 'This invoice has expired' }).waitFor()
    expect((await tip.shownTexts()).filter((text) => /^Paid/.test(text))).toEqual([])

    await tip.widget.getByRole('button', { name: 'New invoice' }).click()
    await tip.qrCode.waitFor()
    expect(tip.traffic.requestsTo('/v0/ln-address/fetch-charge')).toHaveLength(2)
    await tip.close()
  })
})
