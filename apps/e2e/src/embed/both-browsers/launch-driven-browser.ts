import type { DrivenBrowser } from './driven-browser.js'

const BROWSERS = {
  chromium: () => import('./driven-chromium.js'),
  firefox: () => import('./driven-firefox.js'),
  webkit: () => import('./driven-webkit.js'),
}

export type BrowserName = keyof typeof BROWSERS

/** The browser that this run is for. */
export const browserName = (process.env.LEYDEN_BROWSER ?? 'chromium') as BrowserName

/** @param options.webGl whether pages draw with WebGL, which is slow without a graphics card. @default false */
export async function launchDrivenBrowser({ webGl = false } = {}): Promise<DrivenBrowser> {
  const { launch } = await BROWSERS[browserName]()
  return launch(webGl)
}
