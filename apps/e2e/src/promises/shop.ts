import { join } from 'node:path'
import type { BffOptions } from '@leyden/bff'
import { fixedRates } from '@leyden/bff/exchange-rates'
import type { Browser, BrowserContext } from 'playwright'
import { expect } from 'vitest'
import { pressPay } from '../harness/pay-widget.js'
import { recordTexts, shownTexts } from '../harness/shown-texts.js'
import { startShop as startAnyShop } from '../harness/start-shop.js'
import { until } from '../harness/until.js'
import type { Widgets } from './page/shop-page.js'

const SHOP_PAGE = join(import.meta.dirname, 'page/shop-page.ts')

export type Shop = Awaited<ReturnType<typeof startShop>>

/** A shop with pay widgets and a BFF on SQLite. Its own node detects payments, and everybody is a guest. */
export async function startShop(options: Pick<BffOptions, 'settlement' | 'identify'> = {}) {
  const shop = await startAnyShop({
    page: SHOP_PAGE,
    isDurable: true,
    settlement: { recipients: true },
    extensions: [fixedRates({ USD: '100000' })],
    ...options,
  })
  return {
    ...shop,
    /** The page with these widgets. */
    pageUrl: (widgets: Widgets) =>
      `${shop.url}/?${new URLSearchParams({ bff: shop.bffUrl, widgets: JSON.stringify(widgets) })}`,
    /** Payment hashes of the payments that the shop's own server was notified of. */
    paidHashes: () =>
      shop.events.flatMap(({ type, data }) => (type === 'charge.paid' ? [data.payment_hash] : [])),
    /** The shop's own node reports a payment to the BFF. */
    settle: (paymentHash: string, paidAt?: Date) => shop.bff.settle({ paymentHash, paidAt }),
  }
}

interface Visitor {
  /** How far the visitor's clock is ahead of the correct time, in milliseconds; negative if it is behind. @default 0 */
  clockAheadMs?: number
  /** Whether the browser has a wallet. Tests set its answer with `page.answerWallet`. */
  wallet?: boolean
  /** The page's `getToken`. @default none: the shop signs nobody in */
  getToken?: () => string | null
}

/** A person with a separate browser context, which `leave` closes. */
export async function newVisitor(browser: Browser, visitor: Visitor = {}) {
  const { clockAheadMs = 0, wallet = false, getToken } = visitor
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  if (clockAheadMs !== 0) await context.addInitScript(shiftClock, clockAheadMs)
  if (wallet) await context.addInitScript(installWallet)
  if (getToken) await context.exposeFunction('getToken', getToken)
  return context
}

function shiftClock(aheadMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + aheadMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

interface PageWithWallet {
  /** The last payment that the wallet was asked for. */
  pendingPayment?: { resolve: (answer: object) => void; reject: (error: Error) => void }
}

function installWallet(): void {
  const page = window as PageWithWallet
  const sendPayment = () =>
    new Promise<object>((resolve, reject) => {
      page.pendingPayment = { resolve, reject }
    })
  Object.assign(window, { webln: { enable: async () => {}, sendPayment } })
}

/** A call of a widget's callback, in any page load. */
interface Call {
  widget: string
  callback: string
  payload: unknown
}

export type ShopPage = Awaited<ReturnType<typeof openShop>>

/** The shop's page in a tab of a visitor. */
export async function openShop(context: BrowserContext, shop: Shop, widgets: Widgets) {
  const page = await context.newPage()
  const calls: Call[] = []
  const problems: string[] = []
  const warnings: string[] = []
  const postRequests: { path: string; body: unknown }[] = []
  const invoices: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) warnings.push(message.text())
  })
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().startsWith(shop.bffUrl)) return
    postRequests.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() })
  })
  page.on('response', async (response) => {
    if (!response.url().endsWith(FETCH_CHARGE) || !response.ok()) return
    invoices.push((await response.json()).data.invoice.request)
  })
  await page.exposeFunction('reportToTest', (widget: string, callback: string, payload: Call['payload']) =>
    calls.push({ widget, callback, payload }),
  )
  await recordTexts(page)
  await page.goto(shop.pageUrl(widgets))

  const widget = (name = Object.keys(widgets)[0] ?? '') => page.getByRole('region', { name, exact: true })
  return {
    page,
    warnings,
    /** The invoices that the BFF has returned to this page, newest last. */
    charged: invoices,
    widget,
    /** Presses "Pay" and returns the invoice, which may expire before a test could read it from the screen. */
    async requestShortLivedInvoice() {
      const before = invoices.length
      await pressPay(widget())
      await until(() => expect(invoices.length).toBeGreaterThan(before))
      return invoices.at(-1) ?? ''
    },
    show: (next: Widgets) => page.evaluate((nextWidgets) => window.showWidgets(nextWidgets), next),
    /** Bodies of the requests for a charge. */
    chargeRequests: () => postRequests.filter(({ path }) => path === FETCH_CHARGE).map(({ body }) => body),
    paid: (name?: string) =>
      calls
        .filter(({ widget, callback }) => callback === 'paid' && (name ?? widget) === widget)
        .map(({ payload }) => payload as PaidCall),
    /** The codes that `onError` was called with. */
    errors: () => calls.filter(({ callback }) => callback === 'error').map(({ payload }) => payload),
    shownTexts: () => shownTexts(page),
    /** Sets the answer of the browser's wallet: the preimage, or null for a refusal. */
    answerWallet: (preimage: string | null) =>
      page.evaluate((proof) => {
        const { pendingPayment } = window as PageWithWallet
        if (proof === null) pendingPayment?.reject(new Error('User rejected'))
        else pendingPayment?.resolve({ preimage: proof })
      }, preimage),
    /** Lets the browser's wallet fail without a clear answer. */
    failWallet: (message: string) =>
      page.evaluate((text) => (window as PageWithWallet).pendingPayment?.reject(new Error(text)), message),
    /** Ends the visit. Errors that the page threw fail the test. */
    async leave() {
      expect(problems).toEqual([])
      await context.close()
    },
  }
}

const FETCH_CHARGE = '/v0/ln-address/fetch-charge'

/** The arguments of `onPaid`, as JSON. */
interface PaidCall {
  charge: { id: string; address: string; amountMsat: string }
  late?: boolean
  reference?: string
  duplicateOf?: string
}
