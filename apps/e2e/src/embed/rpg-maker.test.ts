import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { shells } from './shells/shells.js'
import { dialogOf, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

it('the plugin for RPG Maker MZ takes a payment: the game stops, its event waits, and gets the outcome', async () => {
  const { url } = (await shells['a page like RPG Maker’s, with the plugin']?.serve(shop)) ?? { url: '' }
  const { page, problems, close } = await openPage(browser, url)
  const dialog = dialogOf(page)
  const call = (command: string, args: Record<string, string>) =>
    page.evaluate(`callPlugin('${command}', ${JSON.stringify({ ...args, status: '7' })})`)
  const read = () =>
    page.evaluate(
      '({ ...readGame(), status: $gameVariables.values[7], isWaiting: interpreter.updateWaitMode() })',
    )

  await call('pay', { address: 'alice@wallet.example', amountSats: '2100' })
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
  await call('pay', { address: 'alice@wallet.example', amountSats: '' })
  await eventually(read).toEqual({ isRunning: true, volume: 1, status: 'error', isWaiting: false })
  expect(await dialog.count()).toBe(0)
  await close()
})
