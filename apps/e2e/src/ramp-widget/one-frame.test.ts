import type { Browser } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser, sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { inSoak } from '../harness/rows.js'
import { startRampStack } from './ramp-stack.js'
import { openShop, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()
const stack = await startRampStack()
afterAll(() => stack.close())

const props = { guest: true, quoteCurrency: 'USD', baseCurrency: 'BTC' }

describe('the session and its frame', () => {
  it('stay the same through 100 renders of the page, StrictMode, a tab change and a move between breakpoints', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    const ramp = await shop.ramp()
    await ramp.locator('[data-part="code"]').fill('4242')

    await shop.page.evaluate(() => window.renderAgain(100))
    const tab = await shop.page.context().newPage()
    await tab.goto(stack.otherUrl)
    await tab.bringToFront()
    await shop.page.bringToFront()
    for (const width of [320, 700, 1400, 480]) await shop.page.setViewportSize({ width, height: 700 })
    await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))

    expect(shop.sessionRequests()).toBe(1)
    expect(shop.frameLoads()).toBe(1)
    expect(await ramp.locator('[data-part="code"]').inputValue()).toBe('4242')
    await expect.poll(() => shop.callbackCalls('session')).toHaveLength(1)
    await shop.close()
  })

  it('are created once more when the currency changes', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    await shop.page.evaluate((next) => window.show(next), { ...props, quoteCurrency: 'EUR' })
    await expect.poll(shop.frameLoads).toBe(2)
    await untilStatus(shop, 'open')
    await shop.page.evaluate(() => window.renderAgain(20))
    await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(shop.sessionRequests()).toBe(2)
    expect(shop.frameLoads()).toBe(2)
    await shop.close()
  })

  it('stay the same in a dialog that the browser closes and that is shown again', async () => {
    const url = stack.pageUrl({ props: { ...props, presentation: 'dialog' } })
    const shop = await openShop(browser, stack, url)
    const opener = shop.page.getByRole('button', { name: 'Continue to provider' })
    await opener.click()
    await shop.page.getByLabel('E-mail address').fill('you@mail.example')
    await shop.page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
    await untilStatus(shop, 'open')
    await shop.page.evaluate(() => document.querySelector('dialog')?.close())
    await shop.page.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => shop.page.getByRole('dialog').isVisible()).toBe(true)
    expect(shop.frameLoads()).toBe(1)

    // Escape asks for confirmation, because the person may be in the middle of a purchase. Then the result gets the
    // focus, which is in the page now.
    await shop.page.getByRole('dialog').getByRole('heading', { name: 'Buy bitcoin' }).focus()
    await shop.page.keyboard.press('Escape')
    await shop.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => shop.page.getByRole('dialog').isVisible()).toBe(false)
    await expect
      .poll(() => shop.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Purchase cancelled')
    await expect.poll(() => shop.callbackCalls('close')).toHaveLength(1)
    await shop.close()
  })

  it('are not created by ten page views', async () => {
    const shop = await openShop(browser, stack)
    for (let view = 0; view < 10; view++) await shop.page.reload({ waitUntil: 'load' })
    await shop.page.getByRole('button', { name: 'Continue to provider' }).waitFor()
    expect(shop.sessionRequests()).toBe(0)
    expect(shop.frameLoads()).toBe(0)
    await shop.close()
  })

  it('load the code of later steps before a click, and report its failure only after one', async () => {
    const shop = await openShop(browser, stack, 'about:blank')
    const requestedPaths: string[] = []
    shop.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    const rampCode = () => requestedPaths.filter((path) => path.startsWith('/built/loaded-ramp')).length
    await shop.page.route('**/built/loaded-ramp*', (route) => route.abort())
    await shop.page.goto(stack.pageUrl({ props }))
    const button = shop.page.getByRole('button', { name: 'Continue to provider' })
    await button.waitFor()
    await expect.poll(rampCode).toBe(1)
    await button.hover()
    await button.waitFor()
    expect(await shop.callbackCalls('error')).toEqual([])

    await button.click()
    await shop.page.getByRole('strong').filter({ hasText: 'This site is not responding.' }).waitFor()
    await expect.poll(() => shop.callbackCalls('error')).toHaveLength(1)
    await shop.page.unroute('**/built/loaded-ramp*')
    await shop.page.getByRole('button', { name: 'Try again' }).click()
    await shop.page.getByLabel('E-mail address').waitFor()
    expect(await shop.callbackCalls('pageError')).toEqual([])
    await shop.close()
  })

  // `ramp-return.browser.test.tsx` restores a session without a server.
  it.runIf(inSoak)('do not open again after a reload, and the result is still shown', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    await shop.page.reload()
    await untilStatus(shop, 'resumed')
    await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(shop.frameLoads()).toBe(1)
    expect(shop.sessionRequests()).toBe(1)
    await shop.close()
  })
})

