import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

/** A real Chromium. The journeys run in the one that the scripts found, else in Playwright's own. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.LEYDEN_CHROMIUM
  return chromium.launch({ args: [...ARGS, ...more], ...(executablePath ? { executablePath } : {}) })
}

/** A page as a new visitor has it. Errors that the page throws fail whoever asks for `problems`. */
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

export type { Page }
