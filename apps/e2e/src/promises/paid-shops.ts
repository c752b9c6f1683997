import { join } from 'node:path'
import { type BffOptions, serviceProvider } from '@leyden/bff'
import { lnurlProvider, verifiedFirst } from '@leyden/bff/lnurl'
import { nwc } from '@leyden/bff/nwc'
import type { Payment } from '@leyden/sandbox'
import { startSandbox } from '@leyden/sandbox/node'
import type { Browser, Page } from 'playwright'
import { openRecordedPage } from '../harness/recorded-page.js'
import { API_KEY, startShop } from '../harness/start-shop.js'
import { lastCharge } from '../pay/charge-reply.js'
import { failure, result, startNostrWallet, transaction } from '../pay/nostr-wallet.js'
import { readWatch } from '../pay/watch.js'

/** The ways in which a shop's server learns of payments. */
export type Mode = 'service' | 'lnurl' | 'verified-first' | 'nwc' | 'settle'
export type Way = 'qr' | 'link' | 'browser' | 'connected'

export type Shops = Awaited<ReturnType<typeof startShops>>

const PAGE = join(import.meta.dirname, '../pay/page/nostr-wallet-page.ts')

/** One sandbox for all, and a shop with its BFF on SQLite for each mode. */
export async function startShops() {
  const running = await startSandbox({ apiKey: API_KEY, port: 0, rampPort: 0, lnurlPort: 0 })
  const { sandbox } = running
  /** The node behind the wallet that the shop's server asks. */
  const received = new Map<string, Payment>()
  const unknown = failure('NOT_FOUND', 'The transaction requested was not found')
  const shopWallet = await startNostrWallet(() => ({
    pay: () => failure('RESTRICTED', 'This connection may not pay'),
    lookUp(payment_hash) {
      const payment = received.get(payment_hash)
      if (!payment) return unknown
      const { preimage } = payment
      return result({ ...transaction({ invoice: '', preimage, payment_hash }), type: 'incoming' })
    },
  }))
  const payerWallet = await startNostrWallet(() => ({
    pay: (invoice) => result({ preimage: sandbox.pay(invoice).preimage, fees_paid: 0 }),
    lookUp: () => unknown,
  }))

  const service = serviceProvider({ apiKey: API_KEY, baseUrl: running.url })
  const lnurl = lnurlProvider({ network: 'regtest', sandboxUrl: running.lnurlUrl })
  const start = (options: Partial<BffOptions> = {}) =>
    startShop({ ...options, page: PAGE, running, isDurable: true })
  const shops = {
    service: await start(),
    lnurl: await start({ pay: lnurl }),
    'verified-first': await start({ pay: verifiedFirst(service, lnurl) }),
    nwc: await start({ settles: true, settlement: nwc({ url: shopWallet.connectionUrl }) }),
    settle: await start({ settles: true }),
  } satisfies Record<Mode, unknown>
  running.onPaid((payment) => {
    received.set(payment.paymentHash, payment)
    // The shop's node reports this payment, and payments of other shops too.
    return shops.settle.bff.settle({ paymentHash: payment.paymentHash }).catch(() => undefined)
  })

  return {
    byMode: shops,
    pay: sandbox.pay,
    connectionUrl: payerWallet.connectionUrl,
    async close() {
      await Promise.all(Object.values(shops).map((shop) => shop.close()))
      await Promise.all([payerWallet.close(), shopWallet.close(), running.close()])
    },
  }
}

/** A person on the shop's page pays 2,100 sats in this way, and proves it if nobody else can. */
export async function payBy(browser: Browser, shops: Shops, way: Way, mode: Mode, address: string) {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
  const { url, bffUrl } = shops.byMode[mode]
  const wallet = way === 'connected' ? { wallet: shops.connectionUrl } : {}
  const query = new URLSearchParams({ bff: bffUrl, address, ...wallet })
  const opened = await openRecordedPage(browser, `${url}/?${query}`, {
    ...(way === 'link' ? phone : {}),
    async prepare(page) {
      page.setDefaultTimeout(30_000)
      if (way === 'browser') await installExtension(page, (invoice) => shops.pay(invoice))
    },
  })
  const { page } = opened
  await page.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
  const walletLink = page.getByRole('link', { name: /^(Open wallet|Pay in wallet)$/ })
  switch (way) {
    case 'qr':
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      shops.pay((await walletLink.getAttribute('href')) ?? '')
      break
    case 'link':
      // No app is installed here that could open the link.
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
      await walletLink.tap()
      shops.pay((await walletLink.getAttribute('href')) ?? '')
      break
    case 'browser':
    case 'connected':
      await page.getByRole('button', { name: 'Pay in browser wallet' }).click()
      break
    default:
      way satisfies never
  }
  const charge = await lastCharge(opened.traffic)
  const card = page.getByRole('region')
  return {
    ...opened,
    detects: charge.data.detects,
    /** Presses the button that is shown only if nobody can see a payment. */
    claimPaid: () => page.getByRole('button', { name: /have paid/i }).click(),
    /** Waits for the card in this state. */
    ends: (state: string) => card.and(page.locator(`[data-state="${state}"]`)).waitFor(),
    /** The state at the BFF. */
    watch: () => readWatch(bffUrl, charge),
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
