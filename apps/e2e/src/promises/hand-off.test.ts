import type { Page } from 'playwright'
import { afterAll, expect, it } from 'vitest'
import { embedShop } from '../embed/embed-shop.js'
import { barePage, dialogOf, open } from '../embed/widget-page.js'
import { sharedBrowser } from '../harness/browser.js'
import { payButton, qrCode } from '../harness/pay-widget.js'
import { rows } from '../harness/rows.js'
import { openShop, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const tip = { address: 'alice@wallet.example', amountSats: 2_100, description: 'Two coffees' }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' }
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

/** Opens the shop on a phone, which has no wallet app, at the form of an order. */
async function openOnPhone({ userAgent, prepare }: { userAgent?: string; prepare?: () => void } = {}) {
  const context = await browser.newContext({
    ...PHONE,
    ...(userAgent === undefined ? {} : { userAgent }),
  })
  if (prepare) await context.addInitScript(prepare)
  const visit = await openShop(context, shop, { tip })
  const opened: string[] = []
  visit.page.on('request', (request) => {
    if (request.url().startsWith('lightning:')) opened.push(request.url())
  })
  const widget = visit.widget()
  await widget.getByText('Tips for Alice').waitFor()
  return { ...visit, opened, widget, link: widget.getByRole('link', { name: 'Open wallet' }) }
}

/** What a person cannot reach without scrolling on this screen. */
const belowTheFold = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.leyden :is(a, button, input, [role=img])')]
      .filter((element) => element.getBoundingClientRect().bottom > innerHeight)
      .map(({ textContent }) => textContent),
  )

/** The same on phones of any size, upright and turned. */
async function belowEachFold(page: Page) {
  const hidden: (string | null)[] = []
  for (const [width, height] of [
    [375, 667],
    [640, 360],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    hidden.push(...(await belowTheFold(page)))
  }
  return hidden
}

it('one tap requests the invoice and opens the wallet, and each other way to pay is a view of its own', async () => {
  const { page, widget, opened, charged, link, leave } = await openOnPhone()
  expect(await widget.getByRole('button').count()).toBe(1)
  await payButton(widget).tap()
  await expect.poll(() => [opened.length, charged.length]).toEqual([1, 1])
  expect(opened).toEqual([`lightning:${charged[0]}`])

  // The link to press is there all the time.
  expect(await link.getAttribute('href')).toBe(opened[0])
  await widget.getByText('No wallet opened.').waitFor()
  expect(await widget.getByRole('link').allTextContents()).toEqual(['Open wallet'])
  for (const [way, shown] of [
    ['Other ways to pay', widget.getByRole('link', { name: 'Phoenix' })],
    ['More…', widget.getByRole('link', { name: 'Aqua' })],
    ['Back', widget.getByRole('link', { name: 'Phoenix' })],
    ['QR code', qrCode(widget)],
  ] as const) {
    await widget.getByRole('button', { name: way }).tap()
    await shown.waitFor()
    expect(await belowTheFold(page)).toEqual([])
    expect((await widget.boundingBox())?.height).toBeLessThanOrEqual(560)
  }

  // Back at an invoice that is open already, nothing opens without a press of "Pay".
  await page.reload()
  await link.waitFor()
  await widget.getByRole('button', { name: 'Back' }).tap()
  await payButton(widget).waitFor()
  expect(opened).toHaveLength(1)
  await payButton(widget).tap()
  await expect.poll(() => opened).toHaveLength(2)
  await leave()
})

it.each(
  rows<[when: string, device: NonNullable<Parameters<typeof openOnPhone>[0]>]>(
    [['on an iPhone, which shows an alert if there is no wallet', { userAgent: IPHONE }]],
    [
      [
        'after an answer that came too late for the press',
        {
          prepare: () => Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }),
        },
      ],
    ],
  ),
)('%s, the button becomes the link in the same place', async (_, device) => {
  const { page, widget, opened, charged, link, leave } = await openOnPhone(device)
  expect(await belowEachFold(page)).toEqual([])
  const button = await payButton(widget).boundingBox()
  await payButton(widget).tap()
  await link.waitFor()
  expect(await link.boundingBox()).toEqual(button)
  expect(await widget.getByText('Two coffees').isVisible()).toBe(true)
  expect(await belowEachFold(page)).toEqual([])
  expect(opened).toEqual([])
  await link.tap()
  await expect.poll(() => opened).toEqual([`lightning:${charged[0]}`])
  await widget.getByText('No wallet opened.').waitFor()
  await leave()
})

it('one tap opens the wallet from an overlay of the script too', async () => {
  const game = await embedShop()
  const context = await browser.newContext({ ...PHONE })
  const page = await context.newPage()
  const opened: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('lightning:')) opened.push(request.url())
  })
  await page.goto(game.serve('/bare', barePage(game.bffUrl)))
  await open(page, 'pay', { address: tip.address, amountSats: tip.amountSats })
  await payButton(dialogOf(page)).and(page.locator(':not([aria-disabled="true"])')).tap()
  await expect.poll(() => opened).toHaveLength(1)
  expect(await page.getByRole('link', { name: 'Open wallet' }).getAttribute('href')).toBe(opened[0])
  await context.close()
})
