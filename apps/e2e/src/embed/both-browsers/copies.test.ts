import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedShop } from '../embed-shop.js'
import { barePage } from '../widget-page.js'
import type { DrivenBrowser, DrivenPage } from './driven-browser.js'
import { launchDrivenBrowser } from './launch-driven-browser.js'
import { expectNoProblems, requestInvoice, seeButton, until, waitForInvoice } from './on-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

const body = '<pay-to-lightning-address></pay-to-lightning-address>'
const set = (code: string) => `Object.assign(document.querySelector('pay-to-lightning-address'), { ${code} })`
const openPage = (code: string) =>
  browser.open(shop.serve('/copies', barePage(shop.bffUrl, { body, afterScript: set(code) })))
/** The element is the same one again, as a page cache restores it. */
const restore = (page: DrivenPage) =>
  page.evaluate('document.body.replaceWith(document.body.cloneNode(true))')
const root = `document.querySelector('pay-to-lightning-address').shadowRoot.querySelector('.root')`

it('keeps the address and the amount of a page that a cache of pages has copied', async () => {
  const page = await openPage(`address: 'alice@wallet.example', amountSats: 2100`)
  await seeButton(page, 'Pay 2,100 sats')
  await restore(page)
  await seeButton(page, 'Pay 2,100 sats')
  expect(await page.evaluate(`${root}.querySelector('input[inputmode="email"]')`)).toBeNull()
  expectNoProblems(page)
  await page.close()
})

it('shows nothing in place of an order that a copy has lost', async () => {
  const page = await openPage(`intent: async () => 'signed'`)
  await until(page, `${root} !== null`)
  await restore(page)
  await until(page, `${root} === null`)
  expect(page.problems.filter((problem) => problem.includes('cannot be shown'))).toHaveLength(1)
  await page.close()
})

it('keeps an open invoice for the way back from another document', async () => {
  const page = await openPage(`address: 'alice@wallet.example', amountSats: 2100`)
  const invoice = await requestInvoice(page)
  await page.evaluate(
    `(window.moved = document.querySelector('pay-to-lightning-address'), document.body.append(document.createElement('iframe')), document.querySelector('iframe').contentDocument.body.append(moved))`,
  )
  await until(page, `moved.shadowRoot.querySelector('.root') === null`)
  await page.evaluate('void document.body.append(moved)')
  expect(await waitForInvoice(page)).toBe(invoice)
  expect(page.problems.filter((problem) => problem.includes('cannot be shown'))).toHaveLength(1)
  await page.close()
})
