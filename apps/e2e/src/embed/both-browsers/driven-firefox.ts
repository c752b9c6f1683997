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
    // An input method is simulated by the browser's own window.
    args: ['-remote-allow-system-access'],
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
        compose: (steps) => compose(browser, steps),
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

/** The parts of the BiDi connection that are used here. Puppeteer has no type for Firefox's own fields. */
interface Connection {
  send(method: string, params: object): Promise<{ result: { contexts: { context: string }[] } }>
}

/** Composes a text with the simulated input method of Firefox, which only the browser's own window may use. */
async function compose(browser: Browser, steps: readonly string[]): Promise<void> {
  const { connection } = browser as unknown as { connection: Connection }
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' })
  const functionDeclaration = `(steps) => {
    const method = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor)
    method.beginInputTransactionForTests(window)
    for (const text of JSON.parse(steps)) {
      method.setPendingCompositionString(text)
      method.appendClauseToPendingComposition(text.length, method.ATTR_RAW_CLAUSE)
      method.setCaretInPendingComposition(text.length)
      method.flushPendingComposition()
    }
    method.commitComposition()
  }`
  await connection.send('script.callFunction', {
    functionDeclaration,
    awaitPromise: true,
    arguments: [{ type: 'string', value: JSON.stringify(steps) }],
    target: { context: result.contexts[0]?.context },
  })
}
