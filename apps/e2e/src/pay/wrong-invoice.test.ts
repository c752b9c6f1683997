import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../world/browser.js'
import { rows } from '../world/rows.js'
import { startWorld, type World } from '../world/start-world.js'
import { openTipPage, type TipPage } from './tip-page.js'

const INVOICE = /ln(bc|tb|bcrt|tbs)[0-9]*[munp]?1[02-9ac-hj-np-z]{50,}/i
const HIDDEN = 'The invoice was wrong, so we hid it.'

// A wrong invoice that is seen once in many times is seen: no second try.
describe('what is refused before anybody can pay it', { retry: 0 }, () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld()
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await world?.close()
  })

  it.each([
    ['too small', '9', 'The smallest amount is 10 sats.'],
    ['too large', '150001', 'The largest amount is 150,000 sats.'],
  ])('tells an amount that is %s before an invoice is asked for', async (_, amount, words) => {
    const tip = await openTipPage(browser, world)
    await tip.chooseAddress('alice@wallet.example')
    await tip.amountField.fill(amount)
    await tip.showInvoice.click({ force: true })
    await tip.widget.getByText(words).first().waitFor()
    await tip.page.waitForTimeout(300)
    expect(tip.traffic.requestsTo('/v0/ln-address/fetch-charge')).toEqual([])
    await tip.close()
  })

  it.each(
    rows(
      [
        ['wrongamount', /You asked to pay 2,100 sats\. wallet\.example sent an invoice over [\d,]+/],
        ['badchecksum', /is not a Lightning invoice, or it was damaged/],
      ],
      [
        ['amountless', /You asked to pay 2,100 sats\. wallet\.example sent an invoice without an amount/],
        ['wrongrecipient', /You asked to pay wrongrecipient@wallet\.example\. The answer was for /],
        ['wrongnetwork', /It was made for another Bitcoin network/],
        ['expired', /It had already expired when it came/],
        ['wronguri', /is not a Lightning invoice, or it was damaged/],
      ],
    ),
  )('hides everything of the answer of %s@wallet.example and says why', async (user, words) => {
    const tip = await openTipPage(browser, world)
    await tip.askForInvoice(`${user}@wallet.example`, 2_100)
    await tip.widget.getByText(HIDDEN).first().waitFor()
    await tip.widget.getByText(words).first().waitFor()
    await tip.widget
      .getByText(/Nothing was paid/)
      .first()
      .waitFor()
    expect(await tip.qrCode.count()).toBe(0)

    await tip.traffic.settled()
    expect(tip.traffic.requestsTo('/v0/ln-address/fetch-charge')).toHaveLength(1)
    expect(tip.traffic.exchanges.filter(({ text }) => INVOICE.test(text))).toEqual([])
    expect(await tip.page.content()).not.toMatch(INVOICE)

    await tip.widget.getByRole('button', { name: 'Ask for a new invoice' }).click()
    await expect.poll(() => tip.traffic.requestsTo('/v0/ln-address/fetch-charge').length).toBe(2)
    await tip.widget.getByRole('button', { name: 'Change address' }).click()
    await tip.addressField.waitFor()
    await tip.close()
  })

  it('is refused by the page itself where a server passes a wrong invoice on', async () => {
    const tip = await openTipPage(browser, world)
    const stolen = await invoiceOver(tip, 9_000)
    await tip.page.route('**/v0/ln-address/fetch-charge', async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { data: { invoice: { request: string; uri: string } } }
      reply.data.invoice = { request: stolen, uri: `lightning:${stolen}` }
      await route.fulfill({ response, json: reply })
    })
    await tip.askForInvoice('alice@wallet.example', 2_100)
    await tip.widget.getByText(HIDDEN).first().waitFor()
    await tip.widget
      .getByText(/sent an invoice over 9,000/)
      .first()
      .waitFor()
    expect(await tip.page.content()).not.toMatch(INVOICE)
    await tip.close()
  })
})

/** A good invoice over another amount, from the same BFF. */
async function invoiceOver(tip: TipPage, amountSats: number): Promise<string> {
  await tip.askForInvoice('bob@wallet.example', amountSats)
  await tip.qrCode.waitFor()
  const { data } = await tip.lastCharge()
  await tip.page.evaluate(() => sessionStorage.clear())
  await tip.page.reload()
  await tip.page.getByLabel('Installed').setChecked(false)
  await tip.page.getByRole('radio', { name: /Someone else/ }).check({ force: true })
  return data.invoice.request
}