describe('the frame', () => {
  it('may use the camera, a pop-up and a sign-in, but may not download or navigate the page', async () => {
    const camera = await launchBrowserWithCamera()
    const rampOrigins = [stack.rampUrl, stack.otherUrl]
    const shop = await openShop(camera, stack, stack.pageUrl({ props: { ...props, rampOrigins } }), {
      permissions: ['camera'],
    })
    const downloads: string[] = []
    shop.page.on('download', (download) => downloads.push(download.url()))
    await shop.buy()
    await untilStatus(shop, 'open')
    const ramp = await shop.ramp()
    expect(await ramp.evaluate(() => document.referrer)).toBe(`${stack.url}/`)

    await ramp.locator('[data-part="code"]').fill('123456')
    await ramp.locator('[data-part="code-next"]').click()
    await ramp.locator('[data-part="camera"]').click()
    await ramp.locator('[data-part="photo"]').click()
    await expect.poll(() => ramp.locator('[data-part="quote-next"]').isVisible()).toBe(true)

    const [popup] = await Promise.all([
      shop.page.context().waitForEvent('page'),
      ramp.evaluate((url) => void window.open(url), stack.otherUrl),
    ])
    await popup.waitForLoadState()
    // A pop-up is outside of the sandbox, because a bank's page would not work in it.
    expect(await popup.evaluate(() => window.origin)).toBe(stack.otherUrl)
    await popup.close()

    const before = shop.page.url()
    await ramp.evaluate((url) => {
      try {
        if (window.top) window.top.location.href = url
      } catch {
        // The browser refuses the navigation, as expected.
      }
    }, stack.otherUrl)
    await ramp.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'data:application/octet-stream,hello'
      link.download = 'wallet.exe'
      document.body.append(link)
      link.click()
    })
    await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(shop.page.url()).toBe(before)
    expect(downloads).toEqual([])

    // After a navigation to another of the ramp's origins, the frame keeps the camera, because each has the permission.
    await ramp.evaluate((url) => location.assign(url), stack.otherUrl)
    await expect
      .poll(() => shop.page.frames().some((frame) => frame.url().startsWith(stack.otherUrl)))
      .toBe(true)
    const movedFrame = shop.page.frames().find((frame) => frame.url().startsWith(stack.otherUrl))
    const tracks = await movedFrame?.evaluate(async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: true })
      return stream.getVideoTracks().length
    })
    expect(tracks).toBe(1)
    await shop.close()
    await camera.close()
  })

  it.runIf(inSoak)('completes a purchase in a page of 320 px', async () => {
    const shop = await openShop(browser, stack, undefined, { viewport: { width: 320, height: 568 } })
    await shop.buy()
    await purchase(await shop.ramp())
    await untilStatus(shop, 'completed')
    const pageWidth = await shop.page.evaluate(() => document.documentElement.scrollWidth)
    expect(pageWidth).toBeLessThanOrEqual(320)
    await shop.close()
  })
})

async function launchBrowserWithCamera(): Promise<Browser> {
  return launchBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
}
