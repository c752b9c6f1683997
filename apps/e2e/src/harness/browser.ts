import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // Without a graphics card, a separate process for graphics takes a tenth of the processor's time.
  '--in-process-gpu',
  // Most pages live for a second, in which optimizing their code takes longer than it saves.
  '--js-flags=--no-opt --no-maglev',
  '--disable-background-networking',
  // Maps the hosts of a shop without https, and of a portal, to this machine.
  '--host-resolver-rules=MAP shop.example 127.0.0.1, MAP games.crazygames.com 127.0.0.1',
]

/** By default Playwright waits for half a minute, which a busy machine may need. */
const MAX_WAIT_MS = 120_000

/** WebGL with software rendering. */
export const WITHOUT_GRAPHICS_CARD = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

let shared: Promise<Browser> | undefined

/**
 * The browser that all test files of a worker share, with a separate context for each visitor. It ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** Launches the Chromium that the scripts found, otherwise Playwright's own. */
export async function launchBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.LEYDEN_CHROMIUM || chromium.executablePath()
  const browser = await chromium.launch({ args: [...FLAGS, ...extraFlags], executablePath })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(MAX_WAIT_MS)
    context.on('page', (page) => pauseSpinners(context, page).catch(() => {}))
    return context
  }
  return browser
}

/**
 * A spinner that turns is painted sixty times a second, which takes a tenth of a core for each page. Rejects if the page is
 * closed meanwhile.
 */
async function pauseSpinners(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  session.on('Animation.animationStarted', ({ animation: { id, name } }) => {
    if (name === 'ly-turn')
      session.send('Animation.setPaused', { animations: [id], paused: true }).catch(() => {})
  })
  await session.send('Animation.enable')
}

/** A page of a new visitor. `problems` are the errors that it throws or logs. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(message.text())
  })
  await page.goto(url)
  return { page, problems, close: () => context.close() }
}
