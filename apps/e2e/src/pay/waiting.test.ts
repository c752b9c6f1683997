import { decode } from 'light-bolt11-decoder'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { recordTraffic } from '../harness/traffic.js'
import type { Widgets } from '../promises/page/shop-page.js'
import { startShop } from '../promises/shop.js'
import { lastCharge } from './charge-reply.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const tip = { address: 'alice@wallet.example', amountSats: 2_100 }
const NOT_RESPONDING = 'This site is not responding. A payment still counts, and we keep checking for it.'

describe('a widget that waits for the BFF', () => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    shop.hangRequests(null)
    for (const close of closers.splice(0)) await close()
  })

  async function open(props: Widgets[string]) {
    const { page, close } = await openPage(browser, 'about:blank')
    closers.push(close)
    const traffic = recordTraffic(page)
    await page.goto(shop.pageUrl({ Tip: props }))
    const widget = page.getByRole('region', { name: 'Tip' })
    const button = (name: string | RegExp) => widget.getByRole('button', { name, exact: true })
    return {
      page,
      widget,
      button,
      traffic,
      noteWith: (text: string) => widget.locator('.ly-note', { hasText: text }),
    }
  }

  async function openInvoice() {
    const tab = await open(tip)
    await tab.button(/^Pay( \d|$)/).click()
    await tab.widget.getByRole('img', { name: /QR code/ }).waitFor()
    const { data: charge } = await lastCharge(tab.traffic)
    await expect.poll(() => tab.traffic.requestsTo('/v0/watch/').length).toBeGreaterThan(0)
    const section = decode(charge.invoice.request).sections.find(({ name }) => name === 'payment_hash')
    const paymentHash = section && 'value' in section ? String(section.value) : ''
    const paid = tab.widget.getByRole('heading', { name: 'Paid 2,100 sats' })
    return { ...tab, paid, settle: () => shop.settle(paymentHash) }
  }

  // A page that was away has the same sentence, and turns the clock instead of waiting.
  it.runIf(inSoak)('reports that the BFF is down, and shows the payment when it is back', async () => {
    const { noteWith, settle, paid, widget } = await openInvoice()
    shop.stop()
    await noteWith(NOT_RESPONDING).waitFor()
    expect(await widget.getByText('Waiting for payment…').count()).toBe(0)
    await settle()
    await shop.start()
    await paid.waitFor()
    expect(await noteWith(NOT_RESPONDING).count()).toBe(0)
  })

  it('shows that the shop does not respond while the stream is broken and the BFF hangs, and hides it when it answers', async () => {
    const { noteWith, settle, paid, widget } = await openInvoice()
    shop.hangRequests(/watch/)
    shop.breakConnections()
    await noteWith(NOT_RESPONDING).waitFor()
    shop.hangRequests(null)
    shop.breakConnections()
    await noteWith(NOT_RESPONDING).waitFor({ state: 'detached' })
    expect(await widget.getByText('Waiting for payment…').isVisible()).toBe(true)
    await settle()
    await paid.waitFor()
  })

  it('lets a person cancel a request that hangs, and retry', async () => {
    const { button, widget, traffic } = await open(tip)
    shop.hangRequests(/fetch-charge/)
    await button(/^Pay( \d|$)/).click()
    await button('Cancel').click()
    shop.hangRequests(null)
    await button(/^Pay( \d|$)/).click()
    await widget.getByRole('img', { name: /QR code/ }).waitFor()
    expect(traffic.requestsTo('/v0/ln-address/fetch-charge')).toHaveLength(2)
  })

  it('counts down after a rate limit of look-ups, and retries automatically', async () => {
    const { widget, traffic } = await open({ defaultAddress: 'ratelimited@wallet.example' })
    await widget.getByText(/Trying again in \d+\sseconds?\./).waitFor()
    await widget.getByText('The payment service of this site is busy right now.').first().waitFor()
    // After the last automatic attempt there is a button, so both are read at once.
    expect(await widget.textContent()).not.toMatch(/Trying again in.*Try again|Try again.*Trying again in/)
    await expect.poll(() => traffic.requestsTo('/v0/ln-address/validate/').length).toBeGreaterThan(1)
  })
})
