import { type Browser, launch as launchPuppeteer } from 'puppeteer-core'
import { type DrivenBrowser, isProblem } from './driven-browser.js'

let shared: Promise<Browser> | undefined

/**
 * Debian's Firefox, over WebDriver BiDi, because Playwright only drives its own Firefox. All test files of a worker share
 * one, as it takes seconds to start. Nobody closes it: it ends with the worker.
 */
export async function launch(): Promise<DrivenBrowser> {
  shared ??= launchPuppeteer({
    browser: 'firefox',
    executablePath: process.env.LEYDEN_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    // The screen of the other browsers, which a fullscreen page fills.
    env: { ...process.env, MOZ_HEADLESS_WIDTH: '1400', MOZ_HEADLESS_HEIGHT: '1000' },
    // By default it keeps processes for pages that nobody has opened yet.
    extraPrefsFirefox: { 'dom.ipc.processPrelaunch.enabled': false },
  })
  const browser = await shared
  return {
    async open(url, viewport = { width: 1000, height: 800 }) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const problems: string[] = []
      const warnings: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && isProblem(message.text())) problems.push(message.text())
        if (message.type() === 'warn') warnings.push(message.text())
      })
      await page.setViewport(viewport)
      await page.goto(url)
      return {
        evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
        async evaluateIn<T>(urlStart: string, expression: string) {
          const frame = page.frames().find((candidate) => candidate.url().startsWith(urlStart))
          if (!frame) throw new Error(`There is no frame of ${urlStart}.`)
          return (await frame.evaluate(expression)) as T
        },
        click: (x, y) => page.mouse.click(x, y),
        tap: (x, y) => page.touchscreen.tap(x, y),
        keyboard: page.keyboard,
        screenshot: (clip) => page.screenshot(clip && { clip }),
        problems,
        warnings,
        close: () => context.close(),
      }
    },
    close: async () => {},
  }
}
