import type { Page } from 'playwright'
import { afterAll, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { requestInvoice } from '../harness/pay-widget.js'
import { newVisitor, openShop, startShop } from './shop.js'

const browser = await sharedBrowser()
/** This shop cannot detect payments, like most shops. */
const shop = await startShop({ settlement: {} })
afterAll(() => shop.close())

const fiat = { currency: 'USD', rate: 97_142.86 }
const tip = { address: 'alice@wallet.example', amountSats: 2_100, fiat }
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

it('an undetected payment is proven by pasting its preimage, and stays Paid after a reload', async () => {
  const context = await newVisitor(browser)
  const visit = await openShop(context, shop, { tip })
  const { page } = visit
  const widget = visit.widget()
  const { preimage, paymentHash } = shop.payUnseen(await requestInvoice(widget))
  await widget.getByRole('button', { name: 'I have paid' }).click()
  await heading(page, 'We cannot see this payment').waitFor()
  await widget.getByRole('button', { name: 'I have proof of payment' }).click()
  await widget.getByText('Details', { exact: true }).click()
  await widget.getByText(paymentHash, { exact: true }).waitFor()

  const field = widget.getByRole('textbox', { name: 'Proof of payment' })
  await field.fill(paymentHash)
  await widget.getByText(/This is the payment hash/).waitFor()
  expect(shop.paidHashes()).not.toContain(paymentHash)
  await field.fill(`Preimage: ${preimage.toUpperCase()}`)
  await heading(page, 'Paid 2,100 sats').waitFor()
  const events = () =>
    shop.events.filter(({ data }) => 'payment_hash' in data && data.payment_hash === paymentHash)
  await expect.poll(events).toMatchObject([{ type: 'charge.paid', data: { evidence: 'preimage' } }])

  const expectReceipt = async () => {
    await heading(page, 'Paid 2,100 sats').waitFor()
    for (const text of ['to alice@wallet.example', 'Confirmed by proof of payment', '≈ $2.04'])
      await widget.getByText(text, { exact: true }).waitFor()
  }
  await expectReceipt()
  // Two reloads, because showing the receipt must not remove it.
  for (let reload = 1; reload <= 2; reload++) {
    await page.reload()
    await expectReceipt()
  }
  await expect.poll(() => visit.paid().length).toBe(1)
  await widget.getByRole('button', { name: 'Done' }).click()
  await widget.getByRole('button', { name: /^Pay( \d|$)/ }).waitFor()
  await page.reload()
  await widget.getByRole('button', { name: /^Pay( \d|$)/ }).waitFor()
  expect(await heading(page, 'Paid 2,100 sats').count()).toBe(0)
  expect(events()).toHaveLength(1)
  await visit.leave()
})

it('a preimage entered offline reaches the shop when the network is back', async () => {
  const context = await newVisitor(browser)
  const visit = await openShop(context, shop, { tip: { ...tip, reference: 'offline' } })
  const widget = visit.widget()
  const { preimage, paymentHash } = shop.payUnseen(await requestInvoice(widget))
  await widget.getByRole('button', { name: 'I have paid' }).click()
  await context.setOffline(true)
  await widget.getByRole('button', { name: 'I have proof of payment' }).click()
  await widget.getByRole('textbox', { name: 'Proof of payment' }).fill(preimage)
  await heading(visit.page, 'Paid 2,100 sats').waitFor()
  await widget.getByText(/This site does not have the proof yet/).waitFor()
  expect(shop.paidHashes()).not.toContain(paymentHash)
  await context.setOffline(false)
  await expect.poll(() => shop.paidHashes()).toContain(paymentHash)
  await widget.getByText(/This site does not have the proof yet/).waitFor({ state: 'detached' })
  await visit.leave()
})

it('a page whose BFF URL leads to another server shows a shop problem, and the console says what to do', async () => {
  const context = await newVisitor(browser)
  const visit = await openShop(context, shop, { tip })
  const { page } = visit
  // The server of a single-page app answers every unknown path with the page.
  await page.route(`${shop.bffUrl}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  )
  await page.reload()
  await page.getByText('This site is having problems right now.').first().waitFor()
  expect(await page.getByText(/We cannot reach/).count()).toBe(0)
  await expect.poll(() => visit.warnings.join('\n')).toMatch(/status 200, content type text\/html/)
  expect(visit.warnings.join('\n')).toContain(shop.bffUrl)
  await visit.leave()
})

it('a person who pays in dollars reads dollars, with sats beside them, to the receipt and after a reload', async () => {
  const context = await newVisitor(browser)
  const visit = await openShop(context, shop, {
    tip: { address: 'alice@wallet.example', fiat: 'USD', reference: 'dollars' },
  })
  const { page } = visit
  const widget = visit.widget()
  // Digits that are typed before the exchange rate is known are sats.
  await widget.getByRole('button', { name: 'Enter the amount in sats' }).waitFor()
  await widget.getByRole('textbox', { name: 'Amount' }).fill('2.50')
  await widget.getByText('2,500 sats', { exact: true }).first().waitFor()
  const { preimage } = shop.payUnseen(await requestInvoice(widget))
  expect(visit.chargeRequests()).toMatchObject([{ amount: '2500000' }])
  await heading(page, '$2.50 (2,500 sats) to alice@wallet.example').waitFor()
  await widget.getByRole('button', { name: 'I have paid' }).click()
  await widget.getByRole('button', { name: 'I have proof of payment' }).click()
  await widget.getByRole('textbox', { name: 'Proof of payment' }).fill(preimage)
  for (let load = 0; load < 2; load++) {
    await heading(page, 'Paid $2.50').waitFor()
    await widget.getByText('2,500 sats', { exact: true }).first().waitFor()
    await page.reload()
  }
  // The next payment starts in the chosen unit.
  await widget.getByRole('button', { name: 'Done' }).click()
  await widget.getByRole('button', { name: 'Enter the amount in sats' }).waitFor()
  await visit.leave()
})
