import type { Page } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { readQrCodes } from '../harness/read-qr-code.js'
import { inSoak, rows } from '../harness/rows.js'
import { startRampStack } from './ramp-stack.js'
import { openShop, type ShopPage, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()
const stack = await startRampStack()
afterAll(() => stack.close())

const props = { guest: true, quoteCurrency: 'USD', baseCurrency: 'BTC' }
const isolated = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
}

/** Opens the shop's page with these headers, and makes the clicks that request a session. */
async function openWithHeaders(headers: Record<string, string>, more: object = {}): Promise<ShopPage> {
  const shop = await openShop(browser, stack, stack.pageUrl({ props: { ...props, ...more }, headers }))
  await shop.buy()
  return shop
}

/** The first call of `onBlocked`: its name, the reason and the fix. */
async function blockedCall(shop: Pick<ShopPage, 'callbackCalls'>) {
  await expect.poll(() => shop.callbackCalls('blocked')).not.toHaveLength(0)
  return (await shop.callbackCalls('blocked'))[0]
}

const link = (page: Page) => page.getByRole('link', { name: 'Open in a new tab' })

describe('a page that forbids the frame', () => {
  // A story of restrictive hosts tests the other one.
  it.each(
    rows<[reason: string, headers: Record<string, string>]>(
      [
        ['frame_src', { 'content-security-policy': "frame-src 'self'" }],
        ['coep', { 'cross-origin-embedder-policy': 'require-corp' }],
      ],
      [['permissions_policy', { 'permissions-policy': 'camera=(self)' }]],
    ),
  )(
    'by %s: the widget reports the reason and the fix to the page, and offers the person a link',
    async (reason, headers) => {
      const shop = await openWithHeaders(headers)
      await untilStatus(shop, 'blocked')
      await shop.page.getByText('Continue in a new tab.').waitFor()
      const blocked = await blockedCall(shop)
      expect(blocked?.[1]).toBe(reason)
      expect(blocked?.[2]).toContain(stack.rampUrl)
      expect(blocked?.[2]).toContain(
        {
          frame_src: 'frame-src',
          permissions_policy: 'Permissions-Policy: camera=(self',
          coep: 'Cross-Origin-Resource-Policy',
        }[reason],
      )
      await expect.poll(() => link(shop.page).isVisible()).toBe(true)
      // A session's URL works once. Where a frame may have loaded it, the link needs a new session.
      expect(shop.sessionRequests()).toBe(reason === 'permissions_policy' ? 1 : 2)
      await shop.close()
    },
  )

  it.runIf(inSoak)('works after the suggested fix', async () => {
    const brokenShop = await openWithHeaders({ 'permissions-policy': 'camera=(self)' })
    await untilStatus(brokenShop, 'blocked')
    const fix = String((await blockedCall(brokenShop))?.[2])
    await brokenShop.close()
    const header = /Permissions-Policy: (camera=\([^)]*\))/.exec(fix)?.[1] ?? ''
    const fixedShop = await openWithHeaders({ 'permissions-policy': header })
    await untilStatus(fixedShop, 'open')
    await fixedShop.close()
  })

  it('continues the purchase in a new tab, and shows its result here', async () => {
    const shop = await openWithHeaders({ 'content-security-policy': "frame-src 'none'" })
    await untilStatus(shop, 'blocked')
    await link(shop.page).waitFor()
    const href = (await link(shop.page).getAttribute('href')) ?? ''
    const code = shop.page.getByRole('img', { name: 'QR code to continue on your phone' })
    await code.waitFor()
    expect(await readQrCodes(await code.screenshot({ scale: 'css' }))).toEqual([href])

    const [tab] = await Promise.all([shop.page.context().waitForEvent('page'), link(shop.page).click()])
    await tab.waitForLoadState()
    expect(tab.url()).toBe(href)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await untilStatus(shop, 'handoff')
    await purchase(tab.mainFrame())
    await untilStatus(shop, 'completed')
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })

  it('waits for a click if only a frame is allowed', async () => {
    const shop = await openWithHeaders(
      { 'content-security-policy': "frame-src 'none'" },
      { presentation: 'inline' },
    )
    await untilStatus(shop, 'blocked')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(shop.sessionRequests()).toBe(1)
    const open = shop.page.getByRole('button', { name: 'Open in a new tab' })
    await Promise.all([shop.page.context().waitForEvent('page'), open.click()])
    expect(shop.sessionRequests()).toBe(2)
    await shop.close()
  })
})

