import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { barePage, dialogOf, open, outcome, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

it('completes a payment on a minimal page with one file', async () => {
  const url = shop.serve('/bare', barePage(shop.bffUrl))
  const { page, problems, close } = await openPage(browser, url)
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const dialog = dialogOf(page)
  const invoice = await requestInvoice(dialog)
  await shop.pay(invoice)
  await dialog.getByText('Paid 2,100 sats').first().waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await outcome(page)).toMatchObject({
    v: 1,
    kind: 'pay',
    status: 'paid',
    amountMsat: '2100000',
    lnaddress: 'alice@wallet.example',
    evidence: 'app',
  })
  expect(await dialog.count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

it('handles each key, not only the last one before the field loses focus', async () => {
  const { page, close } = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl)))
  await open(page, 'pay', { defaultAddress: 'alice@wallet.example' })
  const dialog = dialogOf(page)
  const amount = dialog.getByLabel('Amount')
  await amount.pressSequentially('9')
  await dialog.getByText(/smallest amount is 10\ssats/).waitFor()
  await amount.pressSequentially('00')
  await dialog.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).waitFor()
  expect(await amount.evaluate((field) => field.matches(':focus'))).toBe(true)
  await close()
})

it('reports a payment that is made after the overlay closed', async () => {
  const url = shop.serve('/late', barePage(shop.bffUrl))
  const { page, close } = await openPage(browser, url)
  await page.evaluate(() => {
    const testWindow = window as unknown as {
      recorded: unknown[]
      Leyden: { on: (n: string, f: (o: unknown) => void) => void }
    }
    testWindow.recorded = []
    testWindow.Leyden.on('outcome', (outcome) => testWindow.recorded.push(outcome))
  })
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 300 })
  const invoice = await requestInvoice(dialogOf(page))
  await page.keyboard.press('Escape')
  const first = await outcome(page)
  expect(first).toMatchObject({ status: 'pending' })
  await shop.pay(invoice)
  await page.waitForFunction(() => (window as unknown as { recorded: unknown[] }).recorded.length === 2)
  const events = await page.evaluate(
    () => (window as unknown as { recorded: Record<string, unknown>[] }).recorded,
  )
  expect(events[1]).toMatchObject({ id: first.id, status: 'paid', amountMsat: '300000' })
  await close()
})

it('adds one name to the window', async () => {
  const names = 'Object.getOwnPropertyNames(window)'
  const { page, close } = await openPage(browser, shop.serve('/nothing', '<!doctype html><title>x</title>'))
  const before = new Set(await page.evaluate<string[]>(names))
  await page.goto(shop.serve('/bare', barePage(shop.bffUrl)))
  expect((await page.evaluate<string[]>(names)).filter((name) => !before.has(name))).toEqual(['Leyden'])
  await close()
})

it('buys bitcoin in an overlay, and trusts only the server', async () => {
  const url = shop.serve('/ramp', barePage(shop.bffUrl))
  const { page, close } = await openPage(browser, url)
  await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
  const ramp = page.frameLocator('iframe')
  await ramp.getByLabel('Six digits').fill('123456')
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await ramp.getByRole('button', { name: 'Use a sample document' }).click()
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await ramp.getByRole('button', { name: 'Fill in a test card' }).click()
  await ramp.getByRole('button', { name: /^Pay/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  const { status, sessionId } = await outcome(page)
  expect(status).toBe('completed')
  expect(sessionId).toMatch(/^ses_/)
  await close()
})

it.each([
  ['with a mouse', false],
  ['with a finger', true],
])('leaves its close button uncovered on a phone, beside each badge, %s', async (_name, hasTouch) => {
  const { page, close } = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl)), {
    viewport: { width: 360, height: 640 },
    hasTouch,
  })
  const textsUnderCloseButton = () =>
    page.evaluate(() => {
      const host = [...document.querySelectorAll('body > div')].find((element) => element.shadowRoot)
      const panelElements = [...(host?.shadowRoot?.querySelectorAll('.panel *') ?? [])]
      const closeButton = host?.shadowRoot?.querySelector('.close')?.getBoundingClientRect() ?? new DOMRect()
      return panelElements
        .filter((element) => element.className !== 'close')
        .filter((element) => element.childElementCount === 0 && element.textContent?.trim())
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          return (
            left < closeButton.right &&
            right > closeButton.left &&
            top < closeButton.bottom &&
            bottom > closeButton.top
          )
        })
        .map((element) => element.textContent)
    })
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const payButton = dialogOf(page).getByRole('button', { name: /^Pay( \d|$)/, disabled: false })
  await payButton.waitFor()
  const badge = dialogOf(page).getByText('Test mode')
  await badge.waitFor()
  const endOfBadge = () => badge.evaluate((element) => Math.round(element.getBoundingClientRect().right))
  const endInForm = await endOfBadge()
  expect(await textsUnderCloseButton()).toEqual([])
  await payButton.click()
  // A phone shows its wallets first.
  await dialogOf(page)
    .getByRole('button', { name: /^(Copy invoice|Other ways to pay)$/ })
    .waitFor()
  expect(await textsUnderCloseButton()).toEqual([])
  expect(await endOfBadge()).toBe(endInForm)
  await close()
})
