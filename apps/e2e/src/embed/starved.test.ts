import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from './embed-world.js'
import { barePage, dialogOf, open, outcome, showInvoice } from './widget-page.js'

let world: EmbedWorld
let browser: Browser

beforeAll(async () => {
  world = await startEmbedWorld()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const page = (script: string) =>
  barePage(world.bffUrl).replace('<script src', `<script>${script}</script><script src`)

it.each([
  ['animation frames never come', 'window.requestAnimationFrame = () => 1'],
  [
    'the game takes nine tenths of the time',
    'setInterval(() => { const end = performance.now() + 90; while (performance.now() < end); }, 100)',
  ],
])('pays where %s', async (_name, script) => {
  const { page: shown, close } = await openPage(browser, world.serve('/starved', page(script)))
  await open(shown, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const dialog = dialogOf(shown)
  // A click of Playwright's waits for two frames, which may be the very thing that does not come.
  const press = (button: Locator) => button.evaluate((element: HTMLElement) => element.click())
  await world.payFromPhone(await showInvoice(dialog, press))
  const done = dialog.getByRole('button', { name: 'Done' })
  await done.waitFor()
  // Nobody reads faster: without frames, Preact runs its effects after a tenth of a second.
  await shown.waitForTimeout(500)
  await press(done)
  expect((await outcome(shown)).status).toBe('paid')
  await close()
})

it('finds a payment that was made while the page was offline', async () => {
  const { page: shown, close } = await openPage(browser, world.serve('/offline', page('')))
  await open(shown, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const dialog = dialogOf(shown)
  const invoice = await showInvoice(dialog)
  await shown.context().setOffline(true)
  await world.payFromPhone(invoice)
  await shown.waitForTimeout(500)
  await shown.context().setOffline(false)
  await dialog.getByText('Paid 2,100 sats').first().waitFor()
  await close()
})

it('finds a payment that was made while the page was hidden', async () => {
  const { page: shown, close } = await openPage(browser, world.serve('/hidden', page('')))
  await open(shown, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const dialog = dialogOf(shown)
  const invoice = await showInvoice(dialog)
  const wallet = await shown.context().newPage()
  await wallet.bringToFront()
  await world.payFromPhone(invoice)
  await shown.bringToFront()
  await dialog.getByText('Paid 2,100 sats').first().waitFor()
  await close()
})
