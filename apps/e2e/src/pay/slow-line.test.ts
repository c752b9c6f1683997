import type { Page } from 'playwright'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { payButton, pressPay, qrCode } from '../harness/pay-widget.js'
import type { Widgets } from '../promises/page/shop-page.js'
import { startShop } from '../promises/shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const tip = { address: 'alice@wallet.example', amountSats: 2_100 }
/** The file of everything after the form. */
const PAYMENT = '**/built/payment-*.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Opens a page whose payment file is held by `prepare`. */
async function open(props: Widgets[string], prepare: (page: Page) => Promise<unknown>) {
  const { page, close } = await openPage(browser, 'about:blank')
  closers.push(close)
  const files: string[] = []
  page.on('request', (request) => {
    if (/\/payment-.*\.js$/.test(request.url())) files.push(request.url())
  })
  await prepare(page)
  await page.goto(shop.pageUrl({ Tip: props }))
  const widget = page.getByRole('region', { name: 'Tip' })
  await payButton(widget).waitFor()
  return { page, widget, files, tryAgain: widget.getByRole('button', { name: 'Try again' }) }
}

const fail = (page: Page) => page.route(PAYMENT, (route) => route.abort())

describe('a page whose line is slow', () => {
  it('loads the payment when somebody turns to the form, and a press waits for it', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { widget, files } = await open(tip, (page) =>
      page.route(PAYMENT, (route) => released.then(() => route.continue())),
    )
    await payButton(widget).hover()
    await expect.poll(() => files.length).toBe(1)
    await pressPay(widget)
    await widget.getByRole('button', { name: 'Getting the invoice…' }).waitFor()
    release()
    await qrCode(widget).waitFor()
    expect(files).toHaveLength(1)
  })
})

describe('a page whose line breaks between form and press', () => {
  it('says that nothing was paid, and goes on when it is tried again', async () => {
    const { page, widget, tryAgain } = await open(tip, fail)
    await pressPay(widget)
    await widget.getByText('This site is not responding.').first().waitFor()
    await widget.getByText('Nothing was paid here.').waitFor()
    await tryAgain.click()
    await tryAgain.waitFor()
    await page.unroute(PAYMENT)
    await tryAgain.click()
    await qrCode(widget).waitFor()
  })

  it('says that the device is offline', async () => {
    const { page, widget, tryAgain } = await open(tip, fail)
    // A device that is offline before the address is checked says so too, and its press ends.
    await widget.getByText('Tips for Alice').waitFor()
    await page.context().setOffline(true)
    await pressPay(widget)
    await widget.getByText('You are offline.', { exact: true }).first().waitFor()
    await tryAgain.waitFor()
    await page.context().setOffline(false)
    await page.unroute(PAYMENT)
    await tryAgain.click()
    await qrCode(widget).waitFor()
  })
})
