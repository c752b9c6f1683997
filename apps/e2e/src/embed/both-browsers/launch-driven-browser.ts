import type { DrivenBrowser } from './driven-browser.js'

/** The browser that this run is for. */
export async function launchDrivenBrowser(): Promise<DrivenBrowser> {
  const { launch } =
    process.env.LEYDEN_BROWSER === 'firefox'
      ? await import('./driven-firefox.js')
      : await import('./driven-chromium.js')
  return launch()
}
