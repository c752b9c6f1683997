import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../world/browser.js'
import { readQrCodes } from '../world/read-qr-code.js'
import { type EmbedWorld, startEmbedWorld } from './embed-world.js'
import { eventually } from './eventually.js'
import { gamePage } from './game-page.js'
import { dialogOf, open, outcome, showInvoice } from './widget-page.js'

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

const targets = { canvas: '#game', 'a div': '#shell', 'the whole page': 'html' }

async function enterFullscreen(page: Page, selector: string) {
  // Only a person may ask for it: what comes after a click counts as theirs.
  await page.evaluate((which) => document.querySelector(which)?.requestFullscreen(), selector)
  await page.waitForFunction(() => document.fullscreenElement !== null)
}

/** What is on the screen, read by a scanner: in the page's tree alone proves nothing. */
function seesCode(page: Page, invoice: string) {
  return eventually(async () =>
    (await readQrCodes(await page.screenshot())).map((code) => code.toLowerCase()),
  ).toContain(`lightning:${invoice}`)
}

describe.each(Object.entries(targets))('over %s in fullscreen', (_name, selector) => {
  it('is visible, can be clicked and typed into, and leaves fullscreen alone', async () => {
    const { page, close } = await openPage(
      browser,
      world.serve('/game', gamePage(world.bffUrl, 'window, bubbling')),
      { viewport: { width: 1000, height: 800 } },
    )
    await page.locator('#game').click()
    await enterFullscreen(page, selector)
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    const dialog = dialogOf(page)
    await dialog.getByLabel(/Note/).fill('wasd')
    const invoice = await showInvoice(dialog)
    await seesCode(page, invoice)
    expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBeTruthy()
    await world.payFromPhone(invoice)
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect((await outcome(page)).status).toBe('paid')
    expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('game')
    await close()
  })

  it('stays on top when fullscreen begins and ends while it is open', async () => {
    const { page, close } = await openPage(
      browser,
      world.serve('/game', gamePage(world.bffUrl, 'window, bubbling')),
      { viewport: { width: 1000, height: 800 } },
    )
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    const dialog = dialogOf(page)
    const invoice = await showInvoice(dialog)
    await enterFullscreen(page, selector)
    await seesCode(page, invoice)
    await dialog.getByRole('button', { name: 'Copy invoice' }).click()
    await page.evaluate(() => document.exitFullscreen())
    await page.waitForFunction(() => document.fullscreenElement === null)
    await seesCode(page, invoice)
    await world.payFromPhone(invoice)
    await dialog.getByText('Paid 2,100 sats').first().waitFor()
    await close()
  })
})

it('loads the ramp once, however often fullscreen changes', async () => {
  const { page, close } = await openPage(
    browser,
    world.serve('/game', gamePage(world.bffUrl, 'window, bubbling')),
  )
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(world.rampUrl)) loads++
  })
  await page.locator('#game').click()
  await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
  const code = page.frameLocator('iframe').getByLabel('Six digits')
  await code.fill('12')
  for (let round = 0; round < 2; round++) {
    await enterFullscreen(page, '#game')
    await page.evaluate(() => document.exitFullscreen())
    await page.waitForFunction(() => document.fullscreenElement === null)
  }
  expect(await code.inputValue()).toBe('12')
  expect(loads).toBe(1)
  await close()
})

it('releases a locked pointer, and a key that was held', async () => {
  const { page, close } = await openPage(
    browser,
    world.serve('/game', gamePage(world.bffUrl, 'window, bubbling')),
  )
  await page.locator('#game').click()
  await page.evaluate(() => document.querySelector('canvas')?.requestPointerLock())
  await page.waitForFunction(() => document.pointerLockElement !== null)
  await page.keyboard.down('d')
  const isDown = () => page.evaluate(() => [...(window as unknown as { down: Set<string> }).down])
  expect(await isDown()).toEqual(['KeyD'])
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  expect(await isDown()).toEqual([])
  await page.waitForFunction(() => document.pointerLockElement === null)
  await page.keyboard.up('d')
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  expect((await outcome(page)).status).toBe('cancelled')
  await close()
})
