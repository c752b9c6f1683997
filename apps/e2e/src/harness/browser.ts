import { type Browser, type BrowserContextOptions, chromium } from 'playwright'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  // A process for graphics by the processor takes a tenth of the time.
  '--in-process-gpu',
  '--disable-background-networking',
  // A shop without https, and a portal by its name, are pages of ours.
  '--host-resolver-rules=MAP shop.example 127.0.0.1, MAP games.crazygames.com 127.0.0.1',
]

/** WebGL by the processor. */
export const WITHOUT_GRAPHICS_CARD = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

let shared: Promise<Browser> | undefined

/**
 * One browser for all test files of a worker, whose visitors are kept apart by contexts. Nobody closes it: it ends with
 * the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** A browser with further flags. Runs in the Chromium that the scripts found, else in Playwright's own. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.LEYDEN_CHROMIUM
  return chromium.launch({ args: [...ARGS, ...more], ...(executablePath ? { executablePath } : {}) })
}

/** A page as a new visitor has it. `problems` are the errors that it throws or logs. */
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
