import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BffOptions, serviceProvider } from '@leyden/bff'
import { lnurlProvider, verifiedFirst } from '@leyden/bff/lnurl'
import { nwc } from '@leyden/bff/nwc'
import { sqliteStore } from '@leyden/bff/sqlite'
import type { Payment } from '@leyden/sandbox'
import { startSandbox } from '@leyden/sandbox/node'
import type { Browser, Page } from 'playwright'
import { lastCharge } from '../pay/charge-reply.js'
import { failure, result, startNostrWallet, transaction } from '../pay/nostr-wallet.js'
import { readWatch } from '../pay/watch.js'
import { openPage } from '../world/browser.js'
import { servePage } from '../world/build-page.js'
import { recordTexts, shownTexts } from '../world/shown-texts.js'
import { API_KEY, startBff } from '../world/start-bff.js'
import { recordTraffic } from '../world/traffic.js'

/** What a shop's server has to learn of payments. */
export type Mode = 'service' | 'lnurl' | 'verified-first' | 'nwc' | 'settle'
export type Way = 'qr' | 'link' | 'browser' | 'connected'

export type World = Awaited<ReturnType<typeof startWorld>>

/** One sandbox for all, one BFF on SQLite for each mode, and a shop's page in front of them. */
export async function startWorld() {
  const host = await servePage(join(import.meta.dirname, '../pay/page/nostr-wallet-page.ts'))
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
  const dataDir = mkdtempSync(join(tmpdir(), 'leyden-ways-to-pay-'))
  async function startShop(mode: Mode, options: Partial<BffOptions>) {
    const store = sqliteStore({ path: join(dataDir, `${mode}.db`) })
    const servers = await startBff({ ...options, running, store, allowedOrigins: [host.url] })
    const close = async () => {
      await servers.close()
      await store.close()
    }
    return { ...servers, close }
  }
  const shops = {
    service: await startShop('service', {}),
    lnurl: await startShop('lnurl', { pay: lnurl }),
    'verified-first': await startShop('verified-first', { pay: verifiedFirst(service, lnurl) }),
    nwc: await startShop('nwc', { settles: true, settlement: nwc({ url: shopWallet.connectionUrl }) }),
    settle: await startShop('settle', { settles: true }),
  } satisfies Record<Mode, unknown>
  running.onPaid((payment) => {
    received.set(payment.paymentHash, payment)
    // The shop's node tells of it, and of payments of other shops too.
    return shops.settle.bff.settle({ paymentHash: payment.paymentHash }).catch(() => undefined)
  })

  return {
    shopUrl: host.url,
    bffUrl: (mode: Mode) => shops[mode].bffUrl,
    pay: sandbox.pay,
    connectionUrl: payerWallet.connectionUrl,
    async close() {
      await host.close()
      await Promise.all(Object.values(shops).map((shop) => shop.close()))
      await Promise.all([payerWallet.close(), shopWallet.close(), running.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Somebody at the shop's page pays 2,100 sats in this way, and says so where nobody else can. */
export async function payBy(browser: Browser, world: World, way: Way, mode: Mode, address: string) {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
  const { page, problems, close } = await openPage(browser, 'about:blank', way === 'link' ? phone : undefined)
  page.setDefaultTimeout(30_000)
  if (way === 'browser') await installExtension(page, (invoice) => world.pay(invoice))
  const traffic = recordTraffic(page)
  await recordTexts(page)
  const bffUrl = world.bffUrl(mode)
  const wallet = way === 'connected' ? { wallet: world.connectionUrl } : {}
  await page.goto(`${world.shopUrl}/?${new URLSearchParams({ bff: bffUrl, address, ...wallet })}`)
  await page.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
  const walletLink = page.getByRole('link', { name: /^(Open wallet|Pay in wallet)$/ })
  switch (way) {
    case 'qr':
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      world.pay((await walletLink.getAttribute('href')) ?? '')
      break
    case 'link':
      // No app is installed here that would take the link.
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
      await walletLink.tap()
      world.pay((await walletLink.getAttribute('href')) ?? '')
      break
    case 'browser':
    case 'connected':
      await page.getByRole('button', { name: 'Pay in browser wallet' }).click()
      break
    default:
      way satisfies never
  }
  const charge = await lastCharge(traffic)
  const card = page.getByRole('region')
  return {
    page,
    problems,
    close,
    detects: charge.data.detects,
    /** Presses the button that is there only where nobody can see a payment. */
    claimPaid: () => page.getByRole('button', { name: /have paid/i }).click(),
    /** Waits for the card in this state. */
    ends: (state: string) => card.and(page.locator(`[data-state="${state}"]`)).waitFor(),
    shownTexts: () => shownTexts(page),
    /** What the BFF itself knows. */
    watch: () => readWatch(bffUrl, charge),
  }
}

/** A browser wallet as an extension makes it (WebLN). */
async function installExtension(page: Page, pay: (invoice: string) => Payment): Promise<void> {
  await page.exposeFunction('payByExtension', (invoice: string) => pay(invoice))
  await page.addInitScript(() => {
    const { payByExtension } = window as unknown as { payByExtension: (invoice: string) => Promise<object> }
    Object.assign(window, { webln: { enable: async () => {}, sendPayment: payByExtension } })
  })
}
