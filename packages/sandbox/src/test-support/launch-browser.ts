import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** The machine's Chromium, else Playwright's own; with a camera that shows a test picture. */
export function launchBrowser(): Promise<Browser> {
  const installed = process.env.LEYDEN_CHROMIUM ?? '/usr/bin/chromium'
  return chromium.launch({
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
    ],
    ...(existsSync(installed) ? { executablePath: installed } : {}),
  })
}
