import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedShop } from '../embed/embed-shop.js'
import { ENGINES } from '../embed/shells/bundle-game.js'
import { shells } from '../embed/shells/shells.js'
import { dialogOf, open, requestInvoice } from '../embed/widget-page.js'
import { launchBrowser, openPage, WITHOUT_GRAPHICS_CARD } from '../harness/browser.js'

const shop = await embedShop()

/** The shell in the picture of each engine's README. */
const PICTURES = {
  phaser: 'Phaser in a bundle',
  pixijs: 'PixiJS',
  three: 'Three.js with PointerLockControls',
  babylon: 'Babylon.js',
  unity: 'Unity’s template',
  godot: 'Godot',
}
const VIEWPORT = { width: 960, height: 680 }
const MAX_BYTES = 60_000

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser(WITHOUT_GRAPHICS_CARD)
})
afterAll(async () => {
  await browser?.close()
})

async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  return Buffer.from(data, 'base64')
}

/** Width and height of a lossy WebP: https://www.rfc-editor.org/rfc/rfc6386#section-9.1 */
const sizeOf = (webp: Buffer) => ({ width: webp.readUInt16LE(26), height: webp.readUInt16LE(28) })

/** Writes a picture that is missing. To replace a picture, delete it first. */
it.each(Object.entries(PICTURES))(
  'the README of %s has a small picture of an invoice above the game',
  async (engine, name) => {
    const shell = shells[name]
    if (!shell) throw new Error(`There is no shell ${name}.`)
    const { url } = await shell.serve(shop)
    const { page, problems, close } = await openPage(browser, url, { viewport: VIEWPORT })
    await page.waitForFunction(shell.ready ?? `'Leyden' in window`)
    if (shell.open) await page.evaluate(shell.open)
    else await open(page, 'pay', {})
    const dialog = dialogOf(page)
    await dialog.getByLabel('Lightning Address').fill('alice@wallet.example')
    await dialog.getByText('Tips for Alice').waitFor()
    await dialog.getByLabel('Amount').fill('2100')
    await requestInvoice(dialog)
    const screenshot = await pictureOf(page)
    const file = join(ENGINES, 'pictures', `${engine}.webp`)
    if (!existsSync(file)) {
      mkdirSync(join(ENGINES, 'pictures'), { recursive: true })
      writeFileSync(file, screenshot)
    }
    const committed = readFileSync(file)
    expect(committed.byteLength).toBeLessThanOrEqual(MAX_BYTES)
    expect(sizeOf(committed)).toEqual(sizeOf(screenshot))
    expect(problems).toEqual([])
    await close()
  },
)
