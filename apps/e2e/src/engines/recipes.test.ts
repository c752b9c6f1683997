import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedWorld } from '../embed/embed-world.js'
import { bundleGame, recipeOf } from '../embed/shells/bundle-game.js'
import { dialogOf, open, outcome, showInvoice } from '../embed/widget-page.js'
import { launchBrowser, openPage, WITHOUT_GRAPHICS_CARD } from '../harness/browser.js'

const world = await embedWorld()

/** What the test has to know of each game, as further lines of it. */
const PROBES = {
  'pixi.js': `
    window.probe = { frames: 0, longestMs: 0, volume: () => (music.muted ? 0 : 1) }
    app.ticker.add(({ elapsedMS }) => { probe.frames++; probe.longestMs = Math.max(probe.longestMs, elapsedMS) })`,
  three: `
    const draw = renderer.render, set = ears.setMasterVolume
    let volume = 1
    ears.setMasterVolume = (value) => { volume = value; return set.call(ears, value) }
    window.probe = { frames: 0, longestMs: 0, volume: () => volume }
    renderer.render = (...all) => {
      probe.frames++
      probe.longestMs = Math.max(probe.longestMs, timer.getDelta() * 1000)
      return draw.apply(renderer, all)
    }`,
  '@babylonjs/core': `
    window.probe = { frames: 0, longestMs: 0, volume: () => audio.volume }
    scene.onAfterRenderObservable.add(() => { probe.frames++; probe.longestMs = Math.max(probe.longestMs, engine.getDeltaTime()) })`,
}
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser(WITHOUT_GRAPHICS_CARD)
})
afterAll(async () => {
  await browser?.close()
})

/** The recipe of the guide as a game's page. */
async function openGame(engine: keyof typeof PROBES) {
  const body = await bundleGame(`${recipeOf(engine, world.bffUrl)}\n${PROBES[engine]}`)
  world.serve('/game.js', { type: 'text/javascript', body })
  const opened = await openPage(
    browser,
    world.serve(
      '/recipe',
      `<!doctype html><html><head><meta charset="utf-8"><title>${engine}</title><link rel="icon" href="data:,">
        <script src="/leyden.js"></script></head><body><script type="module" src="/game.js"></script></body></html>`,
    ),
  )
  await opened.page.waitForFunction('window.probe?.frames > 2')
  return opened
}

const volume = (page: Page) => page.evaluate<number>('probe.volume()')

/** How many frames are drawn in a while. */
const framesInAWhile = (page: Page) =>
  page.evaluate<number>(
    'new Promise((resolve) => { const before = probe.frames; setTimeout(() => resolve(probe.frames - before), 1500) })',
  )

it.each(Object.keys(PROBES) as (keyof typeof PROBES)[])(
  'pauses and mutes a game in %s, pays, and goes on where it was',
  async (engine) => {
    const { page, problems, close } = await openGame(engine)
    const canvas = page.locator('canvas')
    await canvas.click({ position: { x: 50, y: 50 } })
    expect(await framesInAWhile(page)).toBeGreaterThan(0)
    expect(await volume(page)).toBe(1)

    // A dialog gives the focus back to what had it: only the game knows where it belongs.
    await page.evaluate('document.activeElement.blur()')
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    const invoice = await showInvoice(dialogOf(page))
    expect(await volume(page)).toBe(0)
    expect(await framesInAWhile(page)).toBe(0)
    expect(await page.evaluate('document.pointerLockElement')).toBeNull()

    await page.evaluate('probe.longestMs = 0')
    await world.pay(invoice)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    expect(await outcome(page)).toMatchObject({ status: 'paid' })
    expect(await framesInAWhile(page)).toBeGreaterThan(0)
    expect(await volume(page)).toBe(1)
    expect(await page.evaluate('document.activeElement === document.querySelector("canvas")')).toBe(true)
    // No step of the game is as long as the pause was.
    expect(await page.evaluate('probe.longestMs')).toBeLessThan(1500)
    expect(problems).toEqual([])
    await close()
  },
)
