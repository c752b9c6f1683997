import { type RunningGame, startGame } from '@leyden/app-game'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { readQrCodes } from '../harness/read-qr-code.js'
import { inSoak } from '../harness/rows.js'
import { eventually } from './eventually.js'
import { dialogOf, open, outcome, requestInvoice } from './widget-page.js'

const browser = await sharedBrowser()

let sandbox: RunningSandbox
let game: RunningGame

beforeAll(async () => {
  const apiKey = 'key-of-the-game'
  sandbox = await startSandbox({ apiKey, port: 0, rampPort: 0 })
  game = await startGame({
    port: 0,
    host: '127.0.0.1',
    bffUrl: 'http://127.0.0.1:9',
    tipTo: 'alice@wallet.example',
    canRamp: true,
    sandbox: { url: sandbox.url, apiKey, rampOrigins: [sandbox.rampUrl] },
  })
})
afterAll(async () => {
  await game?.close()
  await sandbox?.close()
})

/** Pays with the sandbox's wallet, which the game's server reports to its BFF. */
async function pay(invoice: string): Promise<void> {
  const reply = await fetch(`${game.url}/wallet/pay`, { method: 'POST', body: JSON.stringify({ invoice }) })
  expect(reply.status).toBe(200)
}

/** Waits until the first round can be started. Before that, nothing listens to keys. */
const waitForScene = (page: Page) => page.waitForFunction('window.scene?.sys?.isActive()')
const waitForRound = (page: Page) => page.waitForFunction('scene.round.status === "running"')
const remainingMs = (page: Page) => page.evaluate<number>('scene.round.leftMs')

/** Measures how far the game's first step after the overlay moves its clock, and the time since the overlay closed. */
const STEP_AFTER = `Leyden.on('close', () => {
  const [closedAt, leftBefore] = [performance.now(), scene.round.leftMs]
  scene.events.once('postupdate', () => {
    window.stepped = { passedMs: performance.now() - closedAt, playedMs: leftBefore - scene.round.leftMs }
  })
})`

/** Waits until the whole button is in the viewport and has stopped moving. */
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
  page.evaluate<number>(
    'scene.children.list.find((sprite) => sprite.texture?.key.endsWith("-jar")).body.velocity.x',
  )

/** How the player sees the jar. */
const lookOfJar = (page: Page) =>
  page.evaluate<string>(
    'scene.children.list.find((sprite) => sprite.texture?.key.endsWith("-jar")).texture.key',
  )

