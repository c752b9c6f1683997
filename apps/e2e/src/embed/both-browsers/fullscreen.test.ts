import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { gamePage } from '../game-page.js'
import type { DrivenBrowser, DrivenPage } from './driven-browser.js'
import { launchDrivenBrowser } from './launch-driven-browser.js'
import {
  clickButton,
  clickField,
  fieldValue,
  hasDialog,
  openOverlay,
  outcome,
  requestInvoice,
  seeQrCode,
  seeText,
  until,
} from './on-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

const TARGETS = [
  ['canvas', '#game'],
  ['a div', '#shell'],
  ['the whole page', 'html'],
] as const
/** A canvas cannot contain the overlay, and a div can: the whole page behaves like a div. */
const targets = inSoak ? TARGETS : TARGETS.slice(0, process.env.LEYDEN_BROWSER === 'firefox' ? 1 : 2)
const TIP = { address: 'alice@wallet.example', amountSats: 2100 }

const openGame = () => browser.open(shop.serve('/game', gamePage(shop.bffUrl, 'window, bubbling')))

async function enterFullscreen(page: DrivenPage, selector: string) {
  await page.evaluate(`document.querySelector('${selector}').requestFullscreen()`)
  await until(page, 'document.fullscreenElement')
}

async function leaveFullscreen(page: DrivenPage) {
  await page.evaluate('document.exitFullscreen()')
  await until(page, '!document.fullscreenElement')
}

describe.each(targets)('an overlay above %s in fullscreen', (_name, selector) => {
  it('is visible, focused, can be clicked and typed into, and does not exit fullscreen', async () => {
    const page = await openGame()
    await page.evaluate('canvas.focus()')
    await enterFullscreen(page, selector)
    await openOverlay(page, 'pay', TIP)
    expect(await page.evaluate('document.activeElement.shadowRoot?.activeElement?.localName')).toBe('dialog')
    await clickField(page, 'Note')
    await page.keyboard.type('wasd')
    expect(await fieldValue(page, 'Note')).toBe('wasd')
    const invoice = await requestInvoice(page)
    await seeQrCode(page, invoice)
    expect(await page.evaluate('Boolean(document.fullscreenElement)')).toBe(true)
    await shop.pay(invoice)
    await clickButton(page, 'Done')
    expect((await outcome(page)).status).toBe('paid')
    expect(await hasDialog(page)).toBe(false)
    expect(await page.evaluate('Boolean(document.fullscreenElement)')).toBe(true)
    expect(await page.evaluate('document.activeElement.id')).toBe('game')
    await page.close()
  })

  it('stays on top when fullscreen begins and ends while it is open', async () => {
    const page = await openGame()
    await openOverlay(page, 'pay', TIP)
    const invoice = await requestInvoice(page)
    await enterFullscreen(page, selector)
    await seeQrCode(page, invoice)
    await clickButton(page, 'Copy invoice')
    await seeText(page, 'Copied')
    await leaveFullscreen(page)
    await seeQrCode(page, invoice)
    await shop.pay(invoice)
    await seeText(page, 'Paid 2,100 sats')
    await page.close()
  })
})

it('loads the ramp once, however often fullscreen changes', async () => {
  const page = await openGame()
  await openOverlay(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
  const inFrame = <T>(expression: string) => page.evaluateIn<T>(shop.rampUrl, expression)
  // If the page were loaded again, the typed text would be gone.
  await eventually(async () => {
    try {
      return await inFrame(`document.querySelector('input').value = '12'`)
    } catch {
      return 'not loaded yet'
    }
  }).toBe('12')
  for (let round = 0; round < 2; round++) {
    // A click beside the panel. With the focus in a cross-origin frame, Firefox requires a user activation in the page.
    await page.click(5, 5)
    await enterFullscreen(page, '#game')
    await leaveFullscreen(page)
  }
  expect(await inFrame(`document.querySelector('input').value`)).toBe('12')
  await page.close()
})

it('releases a locked pointer, also one that is locked again meanwhile, and a key that was held', async () => {
  const page = await openGame()
  await page.evaluate(`window.locks = 0
    document.addEventListener('pointerlockchange', () => locks++)
    addEventListener('pointerup', () => void canvas.requestPointerLock())
    canvas.focus()`)
  await page.evaluate('void canvas.requestPointerLock()')
  await until(page, 'document.pointerLockElement')
  await page.keyboard.down('d')
  expect(await page.evaluate('[...down]')).toEqual(['KeyD'])
  await openOverlay(page, 'pay', TIP)
  expect(await page.evaluate('[...down]')).toEqual([])
  await until(page, '!document.pointerLockElement')
  await page.keyboard.up('d')
  await page.evaluate('canvas.requestPointerLock()')
  await until(page, '!document.pointerLockElement')
  // The game only gets the events of its own lock, and so has not requested another lock.
  expect(await page.evaluate('locks')).toBe(2)
  await clickField(page, 'Note')
  await page.keyboard.type('wasd')
  expect(await fieldValue(page, 'Note')).toBe('wasd')
  await clickButton(page, 'Close')
  expect((await outcome(page)).status).toBe('cancelled')
  expect(await page.evaluate('document.pointerLockElement')).toBeNull()
  await page.click(100, 100)
  await until(page, 'document.pointerLockElement === canvas')
  await page.close()
})
