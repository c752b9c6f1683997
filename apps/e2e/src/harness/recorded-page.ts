import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { openPage } from './browser.js'
import { recordTexts, shownTexts } from './shown-texts.js'
import { recordTraffic } from './traffic.js'

interface Options extends BrowserContextOptions {
  /** What is done to the empty page before it loads anything. */
  prepare?: (page: Page) => Promise<unknown>
}

/** A page as a new visitor has it, with all that it sends, is given and shows. */
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
    /** Every text that a widget has shown since the page was opened, for however short a moment. */
    shownTexts: () => shownTexts(page),
  }
}
