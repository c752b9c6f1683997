import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { shells } from './shells/shells.js'
import { dialogOf, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

async function openGame() {
  const { url } = (await shells['a page like RPG Maker’s, with the plugin']?.serve(shop)) ?? { url: '' }
  const { page, problems, close } = await openPage(browser, url)
  const call = (command: string, args: Record<string, string>) =>
    page.evaluate(`callPlugin('${command}', ${JSON.stringify({ status: '7', ...args })})`)
  const read = () =>
    page.evaluate(
      '({ ...readGame(), status: $gameVariables.values[7], isWaiting: interpreter.updateWaitMode() })',
    )
  return { page, problems, close, call, read, dialog: dialogOf(page) }
}

const TIP = { address: 'alice@wallet.example', amountSats: '2100' }

it('the plugin for RPG Maker MZ takes a payment: the game stops, its event waits, and gets the outcome', async () => {
  const { page, problems, close, call, read, dialog } = await openGame()
  await call('pay', TIP)
  const invoice = await requestInvoice(dialog)
  expect(await read()).toEqual({ isRunning: false, volume: 0, isWaiting: true })
  await shop.pay(invoice)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await eventually(read).toEqual({ isRunning: true, volume: 1, status: 'paid', isWaiting: false })

  const intent = await shop.sign({
    lnaddress: 'alice@wallet.example',
    amountMsat: 500_000n,
    reference: 'sword-2',
  })
  await call('payOrder', { url: shop.serve('/order', { type: 'text/plain', body: intent }) })
  await dialog.getByRole('button', { name: 'Pay 500 sats' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(read).toEqual({ isRunning: true, volume: 1, status: 'cancelled', isWaiting: false })
  expect(problems).toEqual([])

  // The player must not choose a price that the game could not calculate.
  await call('pay', { ...TIP, amountSats: '' })
  await eventually(read).toEqual({ isRunning: true, volume: 1, status: 'error', isWaiting: false })
  expect(await dialog.count()).toBe(0)
  await close()
})

it('the plugin for RPG Maker MZ leaves a game muted that was muted before', async () => {
  const { page, close, call, read, dialog } = await openGame()
  await page.evaluate('WebAudio.setMasterVolume(0)')
  await call('pay', TIP)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await eventually(read).toEqual({ isRunning: true, volume: 0, status: 'cancelled', isWaiting: false })
  await close()
})

it('the plugin for RPG Maker MZ reports a late payment to its variable, unless it has become another’s', async () => {
  const { page, close, call, dialog } = await openGame()
  const status = (variable: number) => page.evaluate(`$gameVariables.values[${variable}]`)
  /** Asks for a payment, and closes the overlay before it is paid. */
  async function leavePending(variable: number, amountSats: string) {
    await call('pay', { ...TIP, amountSats, status: `${variable}` })
    const invoice = await requestInvoice(dialog)
    await page.keyboard.press('Escape')
    await eventually(() => status(variable)).toBe('pending')
    return invoice
  }

  const first = await leavePending(7, '2100')
  const second = await leavePending(7, '2200')
  const other = await leavePending(8, '2300')
  const outcomes: string[] = []
  await page.exposeFunction('addOutcome', (outcome: string) => outcomes.push(outcome))
  await page.evaluate(`void Leyden.on('outcome', ({ status }) => addOutcome(status))`)
  await shop.pay(first)
  await eventually(() => outcomes).toEqual(['paid'])
  expect(await status(7)).toBe('pending')
  await shop.pay(second)
  await eventually(() => status(7)).toBe('paid')

  await page.evaluate('startGame()')
  await shop.pay(other)
  await eventually(() => outcomes).toEqual(['paid', 'paid', 'paid'])
  expect(await status(8)).toBeUndefined()
  await close()
})
