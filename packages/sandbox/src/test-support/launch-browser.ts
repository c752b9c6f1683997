import { type Browser, chromium } from 'playwright'

/** The Chromium that the test run found, else Playwright's own; with a camera that shows a test picture. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
    executablePath: process.env.LEYDEN_CHROMIUM || chromium.executablePath(),
  })
}
