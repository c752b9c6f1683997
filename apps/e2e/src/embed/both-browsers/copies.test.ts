import { afterAll, beforeAll, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import { embedShop } from '../embed-shop.js'
import { barePage } from '../widget-page.js'
import type { DrivenBrowser, DrivenPage } from './driven-browser.js'
import { browserName, launchDrivenBrowser } from './launch-driven-browser.js'
import { requestInvoice, seeButton, until, waitForInvoice } from './on-page.js'
import { reactShop } from './react-shop.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

// React's own elements get their options as properties too, by the same setters in each browser.
const pages = [
  {
    name: 'a page',
    open: () =>
      openPage(
        '<pay-to-lightning-address id="tip"></pay-to-lightning-address><pay-to-lightning-address id="order"></pay-to-lightning-address>',
        `Object.assign(tip, ${TIP}); Object.assign(order, { intent: async () => 'signed' })`,
      ),
  },
  ...(inSoak || browserName === 'firefox'
    ? [{ name: 'React', open: async () => browser.open((await reactShop()).url('&elements')) }]
    : []),
]
const TIP = `{ address: 'alice@wallet.example', amountSats: 2100 }`
const openPage = (body: string, afterScript: string) =>
  browser.open(shop.serve('/copies', barePage(shop.bffUrl, { body, afterScript })))
const expectOneRefusal = (page: DrivenPage) =>
  expect(page.problems.filter((problem) => problem.includes('cannot be shown'))).toHaveLength(1)

it.each(pages)(
  'keeps what $name has fixed when a cache of pages copies it, or shows nothing',
  async ({ open }) => {
    const page = await open()
    await seeButton(page, 'Pay 2,100 sats')
    await until(page, `order.shadowRoot.querySelector('.root')`)
    await page.evaluate('document.body.replaceWith(document.body.cloneNode(true))')
    await seeButton(page, 'Pay 2,100 sats')
    expect(await page.evaluate(`tip.shadowRoot.querySelector('input[inputmode="email"]')`)).toBeNull()
    await until(page, `!order.shadowRoot.querySelector('.root')`)
    expectOneRefusal(page)
    await page.close()
  },
)

// Both browsers adopt nodes alike.
it.runIf(inSoak || browserName !== 'firefox')(
  'keeps an open invoice for the way back from another document',
  async () => {
    const page = await openPage(
      '<pay-to-lightning-address></pay-to-lightning-address><iframe></iframe>',
      `window.moved = document.querySelector('pay-to-lightning-address'); Object.assign(moved, ${TIP})`,
    )
    const invoice = await requestInvoice(page)
    await page.evaluate(`void document.querySelector('iframe').contentDocument.body.append(moved)`)
    await until(page, `!moved.shadowRoot.querySelector('.root')`)
    await page.evaluate('void document.body.append(moved)')
    expect(await waitForInvoice(page)).toBe(invoice)
    expectOneRefusal(page)
    await page.close()
  },
)
