import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage } from '../widget-page.js'
import type { DrivenBrowser } from './driven-browser.js'
import { browserName, launchDrivenBrowser } from './launch-driven-browser.js'
import { clickField, expectNoProblems, fieldValue, requestInvoice, seeButton, seeText } from './on-page.js'
import { reactShop } from './react-shop.js'

let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

/** Puts `<font>` elements in the place of each text of the widget, as the translators of browsers do. */
const TRANSLATE = `(() => {
  const root = document.querySelector('pay-to-lightning-address')?.shadowRoot ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement.closest('style')) continue
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstChild.append(text.data)
    text.replaceWith(outer)
  }
})()`

async function elementPage() {
  const shop = await embedShop()
  const body = '<pay-to-lightning-address address="alice@wallet.example"></pay-to-lightning-address>'
  return { url: shop.serve('/input-method', barePage(shop.bffUrl, { body })), pay: shop.pay }
}

async function reactPage() {
  const { url, pay } = await reactShop()
  return { url: url(), pay }
}

const widgets = [
  { name: 'the element', serve: elementPage },
  // Its own tests do the same in Chromium.
  ...(inSoak || browserName === 'firefox' ? [{ name: 'the component', serve: reactPage }] : []),
]

describe.each(widgets)('$name', ({ serve }) => {
  it.skipIf(browserName === 'webkit')(
    'takes an amount from an input method, and asks for no other',
    async () => {
      const page = await browser.open((await serve()).url)
      await clickField(page, 'Amount')
      await page.compose?.(['２', '２１', '２１０', '２１００'])
      await eventually(() => fieldValue(page, 'Amount')).toBe('2,100')
      await seeButton(page, 'Pay 2,100 sats')
      expect(await requestInvoice(page)).toMatch(/^ln\w+21u1/)
      expectNoProblems(page)
      await page.close()
    },
  )

  it('is paid in a page that is translated at each step', async () => {
    const { url, pay } = await serve()
    const page = await browser.open(url)
    await clickField(page, 'Amount')
    for (const key of '2100') {
      await page.evaluate(TRANSLATE)
      await page.keyboard.type(key)
    }
    await seeButton(page, 'Pay 2,100 sats')
    await page.evaluate(TRANSLATE)
    const invoice = await requestInvoice(page)
    expect(invoice).toMatch(/^ln\w+21u1/)
    await page.evaluate(TRANSLATE)
    await pay(invoice)
    await seeText(page, 'Paid 2,100 sats')
    expectNoProblems(page)
    await page.close()
  })
})
