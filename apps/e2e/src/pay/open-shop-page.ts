import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openPage } from '../world/browser.js'
import { servePage } from '../world/build-page.js'
import { recordTexts, shownTexts } from '../world/shown-texts.js'
import { startWorld } from '../world/start-world.js'
import { recordTraffic } from '../world/traffic.js'
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
  const { page, close } = await openPage(browser, 'about:blank')
  // The page's time can be moved on, so that nobody waits out a minute's timeout.
  await page.clock.install()
  const traffic = recordTraffic(page)
  await recordTexts(page)
  await page.goto(`${shop.shopUrl}/?${new URLSearchParams({ bff: shop.bffUrl, wallet: connectionUrl })}`)
  const heading = (name: string) => page.getByRole('heading', { name })
  const payByWallet = page.getByRole('button', { name: 'Pay in browser wallet' })
  const qrCode = page.getByRole('img', { name: /QR code/ })
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  await payByWallet.waitFor()
  const charge = await lastCharge(traffic)
  return { page, traffic, charge, heading, payByWallet, qrCode, close, shownTexts: () => shownTexts(page) }
}
