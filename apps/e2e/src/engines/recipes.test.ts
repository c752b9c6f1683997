import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedShop } from '../embed/embed-shop.js'
import { eventually } from '../embed/eventually.js'
import { bundleGame, recipeOf } from '../embed/shells/bundle-game.js'
import { dialogOf, requestInvoice } from '../embed/widget-page.js'
import { launchBrowser, openPage, WITHOUT_GRAPHICS_CARD } from '../harness/browser.js'

const shop = await embedShop()

/** Code to add to each game, which exposes the state that the test needs. */
const PROBES = {
  phaser: `
    window.probe = {
      frames: 0,
      longestMs: 0,
      volume: () => (game.sound.mute ? 0 : 1),
      mute: () => { game.sound.mute = true },
      hasThanked: () => game.scene.scenes[0].children.list[0].text === 'Thank you!',
    }
    window.tip = () => game.plugins.get('leyden').open('pay', { address: 'alice@wallet.example' })
    game.events.on('step', (time, delta) => { probe.frames++; probe.longestMs = Math.max(probe.longestMs, delta) })`,
  'pixi.js': `
    window.probe = {
      frames: 0,
      longestMs: 0,
      volume: () => (music.muted ? 0 : 1),
      mute: () => { music.muted = true },
      pause: () => app.stop(),
      hasThanked: () => ship.scale.x === 2,
    }
    app.ticker.add(({ elapsedMS }) => { probe.frames++; probe.longestMs = Math.max(probe.longestMs, elapsedMS) })`,
  three: `
    const draw = renderer.render, set = listener.setMasterVolume, { gain } = listener
    let volume = 1, isHeard = true
    listener.setMasterVolume = (value) => { volume = value; return set.call(listener, value) }
    // A page cannot read where a node's sound goes.
    for (const [name, heard] of [['connect', true], ['disconnect', false]]) {
      const change = gain[name]
      gain[name] = (to) => { isHeard = heard; return change.call(gain, to) }
    }
    window.probe = {
      frames: 0,
      longestMs: 0,
      volume: () => (isHeard ? volume : 0),
      mute: () => { listener.setMasterVolume(0) },
      pause() {
        renderer.setAnimationLoop(null)
        Leyden.configure({ game: threeHooks({ renderer, get loop() { return null } }) })
      },
      hasThanked: () => cube.scale.x === 2,
    }
    renderer.render = (...all) => {
      probe.frames++
      probe.longestMs = Math.max(probe.longestMs, timer.getDelta() * 1000)
      return draw.apply(renderer, all)
    }`,
  '@babylonjs/core': `
    window.probe = {
      frames: 0,
      longestMs: 0,
      volume: () => audio.volume,
      mute: () => { audio.volume = 0 },
      pause: () => engine.stopRenderLoop(),
      hasThanked: () => cube.scaling.x === 2,
    }
    scene.onAfterRenderObservable.add(() => { probe.frames++; probe.longestMs = Math.max(probe.longestMs, engine.getDeltaTime()) })`,
}
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser(WITHOUT_GRAPHICS_CARD)
})
afterAll(async () => {
  await browser?.close()
})

/** A game's page with the code of the engine's README. */
async function openGame(engine: keyof typeof PROBES) {
  const body = await bundleGame(
    `${recipeOf(engine, shop.bffUrl)}\n${engine === 'phaser' ? '' : 'window.tip = tip'}\n${PROBES[engine]}`,
  )
  shop.serve('/game.js', { type: 'text/javascript', body })
  const opened = await openPage(
    browser,
    shop.serve(
      '/recipe',
      `<!doctype html><html><head><meta charset="utf-8"><title>${engine}</title><link rel="icon" href="data:,">
        <script src="/leyden.js"></script></head><body><div id="game"></div><script type="module" src="/game.js"></script></body></html>`,
    ),
  )
  await opened.page.waitForFunction('window.probe?.frames > 2')
  return opened
}

const volume = (page: Page) => page.evaluate<number>('probe.volume()')

/** Counts the frames that the game draws within 1.5 seconds. */
const countFrames = (page: Page) =>
  page.evaluate<number>(
    'new Promise((resolve) => { const before = probe.frames; setTimeout(() => resolve(probe.frames - before), 1500) })',
  )

it.each(Object.keys(PROBES) as (keyof typeof PROBES)[])(
  'pauses and mutes a game in %s, pays, and resumes the game where it was',
  async (engine) => {
    const { page, problems, close } = await openGame(engine)
    const canvas = page.locator('canvas')
    expect(await countFrames(page)).toBeGreaterThan(0)
    expect(await volume(page)).toBe(1)
    // A headless Chromium sends moves of the mouse without end while the pointer is locked, until the page hangs. So the
    // tip opens in the moment in which the game has the pointer.
    if (engine === 'three')
      await page.evaluate(`document.addEventListener('pointerlockchange', () => {
        hadPointer = document.pointerLockElement !== null
        document.activeElement.blur()
        void tip()
      }, { once: true })`)
    // The click is beside the button with which Babylon.js asks for sound.
    await canvas.click({ position: { x: 200, y: 100 } })

    // A dialog returns the focus to the element that had it, but only the game knows where it belongs.
    if (engine !== 'three') await page.evaluate('document.activeElement.blur()')
    // The button of Phaser's game is drawn on its canvas.
    if (engine === 'phaser') await canvas.click({ position: { x: 60, y: 28 } })
    else if (engine !== 'three') await page.evaluate('void tip()')
    const invoice = await requestInvoice(dialogOf(page))
    expect(await volume(page)).toBe(0)
    expect(await countFrames(page)).toBe(0)
    expect(await page.evaluate('document.pointerLockElement')).toBeNull()
    if (engine === 'three') expect(await page.evaluate('hadPointer')).toBe(true)

    await page.evaluate('probe.longestMs = 0')
    await shop.pay(invoice)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await eventually(() => page.evaluate('probe.hasThanked()')).toBe(true)
    expect(await countFrames(page)).toBeGreaterThan(0)
    expect(await volume(page)).toBe(1)
    expect(await page.evaluate('document.activeElement === document.querySelector("canvas")')).toBe(true)
    // The game does not make up for the pause in one long step.
    expect(await page.evaluate('probe.longestMs')).toBeLessThan(1500)
    expect(problems).toEqual([])
    await close()
  },
)

it.each(Object.keys(PROBES) as (keyof typeof PROBES)[])(
  'leaves a game in %s muted that was muted before, also before the page may play sound',
  async (engine) => {
    const { page, close } = await openGame(engine)
    await page.evaluate('probe.mute()')
    await page.evaluate('void tip()')
    await dialogOf(page).waitFor()
    expect(await countFrames(page)).toBe(0)
    await page.keyboard.press('Escape')
    await eventually(() => countFrames(page)).toBeGreaterThan(0)
    // From this press on the page may play sound, so Phaser reads what it has set.
    await page.keyboard.press('a')
    await eventually(() => volume(page)).toBe(0)
    await close()
  },
)

it.each(['pixi.js', 'three', '@babylonjs/core'] as const)(
  'leaves a game in %s paused that was paused before',
  async (engine) => {
    const { page, close } = await openGame(engine)
    await page.evaluate('probe.pause()')
    await page.evaluate('void tip()')
    await dialogOf(page).waitFor()
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await countFrames(page)).toBe(0)
    await close()
  },
)
