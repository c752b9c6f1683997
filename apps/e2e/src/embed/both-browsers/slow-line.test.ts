import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { embedShop } from '../embed-shop.js'
import { barePage } from '../widget-page.js'
import type { DrivenBrowser } from './driven-browser.js'
import { launchDrivenBrowser } from './launch-driven-browser.js'
import {
  clickButton,
  openOverlay,
  pressPay,
  requestInvoice,
  seeQrCode,
  seeText,
  waitForInvoice,
} from './on-page.js'

const TIP = { address: 'alice@wallet.example', amountSats: 2100 }
/** The line: bytes of a piece, the time that it takes (400 kB/s), and the time until the first one. */
const PIECE = 20_000
const PIECE_MS = 50
const FIRST_PIECE_MS = 300

const shop = await embedShop()
let browser: DrivenBrowser
/** The paths whose requests get no answer. */
let isBroken = (_path: string) => false

/** The script and its further files, over a slow line. */
const line = createServer(async ({ url = '/' }, response) => {
  if (isBroken(url)) {
    response.destroy()
    return
  }
  const file = await fetch(shop.siteUrl + url)
  const bytes = Buffer.from(await file.arrayBuffer())
  response.writeHead(file.status, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': file.headers.get('content-type') ?? 'text/javascript',
  })
  await setTimeout(FIRST_PIECE_MS)
  for (let at = 0; at < bytes.length; at += PIECE) {
    response.write(bytes.subarray(at, at + PIECE))
    await setTimeout(PIECE_MS)
  }
  response.end()
}).listen(0, '127.0.0.1')

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(async () => {
  await browser?.close()
  line.closeAllConnections()
  line.close()
})

async function openTip() {
  const { port } = line.address() as AddressInfo
  const body = barePage(shop.bffUrl).replace('/leyden.js', `http://127.0.0.1:${port}/leyden.js`)
  const page = await browser.open(shop.serve('/slow', body))
  await openOverlay(page, 'pay', TIP)
  return page
}

describe('a page whose line is slow', () => {
  it('gets an invoice for a press at the first moment, and the payment', async () => {
    isBroken = () => false
    const page = await openTip()
    const invoice = await requestInvoice(page)
    await seeQrCode(page, invoice)
    await shop.pay(invoice)
    await seeText(page, 'Paid 2,100 sats')
    await page.close()
  })
})

describe('a page whose line breaks between form and press', () => {
  it('says that the site is not responding, and goes on when it is tried again', async () => {
    isBroken = (path) => path.startsWith('/leyden-payment')
    const page = await openTip()
    await pressPay(page)
    await seeText(page, 'This site is not responding.')
    isBroken = () => false
    await clickButton(page, 'Try again')
    await seeQrCode(page, await waitForInvoice(page))
    await page.close()
  })
})
