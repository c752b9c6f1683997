import type { Browser, BrowserContextOptions } from 'playwright'
import { openRecordedPage } from '../harness/recorded-page.js'
import type { Stack } from '../harness/start-stack.js'
import { lastCharge } from './charge-reply.js'

export interface TipPageOptions {
  /** Whether the browser has a wallet extension. Without one the QR code comes first. @default false */
  hasBrowserWallet?: boolean
  /** Whether the browser's wallet returns the preimage of another payment. @default false */
  isPreimageWrong?: boolean
  /** Whether the shop's server is notified of payments. @default true */
  isShopNotified?: boolean
  context?: BrowserContextOptions
  /** The host. @default `127.0.0.1` */
  hostname?: 'localhost' | undefined
}

export type TipPage = Awaited<ReturnType<typeof openTipPage>>

/** Opens the demo as a visitor who wants to tip somebody by address. */
export async function openTipPage(browser: Browser, stack: Stack, options: TipPageOptions = {}) {
  const {
    hasBrowserWallet: browserWallet = false,
    isPreimageWrong: walletLies = false,
    isShopNotified: shopHears = true,
    hostname = '127.0.0.1',
  } = options
  const url = stack.demoUrl.replace('127.0.0.1', hostname)
  const opened = await openRecordedPage(browser, url, options.context)
  const { page, traffic } = opened

  await page.getByText('Your wallets').click()
  await page.getByLabel('Installed').setChecked(browserWallet)
  if (walletLies) await page.getByLabel(/It lies/).check()
  if (!shopHears) await page.getByLabel(/is not told/).check()
  await page.getByRole('radio', { name: /Someone else/ }).check({ force: true })

  const widget = page.getByRole('region', { name: /^Tip/ })
  const addressField = widget.getByRole('textbox', { name: 'Lightning Address' })
  const amountField = widget.getByRole('textbox', { name: 'Amount' })
  const payButton = widget.getByRole('button', { name: /^Pay( \d|$)/ })
  /** It is beside the owner of an accepted address. */
  const change = widget.getByRole('button', { name: 'Change' })

  return {
    ...opened,
    widget,
    addressField,
    amountField,
    showInvoice: payButton,
    change,
    qrCode: widget.getByRole('img', { name: /QR code/ }),
    /** Types an address and waits until it is accepted. */
    chooseAddress: async (address: string) => {
      await addressField.fill(address)
      await change.waitFor()
    },
    /** Goes from an address and an amount to the open invoice. */
    requestInvoice: async (address: string, amountSats: number) => {
      await addressField.fill(address)
      await change.waitFor()
      await amountField.fill(`${amountSats} sats`)
      await payButton.click()
    },
    /** Waits for the invoice and returns the BFF's reply that contains it. */
    lastCharge: async () => {
      await widget.getByRole('img', { name: /QR code/ }).waitFor()
      return lastCharge(traffic)
    },
  }
}
