import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../world/browser.js'
import { rows } from '../world/rows.js'
import { startWorld, type World } from '../world/start-world.js'
import { openTipPage } from './tip-page.js'

const INVOICE = /ln(bc|tb|bcrt|tbs)[0-9]*[munp]?1[02-9ac-hj-np-z]{50,}/i
const HIDDEN = 'The invoice was wrong, so we did not show it.'

// A wrong invoice that is seen once in many times is seen: no second try.
describe('an invoice that is refused before anybody can pay it', { retry: 0 }, () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld()
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await world?.close()
  })

  it.each(
    rows(
      [['wrongamount', /You asked to pay 2,100 sats\. wallet\.example sent an invoice for [\d,]+/]],
      [
        ['badchecksum', /is not a Lightning invoice, or it was damaged/],
        ['amountless', /You asked to pay 2,100 sats\. wallet\.example sent an invoice without an amount/],
        ['wrongrecipient', /You asked to pay wrongrecipient@wallet\.example\. The reply was for /],
        ['wrongnetwork', /It was made for another Bitcoin network/],
        ['expired', /It had already expired when it came/],
        ['wronguri', /is not a Lightning invoice, or it was damaged/],
      ],
    ),
  )('hides everything of the answer of %s@wallet.example and says why', async (user, words) => {
    const tip = await openTipPage(browser, world)
    await tip.requestInvoice(`${user}@wallet.example`, 2_100)
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

    await tip.widget.getByRole('button', { name: 'Get a new invoice' }).click()
    await expect.poll(() => tip.traffic.requestsTo('/v0/ln-address/fetch-charge').length).toBe(2)
    await tip.widget.getByRole('button', { name: 'Change address' }).click()
    await tip.addressField.waitFor()
    await tip.close()
  })
})
