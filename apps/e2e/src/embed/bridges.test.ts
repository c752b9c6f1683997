import { it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

/** JSON like that of Unity's JsonUtility: with every field, including empty ones. */
const OPEN = JSON.stringify({
  v: 1,
  id: 'game-1',
  method: 'open',
  params: { kind: 'pay', address: 'alice@wallet.example', amountSats: 2100, reference: '' },
})

it('queues events for engines that poll because they cannot be called', async () => {
  const { page, close } = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl)))
  await page.evaluate(`Leyden.call('${OPEN}')`)
  const invoice = await requestInvoice(dialogOf(page))
  await page.evaluate(`Leyden.call('{"method":"close"}')`)
  await eventually(() => page.evaluate('Leyden.drain()')).toContain('"pending"')
  await shop.pay(invoice)
  await eventually(() => page.evaluate('Leyden.drain()')).toContain('"paid"')
  await close()
})
