import { type RunningGame, startGame } from '@leyden/app-game'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { freePorts } from '../harness/free-port.js'
import { readQrCodes } from '../harness/read-qr-code.js'
import type { Shop } from '../harness/start-shop.js'
import { startEmbedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { dialogOf, showInvoice } from './widget-page.js'

const browser = await sharedBrowser()

let shop: Shop
let game: RunningGame

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  shop = await startEmbedShop([`http://127.0.0.1:${port}`])
  game = await startGame({
    port,
    host: '127.0.0.1',
    bffUrl: shop.bffUrl,
    tipTo: 'alice@wallet.example',
    canRamp: true,
    sandboxUrl: shop.sandboxUrl,
  })
})
afterAll(async () => {
  await game?.close()
  await shop?.close()
})

/** Waits until the first round can be started. Before that, nothing listens to keys. */
const ready = (page: Page) => page.waitForFunction('window.scene?.sys?.isActive()')
const playing = (page: Page) => page.waitForFunction('scene.round.status === "running"')
const leftMs = (page: Page) => page.evaluate<number>('scene.round.leftMs')

/** The length of the game's first step after the overlay, and the time since that closed. */
const STEP_AFTER = `Leyden.on('close', () => {
  const [closedAt, left] = [performance.now(), scene.round.leftMs]
  scene.events.once('postupdate', () => {
    window.stepped = { passedMs: performance.now() - closedAt, playedMs: left - scene.round.leftMs }
  })
})`

/** Waits until it is complete, and does not move. */
async function expectInView(page: Page, button: Locator): Promise<void> {
  let before = ''
  await eventually(async () => {
    const box = await button.boundingBox()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const last = before
    before = JSON.stringify(box)
    const isIn = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
    return isIn && before === last
  }).toBe(true)
}

const speedOf = (page: Page) =>
  page.evaluate<number>('scene.children.list.find((one) => one.texture?.key === "jar").body.velocity.x')

