import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { recordTraffic } from '../harness/traffic.js'
import { lastCharge } from './charge-reply.js'
import { result, startNostrWallet } from './nostr-wallet.js'
import { startShop } from './open-shop-page.js'
import { readChargeState } from './watch.js'

const shop = await startShop('connect-wallet-page.ts')
afterAll(() => shop.close())

describe('"Connect a wallet", with Bitcoin Connect and a wallet behind Nostr Wallet Connect', () => {
  let wallet: Awaited<ReturnType<typeof startNostrWallet>>
  const preimages: string[] = []
  beforeAll(async () => {
    wallet = await startNostrWallet(() => ({
      async pay(invoice) {
        const { preimage } = shop.payUnseen(invoice)
        preimages.push(preimage)
        return result({ preimage, fees_paid: 0 })
      },
      lookUp: () => Promise.reject(new Error('Nobody asks.')),
    }))
  })
  afterAll(async () => {
    await wallet?.close()
  })

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  const payButton = (page: Page) => button(page, /^Pay( \d|$)/)

  /** Opens the shop at the form of an order. */
  async function openOrder(page: Page, reference: string) {
    const traffic = recordTraffic(page)
    await page.goto(`${shop.url}/?${new URLSearchParams({ bff: shop.bffUrl, order: reference })}`)
    await payButton(page).waitFor()
    return { charge: () => lastCharge(traffic), loadedFiles: () => traffic.requestsTo('/built/').length }
  }

  /** Opens the shop and requests the invoice of an order. */
  async function openInvoice(page: Page, reference: string) {
    const { charge, loadedFiles } = await openOrder(page, reference)
    await payButton(page).click()
    await button(page, 'Copy invoice').waitFor()
    return { charge: await charge(), loadedFiles }
  }

  /** Connects the wallet in the dialog of Bitcoin Connect, like a person. */
  async function connectByUrl(page: Page) {
    const modal = page.locator('bc-modal')
    await modal.getByRole('button', { name: 'Connect with NWC' }).click()
    await modal.getByPlaceholder('nostr+walletconnect://').fill(wallet.connectionUrl)
    await modal.getByRole('button', { name: 'Connect', exact: true }).click()
  }

  async function expectPaidWithProof(page: Page, charge: Awaited<ReturnType<typeof openInvoice>>['charge']) {
    await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await expect
      .poll(() => readChargeState(shop.bffUrl, charge))
      .toMatchObject({ status: 'paid', evidence: 'preimage', preimage: preimages.at(-1) })
  }

  it('connects and pays, pays with one tap at the next visit, and disconnects on request', async () => {
    const { page, close } = await openPage(await sharedBrowser(), 'about:blank')
    const first = await openInvoice(page, 'order 1')
    const before = first.loadedFiles()
    await page.route('**/built/**', (route) => route.abort())
    await button(page, 'Connect a wallet').click()
    await page.getByText('The wallet connection could not be loaded.').first().waitFor()
    await page.unroute('**/built/**')
    await button(page, 'Connect a wallet').click()
    await connectByUrl(page)
    expect(first.loadedFiles()).toBeGreaterThan(before)
    // The dialog of Bitcoin Connect shows the connection for three seconds before it closes.
    await page.locator('bc-modal').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pay with NWC')
    expect(preimages).toEqual([])
    await button(page, 'Pay with NWC').click()
    await expectPaidWithProof(page, first.charge)

    const second = await openOrder(page, 'order 2')
    await page.getByText('Pay with NWC').waitFor()
    expect(second.loadedFiles()).toBe(before)
    await payButton(page).click()
    await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await expectPaidWithProof(page, await second.charge())
    expect(await page.locator('bc-modal').count()).toBe(0)
    expect(preimages).toHaveLength(2)

    await openOrder(page, 'order 3')
    await button(page, 'Disconnect wallet').click()
    await page.getByText('Pay with NWC').waitFor({ state: 'detached' })
    await payButton(page).click()
    await button(page, 'Connect a wallet').waitFor()
    // The open invoice of the order is kept for other tabs; of the wallet nothing is.
    const kept = await page.evaluate(() => Object.keys(localStorage))
    expect(kept.filter((key) => !/^leyden:(?:open-charge:|visited$)/.test(key))).toEqual([])
    await close()
  })

  it('does not change the invoice when the person closes the dialog', async () => {
    const { page, close } = await openPage(await sharedBrowser(), 'about:blank')
    await openInvoice(page, 'order 4')
    await button(page, 'Connect a wallet').click()
    await button(page, 'Close modal').click()
    await button(page, 'Connect a wallet').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Connect a wallet')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await close()
  })
})