describe('a cross-origin isolated page', () => {
  it('shows the frame without credentials, and the purchase completes in it', async () => {
    const shop = await openWithHeaders(isolated)
    await untilStatus(shop, 'open')
    expect(await shop.page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    expect(await shop.page.locator('iframe').getAttribute('credentialless')).toBe('')
    await expect.poll(() => shop.callbackCalls('ready')).toHaveLength(1)
    await purchase(await shop.ramp())
    await untilStatus(shop, 'completed')
    await shop.close()
  })

  it('has a credentialless frame, but a page with report-only policies has none', async () => {
    const shop = await openWithHeaders({
      'content-security-policy-report-only': "frame-src 'none'",
      'cross-origin-embedder-policy-report-only': 'require-corp',
    })
    await untilStatus(shop, 'open')
    expect(await shop.page.locator('iframe').getAttribute('credentialless')).toBeNull()
    expect(await shop.callbackCalls('blocked')).toEqual([])
    await shop.close()
  })
})

describe('a page inside the frame of another site', () => {
  const inPortal = async (attributes: string) => {
    const shop = await openShop(browser, stack, stack.portalUrl({ props }, attributes))
    const game = shop.page.frameLocator('#game')
    await game.getByRole('button', { name: 'Continue to provider' }).click()
    const email = game.getByLabel('E-mail address')
    // The widget shows no form if it finds the problem before it requests a session.
    await email.or(game.locator('section[data-state="blocked"]')).waitFor()
    if (await email.isVisible()) {
      await email.fill('you@mail.example')
      await game.getByRole('button', { name: 'Continue', exact: true }).click()
    }
    const status = () => game.locator('section.leyden').getAttribute('data-state')
    return { ...shop, game, status }
  }

  it('works when the frame allows the camera', async () => {
    const shop = await inPortal('allow="camera"')
    await untilStatus(shop, 'open')
    await shop.close()
  })

  it.runIf(inSoak)('offers a link when the frame does not allow the camera', async () => {
    const shop = await inPortal('allow="fullscreen"')
    await untilStatus(shop, 'blocked')
    await shop.game.getByRole('link', { name: 'Open in a new tab' }).waitFor()
    await shop.close()
  })

  it.runIf(inSoak)('reports a frame with an opaque origin, and shows no ramp', async () => {
    const shop = await inPortal('sandbox="allow-scripts allow-popups"')
    await untilStatus(shop, 'blocked')
    expect(await shop.game.getByText('The provider’s page cannot be shown here.').isVisible()).toBe(true)
    expect(shop.frameLoads()).toBe(0)
    await shop.close()
  })
})

describe('a browser without a camera for pages', () => {
  it('counts as an in-app browser only by both its user agent and the missing camera', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0'
    const noCamera = (page: Page) =>
      page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined }),
      )
    const url = stack.pageUrl({ props })
    const inAppShop = await openShop(browser, stack, url, { userAgent, prepare: noCamera })
    await inAppShop.buy()
    await untilStatus(inAppShop, 'blocked')
    expect((await blockedCall(inAppShop))?.[1]).toBe('in_app_browser')
    await inAppShop.close()

    const userAgentOnly = await openShop(browser, stack, url, { userAgent })
    await userAgentOnly.buy()
    await untilStatus(userAgentOnly, 'open')
    await userAgentOnly.close()
    const noCameraOnly = await openShop(browser, stack, url, { prepare: noCamera })
    await noCameraOnly.buy()
    await untilStatus(noCameraOnly, 'open')
    await noCameraOnly.close()
  })

  it('is reported on a page without https', async () => {
    const shop = await openShop(browser, stack, stack.pageUrl({ props }).replace('127.0.0.1', 'shop.example'))
    await shop.page.getByRole('button', { name: 'Continue to provider' }).click()
    await shop.page.getByLabel('E-mail address').fill('you@mail.example')
    await shop.page.getByRole('button', { name: 'Continue', exact: true }).click()
    await untilStatus(shop, 'blocked')
    expect((await blockedCall(shop))?.[1]).toBe('insecure_context')
    expect(shop.frameLoads()).toBe(0)
    await shop.close()
  })
})

describe('a link beside a frame that works', () => {
  // `fallback-link.browser.test.tsx` presses it without a server.
  it.runIf(inSoak)('opens with one press, and replaces the frame', async () => {
    const shop = await openWithHeaders({})
    await untilStatus(shop, 'open')
    const ramp = await shop.ramp()
    await ramp.locator('[data-part="code"]').fill('99')
    const open = shop.page.getByRole('button', { name: 'Open in a new tab' })
    const [tab] = await Promise.all([shop.page.context().waitForEvent('page'), open.click()])
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await untilStatus(shop, 'handoff')
    await tab.waitForLoadState()
    await purchase(tab.mainFrame())
    await untilStatus(shop, 'completed')
    expect(shop.sessionRequests()).toBe(2)
    await shop.close()
  })
})
