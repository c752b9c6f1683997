import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright'
import { expect } from 'vitest'
import { openPage } from '../harness/browser.js'
import type { RampStack } from './ramp-stack.js'

/** The shop's page in a browser, with its requests and the arguments of its callbacks. */
export interface ShopPage {
  page: Page
  /** How many sessions the page has requested. */
  sessionRequests: () => number
  /** How many times a page of the provider was loaded in a frame. */
  frameLoads: () => number
  /** The provider's frame. */
  ramp: () => Promise<Frame>
  /** The names and arguments of the callbacks' calls, of one callback or of all. */
  callbackCalls: (name?: string) => Promise<unknown[][]>
  status: () => Promise<string | null>
  buy: (email?: string) => Promise<void>
  close: () => Promise<void>
}

export async function openShop(
  browser: Browser,
  stack: RampStack,
  url = stack.pageUrl({ props: { guest: true, quoteCurrency: 'USD', baseCurrency: 'BTC' } }),
  options: BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> } = {},
): Promise<ShopPage> {
  const { prepare, ...contextOptions } = options
  const viewport = { width: 900, height: 900 }
  const { page, close } = await openPage(browser, 'about:blank', { viewport, ...contextOptions })
  await prepare?.(page)
  const shop = watchShop(page, stack)
  await page.goto(url)
  return { ...shop, close }
}

export function watchShop(page: Page, stack: RampStack): Omit<ShopPage, 'close'> {
  let posts = 0
  let frameLoads = 0
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'POST' && url.pathname === '/leyden/api/v1/ramp-widget') posts++
    if (url.origin === stack.rampUrl && request.resourceType() === 'document') frameLoads++
  })
  const isRamp = (frame: Frame) => frame.url().startsWith(`${stack.rampUrl}/`)
  return {
    page,
    sessionRequests: () => posts,
    frameLoads: () => frameLoads,
    ramp: async () => {
      await expect.poll(() => page.frames().some(isRamp)).toBe(true)
      return page.frames().find(isRamp) as Frame
    },
    callbackCalls: async (name) => {
      const calls = await page.evaluate(() => window.callbackCalls)
      return name === undefined ? calls : calls.filter(([callback]) => callback === name)
    },
    status: () => page.locator('section.leyden').getAttribute('data-state'),
    buy: async (email = 'you@mail.example') => {
      await page.getByRole('button', { name: 'Continue to provider' }).click()
      await page.getByLabel('E-mail address').fill(email)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
    },
  }
}

/** Waits until the flow has this status. */
export async function untilStatus(shop: Pick<ShopPage, 'status'>, status: string): Promise<void> {
  await expect.poll(shop.status, { interval: 50 }).toBe(status)
}

declare global {
  interface Window {
    callbackCalls: [name: string, ...payload: unknown[]][]
    show(props: object): void
    renderAgain(times: number): void
  }
}
