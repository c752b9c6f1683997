import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { rows } from '../harness/rows.js'
import { startStack } from '../harness/start-stack.js'
import { openTipPage } from './tip-page.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

const INVOICE = /ln(bc|tb|bcrt|tbs)[0-9]*[munp]?1[02-9ac-hj-np-z]{50,}/i
const INVOICE_HIDDEN = 'The invoice was wrong, so we did not show it.'

describe('an invoice that is refused before anybody can pay it', () => {
  it.each(
    rows(
      [['wrongamount', /You asked to pay 2,100 sats\. The invoice was for [\d,]+/]],
      [
        ['badchecksum', /not a valid invoice for this payment/],
        ['amountless', /You asked to pay 2,100 sats\. The invoice had no amount/],
        ['wrongrecipient', /You asked to pay wrongrecipient@wallet\.example\. The reply was for /],
        ['wrongnetwork', /It is for another Bitcoin network/],
        ['expired', /It had already expired when it arrived/],
        ['wronguri', /not a valid invoice for this payment/],
      ],
    ),
  )('hides every part of the answer of %s@wallet.example and shows the reason', async (user, words) => {
    const tip = await openTipPage(browser, stack)
    await tip.requestInvoice(`${user}@wallet.example`, 2_100)
    await tip.widget.getByText(INVOICE_HIDDEN).first().waitFor()
    await tip.widget.getByText(words).first().waitFor()
    await tip.widget
      .getByText(/Nothing was paid/)
      .first()
      .waitFor()
    expect(await tip.qrCode.count()).toBe(0)

    await tip.traffic.idle()
    expect(tip.traffic.requestsTo('/v0/ln-address/fetch-charge')).toHaveLength(1)
    expect(tip.traffic.exchanges.filter(({ text }) => INVOICE.test(text))).toEqual([])
    expect(await tip.page.content()).not.toMatch(INVOICE)

    await tip.widget.getByRole('button', { name: 'New invoice' }).click()
    await expect.poll(() => tip.traffic.requestsTo('/v0/ln-address/fetch-charge').length).toBe(2)
    await tip.widget.getByRole('button', { name: 'Change address' }).click()
    await tip.addressField.waitFor()
    await tip.close()
  })
})
