import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { openPage } from './browser.js'
import { recordTexts, shownTexts } from './shown-texts.js'
import { recordTraffic } from './traffic.js'

interface Options extends BrowserContextOptions {
  /** Called with the empty page before it loads anything. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Opens a page of a new visitor, and records all its requests, replies and texts. */
export async function openRecordedPage(browser: Browser, url: string, { prepare, ...options }: Options = {}) {
  const opened = await openPage(browser, 'about:blank', options)
  const { page } = opened
  const traffic = recordTraffic(page)
  await recordTexts(page)
  await prepare?.(page)
  await page.goto(url)
  return {
    ...opened,
    traffic,
    /** Every text that a widget has shown since the page was opened, even for a moment. */
    shownTexts: () => shownTexts(page),
  }
}
