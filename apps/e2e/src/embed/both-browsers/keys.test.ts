import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { gamePage, keyListeners, lateGamePage } from '../game-page.js'
import { phaserPage } from '../phaser-page.js'
import type { DrivenBrowser, DrivenPage } from './driven-browser.js'
import { launchDrivenBrowser } from './launch-driven-browser.js'
import {
  clickField,
  expectNoProblems,
  fieldValue,
  openOverlay,
  outcome,
  seeButton,
  until,
  waitForInvoice,
} from './on-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

const TEXT = 'awesome wad sats'
const TIP = { address: 'alice@wallet.example', amountSats: 2100 }
const noteValue = (page: DrivenPage) => fieldValue(page, 'Note')

async function typeNote(page: DrivenPage) {
  await openOverlay(page, 'pay', TIP)
  await seeButton(page, 'Pay 2,100 sats')
  await clickField(page, 'Note')
  await page.evaluate('void seen.splice(0)')
  await page.keyboard.type(TEXT)
}

async function pressWithControl(page: DrivenPage, key: 'a' | 'c' | 'v' | 'z') {
  await page.keyboard.down('Control')
  await page.keyboard.press(key)
  await page.keyboard.up('Control')
}

it('requests the invoice with Enter in a field, and a game that takes every key does not receive it', async () => {
  const page = await browser.open(shop.serve('/game', gamePage(shop.bffUrl, 'window, capturing')))
  await typeNote(page)
  await page.keyboard.press('Enter')
  await waitForInvoice(page)
  expect(await page.evaluate('seen')).toEqual([])
  expectNoProblems(page)
  await page.close()
})

/** The first and the last listener of a key's path are enough, and in one browser a game that leaves fields alone. */
const testedListeners = keyListeners.filter(
  (keyListener) =>
    inSoak ||
    /^(window, capturing|its canvas)$/.test(keyListener) ||
    (process.env.LEYDEN_BROWSER !== 'firefox' && keyListener === 'window, fields left alone'),
)

describe.each(testedListeners)('a game that listens on %s', (keyListener) => {
  it('receives no key that is typed, and receives keys again afterwards', async () => {
    const page = await browser.open(shop.serve('/game', gamePage(shop.bffUrl, keyListener)))
    await typeNote(page)
    expect(await noteValue(page)).toBe(TEXT)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    expect(await noteValue(page)).toBe('awesome wad sas')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await waitForInvoice(page)
    expect(await page.evaluate('seen')).toEqual([])
    await page.keyboard.press('Escape')
    expect((await outcome(page)).status).toBe('pending')
    await page.evaluate('void seen.splice(0)')
    await page.keyboard.press('w')
    expect(await page.evaluate('seen')).toContain('keydown KeyW')
    expectNoProblems(page)
    await page.close()
  })

  // A late script cannot run before a capturing listener on the window, only before all others.
  it.runIf(inSoak || keyListener.startsWith('window, '))(
    'does not disturb typing when the script loads late, and warns the developer once',
    async () => {
      const page = await browser.open(shop.serve('/late-game', lateGamePage(shop.bffUrl, keyListener)))
      await typeNote(page)
      expect(await noteValue(page)).toBe(TEXT)
      await page.keyboard.down('Shift')
      for (const _ of 'sats') await page.keyboard.press('ArrowLeft')
      await page.keyboard.up('Shift')
      await pressWithControl(page, 'c')
      await page.keyboard.press('Backspace')
      expect(await noteValue(page)).toBe('awesome wad ')
      await pressWithControl(page, 'z')
      expect(await noteValue(page)).toBe(TEXT)
      await pressWithControl(page, 'a')
      await pressWithControl(page, 'v')
      await eventually(() => noteValue(page)).toBe('sats')
      expect(page.warnings.filter((text) => text.includes('first in <head>')).length).toBe(
        keyListener === 'window, capturing' ? 1 : 0,
      )
      await page.close()
    },
  )
})

describe.each(['phaser', 'phaser-3'])('a real game that captures W, A, S, D and space, on %s', (version) => {
  it('receives no key that is typed, is paused meanwhile, and resumes', async () => {
    const folder = dirname(createRequire(import.meta.url).resolve(`${version}/package.json`))
    const code = readFileSync(join(folder, 'dist/phaser.min.js'), 'utf8')
    shop.serve(`/${version}.js`, { type: 'text/javascript', body: code })
    const page = await browser.open(shop.serve(`/${version}-game`, phaserPage(shop.bffUrl, `/${version}.js`)))
    await until(page, 'window.steps > 0')
    expect(await page.evaluate('Phaser.VERSION')).toMatch(version === 'phaser' ? /^4\./ : /^3\./)
    await page.keyboard.down('d')
    await until(page, 'scene.keys.D.isDown')
    await page.evaluate(`void (window.handle = scene.leyden.open('pay', ${JSON.stringify(TIP)}))`)
    expect(await page.evaluate('scene.keys.D.isDown')).toBe(false)
    expect(await page.evaluate('game.input.keyboard.enabled')).toBe(false)
    // Phaser 3 reads the mute state from the audio device, which has it with its next buffer.
    await until(page, 'game.sound.mute')
    await page.keyboard.up('d')
    await clickField(page, 'Note')
    await page.evaluate('seen.length = 0; before = steps')
    await page.keyboard.type(TEXT)
    expect(await noteValue(page)).toBe(TEXT)
    expect(await page.evaluate('seen')).toEqual([])
    expect(await page.evaluate('steps - before')).toBe(0)
    await page.keyboard.press('Escape')
    expect((await outcome(page)).status).toBe('cancelled')
    await until(page, 'steps > before')
    expect(await page.evaluate('game.input.keyboard.enabled')).toBe(true)
    await until(page, '!game.sound.mute')
    await page.keyboard.press('w')
    await until(page, 'seen.includes("KeyW")')
    expectNoProblems(page)
    await page.close()
  })
})