describe('the game', () => {
  it('says that it is muted, and is still muted after an overlay', async () => {
    const { page, problems, close } = await openPage(browser, game.url)
    await waitForScene(page)
    const button = page.getByRole('button', { name: 'Mute' })
    await button.click()
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Tip the author' }).click()
    await dialogOf(page).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => dialogOf(page).count()).toBe(0)
    const frame = await page.evaluate<number>('game.loop.frame')
    await page.waitForFunction(`game.loop.frame > ${frame + 5}`)
    expect(await page.evaluate('game.sound.mute')).toBe(true)
    await button.click()
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await eventually(() => page.evaluate('game.sound.mute')).toBe(false)
    expect(problems).toEqual([])
    await close()
  })

  it('plays, pauses for a tip in fullscreen, and resumes', async () => {
    const { page, problems, close } = await openPage(browser, game.url, {
      viewport: { width: 1000, height: 700 },
    })
    await waitForScene(page)
    await page.getByRole('button', { name: 'Fullscreen' }).click()
    await page.waitForFunction(() => document.fullscreenElement?.id === 'stage')
    await page.keyboard.press('Space')
    await waitForRound(page)
    await page.keyboard.down('d')
    await eventually(() => speedOf(page)).toBeGreaterThan(0)

    const canvas = page.locator('canvas')
    const place = await canvas.boundingBox()
    await page.getByRole('button', { name: 'Tip the author' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel(/Note/).fill('')
    expect(await canvas.boundingBox()).toEqual(place)
    await page.keyboard.up('d')
    await dialog.getByLabel(/Note/).click()
    await page.keyboard.type('awesome wad sats')
    expect(await dialog.getByLabel(/Note/).inputValue()).toBe('awesome wad sats')
    const before = await remainingMs(page)
    expect(await page.evaluate('game.sound.mute')).toBe(true)
    const invoice = await requestInvoice(dialog)
    await eventually(async () =>
      (await readQrCodes(await page.screenshot())).map((code) => code.toLowerCase()),
    ).toContain(`lightning:${invoice}`)
    await pay(invoice)
    await dialog.getByRole('button', { name: 'Done' }).waitFor()
    expect(await remainingMs(page)).toBe(before)
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
    expect(await canvas.boundingBox()).toEqual(place)
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
      // A locator would scroll to the button. The mouse presses only what a player sees without scrolling.
      await page.mouse.click(x + width / 2, y + height / 2)
    }
    await tap(page.getByRole('button', { name: 'Tip the author' }))
    const payButton = dialogOf(page).getByRole('button', { name: /^Pay 2,100 sats/, disabled: false })
    await payButton.waitFor()
    await tap(payButton)
    await dialogOf(page)
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    const card = dialogOf(page).locator('.leyden').first()
    const cross = dialogOf(page).getByRole('button', { name: 'Close' })
    for (const whole of [card, cross]) await expectInView(page, whole)
    const link = dialogOf(page).getByRole('link', { name: 'Open wallet' })
    await pay((await link.getAttribute('href'))?.replace('lightning:', '') ?? '')
    await dialogOf(page).getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    for (const whole of [card, cross]) await expectInView(page, whole)
    await close()
  })

  it('sells an item for a touch: its server signs the order, delivers the paid item, and still has it after a reload', async () => {
    const { page, problems, close } = await openPage(browser, game.url, {
      viewport: { width: 390, height: 760 },
      hasTouch: true,
    })
    await waitForScene(page)
    expect(await lookOfJar(page)).toBe('glass-jar')
    const dialog = dialogOf(page)
    const unpaid = page.getByRole('button', { name: 'Copper jar, 500 sats' })
    const pressPay = () => dialog.getByRole('button', { name: 'Pay 500 sats', disabled: false }).tap()
    const walletButton = dialog.getByRole('button', { name: 'Pay with browser wallet' })
    const payInWallet = async () => {
      await walletButton.tap()
      await dialog.getByRole('button', { name: 'Done' }).tap()
    }
    await expectInView(page, unpaid)
    await unpaid.tap()
    await pressPay()
    await walletButton.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).tap()

    // A payment with the reference of the order, which the server has not signed, is not the order.
    const reference = await page.evaluate(async () => {
      const body = localStorage.getItem('leyden-jar-player')
      const intent = await (await fetch('/order', { method: 'POST', body })).text()
      const headers = { 'content-type': 'application/json', 'x-leyden': '1' }
      const init = { method: 'POST', headers, body: JSON.stringify({ intent }) }
      return (await (await fetch('/leyden/v0/intent', init)).json()).data.reference
    })
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 500, reference })
    await pressPay()
    await payInWallet()
    expect((await outcome(page)).status).toBe('paid')

    // The order of the player stays the same, so its invoice is still there. Only a press of "Pay" asks the wallet that
    // has paid before.
    await unpaid.tap()
    await walletButton.waitFor()
    expect(await lookOfJar(page)).toBe('glass-jar')
    await payInWallet()
    // The text that says so goes after ten seconds.
    await eventually(() => lookOfJar(page)).toBe('copper-jar')

    await page.reload()
    await waitForScene(page)
    expect(await lookOfJar(page)).toBe('copper-jar')
    // From now on the button puts the item on and off, also with the keyboard.
    const owned = page.getByRole('button', { name: 'Copper jar', exact: true, pressed: true })
    await owned.focus()
    await page.keyboard.press('Enter')
    await eventually(() => lookOfJar(page)).toBe('glass-jar')
    expect(await dialog.count()).toBe(0)
    expect(problems).toEqual([])
    await close()

    const other = await openPage(browser, game.url)
    await other.page.getByRole('button', { name: 'Copper jar, 500 sats' }).waitFor()
    await other.close()
  })

  it.runIf(inSoak)('ends after a minute and starts again', async () => {
    const { page, close } = await openPage(browser, game.url)
    await waitForScene(page)
    await page.keyboard.press('Space')
    await waitForRound(page)
    // A minute of the game's clock.
    await page.evaluate('for (let step = 0; step < 700; step++) scene.update(0, 100)')
    await page.waitForFunction('scene.round.status === "over"')
    await page.keyboard.press('Enter')
    await waitForRound(page)
    expect(await remainingMs(page)).toBeGreaterThan(30_000)
    await close()
  })

  it.runIf(inSoak)('is played with a finger', async () => {
    const { page, close } = await openPage(browser, game.url, { viewport: { width: 360, height: 640 } })
    await waitForScene(page)
    await page.mouse.move(300, 320)
    await page.mouse.down()
    await waitForRound(page)
    await eventually(() => speedOf(page)).toBeGreaterThan(0)
    await page.mouse.up()
    await eventually(() => speedOf(page)).toBe(0)
    await close()
  })

  it.runIf(inSoak)('sells bitcoin without leaving the page', async () => {
    const { page, close } = await openPage(browser, game.url)
    await page.getByRole('button', { name: 'Buy sats' }).click()
    await dialogOf(page).getByText('E-mail').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await dialogOf(page).count()).toBe(0)
    await close()
  })

  // `npm test` pays in such frames in WebKit.
  it.runIf(inSoak)('takes a tip inside two sandboxed frames of a portal', async () => {
    const { page, close } = await openPage(browser, `${game.url}/portal`)
    const findGameFrame = () => page.frames().find((frame) => frame.url() === `${game.url}/`)
    await eventually(findGameFrame).toBeTruthy()
    const gameFrame = findGameFrame() ?? page.mainFrame()
    await gameFrame.waitForFunction('window.scene?.round')
    await gameFrame.getByRole('button', { name: 'Tip the author' }).click()
    const invoice = await requestInvoice(dialogOf(gameFrame))
    await pay(invoice)
    await dialogOf(gameFrame).getByRole('button', { name: 'Done' }).click()
    await gameFrame.getByText('The author has your tip').waitFor()
    await close()
  })

  it.runIf(inSoak)('pays from the browser wallet that the sandbox page offers', async () => {
    const { page, close } = await openPage(browser, game.url)
    await page.getByRole('button', { name: 'Tip the author' }).click()
    await requestInvoice(dialogOf(page))
    await dialogOf(page).getByRole('button', { name: 'Pay with browser wallet' }).click()
    await dialogOf(page).getByText('Paid 2,100 sats').first().waitFor()
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('The author has your tip').waitFor()
    await close()
  })

  it.runIf(inSoak)('takes tips in a cross-origin isolated page', async () => {
    const { page, close } = await openPage(browser, `${game.url}/isolated`)
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    await page.getByRole('button', { name: 'Tip the author' }).click()
    await pay(await requestInvoice(dialogOf(page)))
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('The author has your tip').waitFor()
    await close()
  })

  it('is played and paid with a gamepad', async () => {
    const { page, close } = await openPage(browser, 'about:blank')
    await page.addInitScript(() => {
      const pad = {
        id: 'A gamepad',
        index: 0,
        connected: true,
        axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })),
        reads: 0,
      }
      Object.assign(window, { pad })
      navigator.getGamepads = () => {
        pad.reads++
        return [pad as unknown as Gamepad]
      }
    })
    await page.goto(game.url)
    await waitForScene(page)
    const press = async (button: number) => {
      for (const pressed of [true, false]) {
        const reads = await page.evaluate<number>(
          `Object.assign(pad.buttons[${button}], { pressed: ${pressed}, value: ${Number(pressed)} }); pad.reads`,
        )
        // The game has handled the button when it has read the gamepad twice more.
        await page.waitForFunction(`pad.reads > ${reads + 1}`)
      }
    }
    await press(0)
    await waitForRound(page)
    // X opens the tip.
    await press(2)
    const payButton = dialogOf(page).getByRole('button', { name: /^Pay( \d|$)/ })
    await payButton.waitFor()
    const isFocused = () =>
      payButton.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button)
    const movePadFocusToPay = async () => {
      for (let step = 0; step < 40 && !(await isFocused()); step++) await press(13)
      expect(await isFocused()).toBe(true)
    }
    await movePadFocusToPay()
    await page.evaluate('pad.axes[1] = -0.9')
    await eventually(isFocused).toBe(false)
    await page.evaluate('pad.axes[1] = 0')
    await movePadFocusToPay()
    await press(0)
    await dialogOf(page).locator('a[href^="lightning:"]').first().waitFor()
    await press(1)
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.waitForFunction('scene.round.status === "running"')
    // Y sells the item.
    await press(3)
    await dialogOf(page).getByRole('button', { name: 'Pay 500 sats' }).waitFor()
    await close()
  })
})
