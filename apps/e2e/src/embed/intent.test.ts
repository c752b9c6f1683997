import type { Locator, Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, outcome } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

let orders = 0

/** A page whose own server returns the intent of a new order from `/order`. */
async function openShop(body = '') {
  const reference = `order-${++orders}`
  const intent = await shop.sign({
    lnaddress: 'alice@wallet.example',
    amountMsat: 2_100_000n,
    description: 'One sword',
    reference,
  })
  shop.serve('/order', { body: intent, type: 'text/plain' })
  const { page, problems } = await openPage(browser, 'about:blank')
  /** Bodies of the requests for invoices. */
  const chargeRequests: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/fetch-charge'))
      chargeRequests.push(request.postDataJSON())
  })
  await page.goto(shop.serve('/shop', barePage(shop.bffUrl, { body })))
  return { page, problems, chargeRequests, intent, reference }
}

const fetchOrder = `() => fetch('/order').then((reply) => reply.text())`
const startOverlay = (page: Page, code: string) => page.evaluate(`window.handle = ${code}; undefined`)

/** Checks that the values of the order are shown and locked, then requests its invoice and returns it. */
async function invoiceOf(widget: Locator): Promise<string> {
  await widget.getByText('alice@wallet.example').first().waitFor()
  await widget.getByText('2,100 sats').first().waitFor()
  await widget.getByText('One sword').first().waitFor()
  expect(
    await widget.locator('input:enabled:not([readonly]), textarea:enabled:not([readonly])').count(),
  ).toBe(0)
  await widget.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
  const link = widget.locator('a[href^="lightning:"]').first()
  await link.waitFor({ state: 'attached' })
  return ((await link.getAttribute('href')) ?? '').replace('lightning:', '')
}

describe('a widget that has only an intent', () => {
  it.each(['a text', 'a function'])('is paid in an overlay: %s', async (form) => {
    const { page, problems, chargeRequests, intent, reference } = await openShop()
    const intentCode = form === 'a text' ? JSON.stringify(intent) : fetchOrder
    await startOverlay(page, `Leyden.open('pay', { intent: ${intentCode} })`)
    const dialog = dialogOf(page)
    const invoice = await invoiceOf(dialog)
    expect(chargeRequests).toEqual([{ intent }])
    await shop.pay(invoice)
    await dialog.getByText('Paid 2,100 sats').first().waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const result = await outcome(page)
    expect(result).toMatchObject({
      kind: 'pay',
      status: 'paid',
      amountMsat: '2100000',
      lnaddress: 'alice@wallet.example',
      evidence: 'app',
      reference,
    })
    expect(result.duplicateOf).toBeUndefined()
    expect(await dialog.count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('is paid in an element, which does not write it into an attribute', async () => {
    const { page, problems, chargeRequests, intent, reference } = await openShop(
      `<pay-to-lightning-address></pay-to-lightning-address>
      <script>addEventListener('leyden-paid', (event) => { window.paidDetail = event.detail })</script>`,
    )
    await page.evaluate(`document.querySelector('pay-to-lightning-address').intent = ${fetchOrder}`)
    const element = page.locator('pay-to-lightning-address')
    const invoice = await invoiceOf(element)
    expect(chargeRequests).toEqual([{ intent }])
    // The mark says that there was an intent, so that a copy without it shows nothing.
    expect(await element.evaluate((node) => node.outerHTML)).toBe(
      '<pay-to-lightning-address data-leyden-set="{&quot;intent&quot;:null}"></pay-to-lightning-address>',
    )
    await shop.pay(invoice)
    await page.waitForFunction('window.paidDetail')
    expect(await page.evaluate('paidDetail')).toMatchObject({
      status: 'paid',
      amountMsat: '2100000',
      reference,
    })
    expect(problems).toEqual([])
  })

  it('is paid in an engine, which sends it as text and is notified also after the overlay closed', async () => {
    const { page, intent, reference } = await openShop()
    const params = { kind: 'pay', address: '', amountSats: null, reference: '', intent }
    const call = (request: object) =>
      page.evaluate((json) => window.Leyden?.call(json), JSON.stringify(request))
    await call({ v: 1, id: '7', method: 'open', params })
    const invoice = await invoiceOf(dialogOf(page))
    await call({ v: 1, method: 'close' })
    await shop.pay(invoice)
    const events: { id: string; data: object }[] = []
    await eventually(async () => {
      events.push(...JSON.parse(await page.evaluate('Leyden.drain()')))
      return events.map(({ id, data }) => ({ id, ...data }))
    }).toMatchObject([
      { id: '7', status: 'pending' },
      { id: '7', status: 'paid', amountMsat: '2100000', reference },
    ])
  })
})
