import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openRecordedPage } from '../harness/recorded-page.js'
import { type Shop, startShop as startAnyShop } from '../harness/start-shop.js'
import { lastCharge } from './charge-reply.js'

/** A shop whose visitors may connect a wallet with Bitcoin Connect. */
export const startShop = (
  script: 'nostr-wallet-page.ts' | 'connect-wallet-page.ts' = 'nostr-wallet-page.ts',
) => startAnyShop({ page: join(import.meta.dirname, 'page', script), settlement: { recipients: true } })

/** Opens the shop's page with a connected wallet, and requests an invoice. */
export async function openShopPage(browser: Browser, shop: Shop, connectionUrl: string) {
  const url = `${shop.url}/?${new URLSearchParams({ bff: shop.bffUrl, wallet: connectionUrl })}`
  // The page's clock can be advanced, so that tests need not wait for a timeout of a minute.
  const opened = await openRecordedPage(browser, url, { prepare: (page) => page.clock.install() })
  const { page } = opened
  const heading = (name: string) => page.getByRole('heading', { name })
  const payByWallet = page.getByRole('button', { name: 'Pay with browser wallet' })
  const qrCode = page.getByRole('img', { name: /QR code/ })
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  await payByWallet.waitFor()
  const charge = await lastCharge(opened.traffic)
  return { ...opened, charge, heading, payByWallet, qrCode }
}
