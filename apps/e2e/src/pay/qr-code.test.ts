import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureCharge } from '@leyden/react/testing'
import type { BrowserContextOptions } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { readQrCodes, readQrCodesByZbar } from '../harness/read-qr-code.js'
import { rows } from '../harness/rows.js'
import { startShop } from '../harness/start-shop.js'
import { startStack } from '../harness/start-stack.js'
import { openTipPage } from './tip-page.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

const PAGES = rows<[string, BrowserContextOptions]>(
  [
    ['on a light page', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['on a dark page of 280 px', { colorScheme: 'dark', viewport: { width: 280, height: 900 } }],
  ],
  [
    ['on a dark page', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
    ['on a light page of 280 px', { colorScheme: 'light', viewport: { width: 280, height: 900 } }],
  ],
)

/** Checks the text of a QR code, in its exact case, with two readers that share no code. */
async function expectReadable(png: Uint8Array, text: string): Promise<void> {
  expect(await readQrCodes(png)).toEqual([text])
  const second = readQrCodesByZbar(png)
  if (second) expect(second).toEqual([text])
  else console.warn('There is no zbarimg here, so only ZXing has read this QR code.')
}

const encoded = (invoice: string) => `lightning:${invoice.toUpperCase()}`

describe('the QR code of the pay widget', () => {
  it.each(PAGES)('is decoded to the invoice by two readers %s', async (_, context) => {
    const tip = await openTipPage(browser, stack, { context })
    await tip.requestInvoice('alice@wallet.example', 2_100)
    const { data: charge } = await tip.lastCharge()
    await tip.qrCode.scrollIntoViewIfNeeded()
    // Takes a picture of the page, as a camera would. A picture of only the element could add a quiet zone.
    await expectReadable(await tip.page.screenshot(), encoded(charge.invoice.request))
    expect(tip.problems).toEqual([])
    await tip.close()
  })
})

describe('<InvoiceQrCode>', () => {
  it.each(PAGES)('is decoded to the invoice by two readers %s', async (_, options) => {
    const host = await startShop({ page: join(import.meta.dirname, 'page/qr-code-page.tsx') })
    const query = new URLSearchParams({ invoice: fixtureCharge.invoice })
    const { page, problems, close } = await openPage(browser, `${host.url}/?${query}`, options)
    // Makes the page follow the system into dark mode.
    await page.addStyleTag({
      content: 'html { color-scheme: light dark; background: light-dark(#fff, #0d0e11) }',
    })
    await page
      .getByRole('img', { name: 'QR code of an invoice for 2,100 sats to alice@wallet.example' })
      .waitFor()
    await expectReadable(await page.screenshot(), encoded(fixtureCharge.invoice))
    expect(problems).toEqual([])
    await close()
    await host.close()
  })
})

const PICTURES = join(
  import.meta.dirname,
  '../../../../packages/react/src/test-support/__screenshots__/pictures.browser.test.tsx',
)
const SETTINGS = ['', '-dark', '-forced', '-forced-dark', '-arabic', '-german-320', '-large-text']

describe('the pictures of every state', () => {
  /** The codes of an invoice, of a link to the provider in place of its page, and of one beside it. */
  const invoice = encoded(fixtureCharge.invoice)
  const links = ['fixture', 'way-out'].map((session) => `https://pay.provider.example/?session=${session}`)

  it.each(SETTINGS)('have only codes that a second reader decodes: %s', (setting) => {
    const read = (widget: string) =>
      readQrCodesByZbar(readFileSync(join(PICTURES, `${widget}${setting}-chromium-linux.png`)))
    const invoices = read('pay')
    if (!invoices) return console.warn('There is no zbarimg here, so no QR code of the pictures is read.')
    expect(invoices).toEqual(Array(4).fill(invoice))
    expect(read('ramp')?.sort()).toEqual(links)
  })
})
