import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from './embed-world.js'
import { gamePage, lateGamePage, listenings } from './game-page.js'
import { dialogOf, open, outcome } from './widget-page.js'

let world: EmbedWorld
let browser: Browser

beforeAll(async () => {
  world = await startEmbedWorld()
  browser = await launchBrowser()
  const phaser = dirname(createRequire(import.meta.url).resolve('phaser/package.json'))
  world.serve('/phaser.js', {
    type: 'text/javascript',
    body: readFileSync(join(phaser, 'dist/phaser.min.js'), 'utf8'),
  })
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const TEXT = 'awesome wad sats'
const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)

async function typeNote(page: Page) {
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const note = dialogOf(page).getByLabel(/Note/)
  await note.click()
  await page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0))
  await page.keyboard.type(TEXT)
  return note
}

describe.each(listenings)('a game that listens on %s', (listening) => {
  it('sees nothing of what is typed, and plays on afterwards', async () => {
    const { page, problems, close } = await openPage(
      browser,
      world.serve('/game', gamePage(world.bffUrl, listening)),
    )
    const note = await typeNote(page)
    expect(await note.inputValue()).toBe(TEXT)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    expect(await note.inputValue()).toBe('awesome wad sas')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialogOf(page).locator('a[href^="lightning:"]').first().waitFor()
    expect(await seenBy(page)).toEqual([])
    await page.keyboard.press('Escape')
    await outcome(page)
    await page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0))
    await page.keyboard.press('w')
    expect(await seenBy(page)).toContain('keydown KeyW')
    expect(problems).toEqual([])
    await close()
  })

  it('does not spoil typing when the script comes late', async () => {
    const { page, close } = await openPage(
      browser,
      world.serve('/late-game', lateGamePage(world.bffUrl, listening)),
    )
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    const note = await typeNote(page)
    expect(await note.inputValue()).toBe(TEXT)
    expect(warnings.filter((text) => text.includes('first in <head>')).length).toBe(
      listening === 'window, capturing' ? 1 : 0,
    )
    await close()
  })
})

it('types in the widget over a real Phaser game that captures W, A, S, D and space', async () => {
  const { page, close } = await openPage(
    browser,
    world.serve(
      '/phaser-game',
      `<!doctype html><meta charset="utf-8"><title>Phaser</title><script src="/leyden.js"></script>
<div id="game"></div><script src="/phaser.js"></script><script type="module">
import { LeydenPlugin } from '/phaser-plugin.mjs'
window.seen = []
window.game = new Phaser.Game({
  type: Phaser.CANVAS, width: 640, height: 360, parent: 'game', banner: false,
  plugins: { global: [{ key: 'leyden', plugin: LeydenPlugin, start: true, mapping: 'leyden', data: { bffUrl: '${world.bffUrl}' } }] },
  scene: {
    create() {
      this.keys = this.input.keyboard.addKeys('W,A,S,D,SPACE')
      this.input.keyboard.on('keydown', (event) => seen.push(event.code))
      window.scene = this
      window.steps = 0
    },
    update() { window.steps++ },
  },
})
</script>`,
    ),
  )
  await page.waitForFunction(() => 'scene' in window && (window as unknown as { steps: number }).steps > 0)
  await page.keyboard.down('d')
  const isDown = () => page.evaluate('scene.keys.D.isDown')
  await page.waitForFunction('scene.keys.D.isDown')
  await page.evaluate(() => {
    const all = window as unknown as {
      handle: unknown
      scene: { leyden: { open: (k: string, o: object) => unknown } }
    }
    all.handle = all.scene.leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })
  })
  expect(await isDown()).toBe(false)
  await page.keyboard.up('d')
  const note = dialogOf(page).getByLabel(/Note/)
  await note.click()
  await page.evaluate('seen.length = 0; before = steps')
  await page.keyboard.type(TEXT)
  expect(await note.inputValue()).toBe(TEXT)
  expect(await page.evaluate('seen')).toEqual([])
  expect(await page.evaluate('steps - before')).toBe(0)
  await page.keyboard.press('Escape')
  expect((await outcome(page)).status).toBe('cancelled')
  await page.waitForFunction('steps > before')
  await page.keyboard.press('w')
  await page.waitForFunction('seen.includes("KeyW")')
  await close()
})
