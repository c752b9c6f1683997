import { join } from 'node:path'
import type { Browser } from 'playwright'
import { servePage } from '../world/build-page.js'
import { openRecordedPage } from '../world/recorded-page.js'
import { startWorld } from '../world/start-world.js'
import { lastCharge } from './charge-reply.js'

/** The program's BFF and the sandbox, and a shop's page on an origin of its own. */
export async function startShop(
  script: 'nostr-wallet-page.ts' | 'connect-wallet-page.ts' = 'nostr-wallet-page.ts',
) {
  const host = await servePage(join(import.meta.dirname, 'page', script))
  const world = await startWorld({ LEYDEN_ALLOWED_ORIGINS: host.url })
  return {
    ...world,
    shopUrl: host.url,
    close: async () => {
      await host.close()
      await world.close()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof startShop>>

/** The shop's page with the wallet connected, at the invoice. */
export async function openShopPage(browser: Browser, shop: Shop, connectionUrl: string) {
  const url = `${shop.shopUrl}/?${new URLSearchParams({ bff: shop.bffUrl, wallet: connectionUrl })}`
  // The page's time can be moved on, so that nobody waits out a minute's timeout.
  const opened = await openRecordedPage(browser, url, { prepare: (page) => page.clock.install() })
  const { page } = opened
  const heading = (name: string) => page.getByRole('heading', { name })
  const payByWallet = page.getByRole('button', { name: 'Pay in browser wallet' })
  const qrCode = page.getByRole('img', { name: /QR code/ })
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  await payByWallet.waitFor()
  const charge = await lastCharge(opened.traffic)
  return { ...opened, charge, heading, payByWallet, qrCode }
}
