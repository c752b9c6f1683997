import type { Locator, Page, Request } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { rows } from '../harness/rows.js'
import { embedShop } from './embed-shop.js'
import { barePage, dialogOf, open, outcome, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

const pageHtml = (script: string) =>
  barePage(shop.bffUrl).replace('<script src', `<script>${script}</script><script src`)

/** Presses "Done" as soon as it appears, faster than any person. */
const PRESS_DONE = `{
  const { shadowRoot } = [...document.querySelectorAll('body > div')].find((element) => element.shadowRoot)
  const press = () => [...shadowRoot.querySelectorAll('button')].find((element) => element.textContent === 'Done')?.click()
  new MutationObserver(press).observe(shadowRoot, { subtree: true, childList: true, characterData: true })
}`

it.each(
  rows(
    [['animation frames never come', 'window.requestAnimationFrame = () => 1']],
    [
      [
        'the game takes nine tenths of the time',
        'setInterval(() => { const end = performance.now() + 90; while (performance.now() < end); }, 100)',
      ],
    ],
  ),
)('pays if %s, however soon the overlay is closed', async (_name, script) => {
  const { page, close } = await openPage(browser, shop.serve('/starved', pageHtml(script)))
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const dialog = dialogOf(page)
  await page.evaluate(PRESS_DONE)
  // A click of Playwright waits for two animation frames, which may never come here.
  const press = (button: Locator) => button.evaluate((element: HTMLElement) => element.click())
  await shop.pay(await requestInvoice(dialog, press))
  expect(await outcome(page)).toMatchObject({ status: 'paid', amountMsat: '2100000' })
  await close()
})

const isWatch = (request: Request) => request.url().includes('/watch/')

/** Requests an invoice, and waits until the page has the stream that watches it. */
async function requestWatched(page: Page): Promise<string> {
  const stream = page.waitForResponse((response) =>
    /^text\/event-stream/.test(response.headers()['content-type'] ?? ''),
  )
  const invoice = await requestInvoice(dialogOf(page))
  await stream
  return invoice
}

it('finds a payment that was made while the page was offline', async () => {
  const { page, close } = await openPage(browser, shop.serve('/offline', pageHtml('')))
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const invoice = await requestWatched(page)
  const cutOff = page.waitForEvent('requestfailed', isWatch)
  await page.context().setOffline(true)
  shop.breakConnections()
  await cutOff
  await shop.pay(invoice)
  await page.context().setOffline(false)
  await dialogOf(page).getByText('Paid 2,100 sats').first().waitFor()
  await close()
})

/** Simulates a hidden page, whose timers do not fire. A headless browser never hides a page itself. */
const HIDE = `{
  const realSetTimeout = window.setTimeout
  window.setTimeout = () => 0
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
  window.showAgain = () => {
    window.setTimeout = realSetTimeout
    delete document.visibilityState
    document.dispatchEvent(new Event('visibilitychange'))
  }
}`

it('finds a payment that was made while the page was hidden', async () => {
  const { page, close } = await openPage(browser, shop.serve('/hidden', pageHtml('')))
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const invoice = await requestWatched(page)
  const cutOff = page.waitForEvent('requestfailed', isWatch)
  await page.evaluate(HIDE)
  shop.breakConnections()
  await cutOff
  await shop.pay(invoice)
  await page.evaluate('showAgain()')
  await dialogOf(page).getByText('Paid 2,100 sats').first().waitFor()
  await close()
})