describe('the game', () => {
  it('plays, pauses for a tip in fullscreen, and resumes', async () => {
    const { page, problems, close } = await openPage(browser, game.url, {
      viewport: { width: 1000, height: 700 },
    })
    await ready(page)
    await page.getByRole('button', { name: 'Fullscreen' }).click()
    await page.waitForFunction(() => document.fullscreenElement?.id === 'stage')
    await page.keyboard.press('Space')
    await playing(page)
    await page.keyboard.down('d')
    await eventually(() => speedOf(page)).toBeGreaterThan(0)

    await page.getByRole('button', { name: 'Tip the author' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel(/Note/).fill('')
    await page.keyboard.up('d')
    await dialog.getByLabel(/Note/).click()
    await page.keyboard.type('awesome wad sats')
    expect(await dialog.getByLabel(/Note/).inputValue()).toBe('awesome wad sats')
    const before = await leftMs(page)
    expect(await page.evaluate('game.sound.mute')).toBe(true)
    const invoice = await showInvoice(dialog)
    await eventually(async () =>
      (await readQrCodes(await page.screenshot())).map((code) => code.toLowerCase()),
    ).toContain(`lightning:${invoice}`)
    await shop.pay(invoice)
    await dialog.getByRole('button', { name: 'Done' }).waitFor()
    expect(await leftMs(page)).toBe(before)
    await page.evaluate(STEP_AFTER)
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByText('The author has your tip').waitFor()
    await page.waitForFunction('window.stepped')
    const { passedMs, playedMs } = await page.evaluate<{ passedMs: number; playedMs: number }>('stepped')
    expect(playedMs).toBeLessThan(passedMs + 200)
    await page.waitForFunction(
      (then) => (window as never as { scene: { round: { leftMs: number } } }).scene.round.leftMs < then - 300,
      before,
    )
    expect(await page.evaluate('game.sound.mute')).toBe(false)
    expect(await page.evaluate(() => document.fullscreenElement?.id)).toBe('stage')
    // No key is stuck, and the game has the keyboard again.
    expect(await speedOf(page)).toBe(0)
    await page.keyboard.down('a')
    await eventually(() => speedOf(page)).toBeLessThan(0)
    await page.keyboard.up('a')
    expect(problems).toEqual([])
    await close()
  })

  it('takes a tip in a small window with two taps to the invoice, and none to find a button', async () => {
    const { page, close } = await openPage(browser, game.url, { viewport: { width: 640, height: 360 } })
    const tap = async (button: Locator) => {
      await expectInView(page, button)
      const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
      // The position without scrolling, which a test would do automatically and a person by hand.
      await page.mouse.click(x + width / 2, y + height / 2)
    }
    await tap(page.getByRole('button', { name: 'Tip the author' }))
    const pay = dialogOf(page).getByRole('button', { name: /^Pay 2,100 sats/, disabled: false })
    await pay.waitFor()
    await tap(pay)
    await dialogOf(page)
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    await close()
  })

  it('ends after a minute and starts again', async () => {
    const { page, close } = await openPage(browser, game.url)
    await ready(page)
    await page.keyboard.press('Space')
    await playing(page)
    // A minute of the game's clock.
    await page.evaluate('for (let step = 0; step < 700; step++) scene.update(0, 100)')
    await page.waitForFunction('scene.round.status === "over"')
    await page.keyboard.press('Enter')
    await playing(page)
    expect(await leftMs(page)).toBeGreaterThan(30_000)
    await close()
  })

  it('is played with a finger', async () => {
    const { page, close } = await openPage(browser, game.url, { viewport: { width: 360, height: 640 } })
    await ready(page)
    await page.mouse.move(300, 320)
    await page.mouse.down()
    await playing(page)
    await eventually(() => speedOf(page)).toBeGreaterThan(0)
    await page.mouse.up()
    await eventually(() => speedOf(page)).toBe(0)
    await close()
  })

  it('sells bitcoin without leaving the page', async () => {
    const { page, close } = await openPage(browser, game.url)
    await page.getByRole('button', { name: 'Buy sats' }).click()
    await dialogOf(page).getByText('E-mail').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await dialogOf(page).count()).toBe(0)
    await close()
  })

  it('takes a tip inside two sandboxed frames of a portal', async () => {
    const { page, close } = await openPage(browser, `${game.url}/portal`)
    const find = () => page.frames().find((frame) => frame.url() === `${game.url}/`)
    await eventually(find).toBeTruthy()
    const inner = find() ?? page.mainFrame()
    await inner.waitForFunction('window.scene?.round')
    await inner.getByRole('button', { name: 'Tip the author' }).click()
    const invoice = await showInvoice(dialogOf(inner))
    await shop.pay(invoice)
    await dialogOf(inner).getByRole('button', { name: 'Done' }).click()
    await inner.getByText('The author has your tip').waitFor()
    await close()
  })

  it('pays from the browser wallet that the sandbox page offers', async () => {
    const { page, close } = await openPage(browser, game.url)
    await page.getByRole('button', { name: 'Tip the author' }).click()
    await showInvoice(dialogOf(page))
    await dialogOf(page).getByRole('button', { name: 'Pay in browser wallet' }).click()
    await dialogOf(page).getByText('Paid 2,100 sats').first().waitFor()
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('The author has your tip').waitFor()
    await close()
  })

  it('takes tips in a cross-origin isolated page', async () => {
    const { page, close } = await openPage(browser, `${game.url}/isolated`)
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    await page.getByRole('button', { name: 'Tip the author' }).click()
    await shop.pay(await showInvoice(dialogOf(page)))
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('The author has your tip').waitFor()
    await close()
  })

  it('is played and paid with a gamepad', async () => {
    const { page, close } = await openPage(browser, 'about:blank')
    await page.addInitScript(() => {
      const pad = {
        connected: true,
        axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })),
        looks: 0,
      }
      Object.assign(window, { pad })
      navigator.getGamepads = () => {
        pad.looks++
        return [pad as unknown as Gamepad]
      }
    })
    await page.goto(game.url)
    await ready(page)
    const press = async (button: number) => {
      for (const pressed of [true, false]) {
        const looks = await page.evaluate<number>(`pad.buttons[${button}].pressed = ${pressed}; pad.looks`)
        // Until the listeners have been called.
        await page.waitForFunction(`pad.looks > ${looks + 1}`)
      }
    }
    await press(0)
    await playing(page)
    await page.getByRole('button', { name: 'Tip the author' }).click()
    const show = dialogOf(page).getByRole('button', { name: /^Pay( \d|$)/ })
    await show.waitFor()
    const isFocused = () =>
      show.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button)
    const seek = async () => {
      for (let step = 0; step < 40 && !(await isFocused()); step++) await press(13)
      expect(await isFocused()).toBe(true)
    }
    await seek()
    await page.evaluate('pad.axes[1] = -0.9')
    await eventually(isFocused).toBe(false)
    await page.evaluate('pad.axes[1] = 0')
    await seek()
    await press(0)
    await dialogOf(page).locator('a[href^="lightning:"]').first().waitFor()
    await press(1)
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.waitForFunction('scene.round.status === "running"')
    await close()
  })
})
