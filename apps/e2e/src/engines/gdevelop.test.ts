import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedShop } from '../embed/embed-shop.js'
import { eventually } from '../embed/eventually.js'
import { GDEVELOP_RUNS, gdevelopGame } from '../embed/gdevelop/gdevelop-game.js'
import { dialogOf, requestInvoice } from '../embed/widget-page.js'
import { launchBrowser, openPage, WITHOUT_GRAPHICS_CARD } from '../harness/browser.js'

const shop = await embedShop()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser(WITHOUT_GRAPHICS_CARD)
})
afterAll(async () => {
  await browser?.close()
})

/** The variables of the scene, which its events set. */
const SCENE = `(() => {
  const variables = scene.getVariables()
  return { status: variables.get('status').getAsString(), reference: variables.get('reference').getAsString(), outcomes: variables.get('outcomes').getAsNumber() }
})()`
const IS_MUTE = 'Howler.volume() === 0'

it('GDevelop’s runtime pays through the extension: pauses, is mute, and gets each outcome once', async () => {
  const { page, problems, close } = await openPage(
    browser,
    shop.serve('/gdevelop-game', await gdevelopGame(shop)),
  )
  await page.waitForFunction(GDEVELOP_RUNS)
  const dialog = dialogOf(page)
  const state = () => page.evaluate(SCENE)
  /** Holds a key for a frame, because the game reads the keys that are down in each frame. */
  const press = async (key: string) => {
    await page.keyboard.down(key)
    const drawn = await page.evaluate<number>('drawn')
    await page.waitForFunction(`drawn > ${drawn} || game.isPaused()`)
    await page.keyboard.up(key)
  }

  await press('p')
  const invoice = await requestInvoice(dialog)
  expect(await page.evaluate(`[game.isPaused(), ${IS_MUTE}]`)).toEqual([true, true])
  await page.keyboard.press('n')
  await shop.pay(invoice)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await eventually(state).toEqual({ status: 'paid', reference: '', outcomes: 1 })
  expect(await page.evaluate(`[game.isPaused(), ${IS_MUTE}]`)).toEqual([false, false])
  expect(await page.evaluate('document.activeElement?.localName')).toBe('canvas')

  // An order of the shop's server, in a game that was paused and mute before.
  const intent = await shop.sign({
    lnaddress: 'alice@wallet.example',
    amountMsat: 500_000n,
    reference: 'sword-1',
  })
  await page.evaluate(
    `scene.getVariables().get('order').setString('${intent}'); game.getSoundManager().muteEverything('game')`,
  )
  await press('o')
  await shop.pay(await requestInvoice(dialog))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await eventually(state).toEqual({ status: 'paid', reference: 'sword-1', outcomes: 2 })
  expect(await page.evaluate(IS_MUTE)).toBe(true)
  expect(problems).toEqual([])

  // The player must not choose a price that the game could not calculate.
  // The key is down for several frames, and each of them tries it.
  await press('n')
  await eventually(state).toMatchObject({ status: 'error', reference: '' })
  expect(await dialog.count()).toBe(0)
  await close()
})
