import { join } from 'node:path'
import { type BffOptions, serviceProvider, verifiedFirst } from '@leyden/bff'
import { nwc } from '@leyden/bff/nwc'
import { lnurlProvider } from '@leyden/lnurl'
import type { Payment } from '@leyden/sandbox'
import { startSandbox } from '@leyden/sandbox/node'
import type { Browser, Page } from 'playwright'
import { openRecordedPage } from '../harness/recorded-page.js'
import { API_KEY, startShop } from '../harness/start-shop.js'
import { lastCharge } from '../pay/charge-reply.js'
import { failure, result, startNostrWallet, transaction } from '../pay/nostr-wallet.js'
import { readChargeState } from '../pay/watch.js'

/** The ways in which a shop's server learns of payments. */
export type Settlement = 'service' | 'lnurl' | 'verified-first' | 'nwc' | 'settle'
export type PaymentMethod = 'qr' | 'link' | 'browser' | 'connected'

export type Shops = Awaited<ReturnType<typeof startShops>>

const PAGE = join(import.meta.dirname, '../pay/page/nostr-wallet-page.ts')

/** Starts one sandbox, and for each way to detect payments a shop whose BFF uses SQLite. */
export async function startShops() {
  const sandboxServer = await startSandbox({ apiKey: API_KEY, port: 0, rampPort: 0, lnurlPort: 0 })
  const { sandbox } = sandboxServer
  /** The payments to the wallet that the shop's server asks, by payment hash. */
  const received = new Map<string, Payment>()
  const notFound = failure('NOT_FOUND', 'The transaction requested was not found')
  const shopWallet = await startNostrWallet(() => ({
    pay: () => failure('RESTRICTED', 'This connection may not pay'),
    lookUp(payment_hash) {
      const payment = received.get(payment_hash)
      if (!payment) return notFound
      const { preimage } = payment
      return result({ ...transaction({ invoice: '', preimage, payment_hash }), type: 'incoming' })
    },
  }))
  const payerWallet = await startNostrWallet(() => ({
    pay: (invoice) => result({ preimage: sandbox.pay(invoice).preimage, fees_paid: 0 }),
    lookUp: () => notFound,
  }))

  const service = serviceProvider({ apiKey: API_KEY, baseUrl: sandboxServer.url })
  const lnurl = lnurlProvider({ network: 'regtest', sandboxUrl: sandboxServer.lnurlUrl })
  const start = (options: Partial<BffOptions> = {}) =>
    startShop({ ...options, page: PAGE, runningSandbox: sandboxServer, isDurable: true })
  const shops = {
    service: await start(),
    lnurl: await start({ pay: lnurl }),
    'verified-first': await start({ pay: verifiedFirst(lnurl, service) }),
    nwc: await start({ settlement: { recipients: true, source: nwc({ url: shopWallet.connectionUrl }) } }),
    settle: await start({ settlement: { recipients: true } }),
  } satisfies Record<Settlement, unknown>
  sandboxServer.onPaid((payment) => {
    received.set(payment.paymentHash, payment)
    // The node reports the payments of every shop, and this BFF refuses those that it does not know.
    return shops.settle.bff.settle({ paymentHash: payment.paymentHash }).catch(() => undefined)
  })

  return {
    byMode: shops,
    pay: sandbox.pay,
    connectionUrl: payerWallet.connectionUrl,
    async close() {
      await Promise.all(Object.values(shops).map((shop) => shop.close()))
      await Promise.all([payerWallet.close(), shopWallet.close(), sandboxServer.close()])
    },
  }
}

/** Pays 2,100 sats on the shop's page with this method, like a person. */
export async function payBy(
  browser: Browser,
  shops: Shops,
  method: PaymentMethod,
  settlement: Settlement,
  address: string,
) {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
  const device = method === 'link' ? phone : {}
  const { url, bffUrl } = shops.byMode[settlement]
  const walletParam = method === 'connected' ? { wallet: shops.connectionUrl } : {}
  const query = new URLSearchParams({ bff: bffUrl, address, ...walletParam })
  const opened = await openRecordedPage(browser, `${url}/?${query}`, {
    ...device,
    async prepare(page) {
      if (method === 'browser') await installExtension(page, (invoice) => shops.pay(invoice))
    },
  })
  const { page } = opened
  await page.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
  const walletLink = page.getByRole('link', { name: /^Open wallet$/ })
  switch (method) {
    case 'qr':
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      shops.pay((await walletLink.getAttribute('href')) ?? '')
      break
    case 'link':
      // This machine has no app that could open the link.
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
      await walletLink.tap()
      shops.pay((await walletLink.getAttribute('href')) ?? '')
      break
    case 'browser':
    case 'connected':
      await page.getByRole('button', { name: 'Pay with browser wallet' }).click()
      break
    default:
      method satisfies never
  }
  const charge = await lastCharge(opened.traffic)
  const card = page.getByRole('region')
  return {
    ...opened,
    detects: charge.data.detects,
    /** Presses the button that is shown only if nobody can see a payment. */
    claimPaid: () => page.getByRole('button', { name: /have paid/i }).click(),
    /** Waits for the card in this state. */
    waitForState: (state: string) => card.and(page.locator(`[data-state="${state}"]`)).waitFor(),
    /** The state at the BFF. */
    watch: () => readChargeState(bffUrl, charge),
  }
}

/** A browser wallet like that of an extension (WebLN). */
async function installExtension(page: Page, pay: (invoice: string) => Payment): Promise<void> {
  await page.exposeFunction('payByExtension', (invoice: string) => pay(invoice))
  await page.addInitScript(() => {
    const { payByExtension } = window as unknown as { payByExtension: (invoice: string) => Promise<object> }
    Object.assign(window, { webln: { enable: async () => {}, sendPayment: payByExtension } })
  })
}
