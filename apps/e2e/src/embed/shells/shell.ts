import type { Shop } from '../../harness/start-shop.js'
import type { DrivenPage } from '../both-browsers/driven-browser.js'
import type { BrowserName } from '../both-browsers/launch-driven-browser.js'
import { gamePage } from '../game-page.js'

/** A page around a game, like those of engines, portals and servers with strict policies. */
export interface Shell {
  /** Serves the pages. Returns the URL to open, and the URLs of the frames around the game, the outermost first. */
  serve(shop: Shop): Served | Promise<Served>
  /** Whether the page allows fullscreen to the game. @default true */
  fullscreen?: boolean | undefined
  /** Whether the page allows the game to lock the pointer. @default true */
  pointerLock?: boolean | undefined
  /** Whether the script is loaded too late to keep keys from the game. @default false */
  isLate?: boolean | undefined
  needsWebGl?: boolean | undefined
  /** @default 1000 × 800 */
  viewport?: { width: number; height: number } | undefined
  /** An expression: the canvas. @default the first one of the document */
  canvas?: string | undefined
  /** An expression that is true when the game can be played. @default whether Leyden is loaded */
  ready?: string | undefined
  /** An expression that opens the overlay. @default a call of `Leyden.open` */
  open?: string | undefined
  /** An expression: whether the game considers the D key pressed. */
  holdsD?: string | undefined
  /** What else has to be true while the overlay shows an invoice. `top` is the page around that of the game. */
  withInvoice?: ((page: DrivenPage, top: DrivenPage) => Promise<void>) | undefined
  /**
   * In which browsers the ramp is in a tab, or a link, instead of a frame. Browsers without `credentialless` cannot
   * frame it in an isolated page. WebKit's driver makes no press that allows a tab. @default the ramp is not tested
   */
  ramp?: Partial<Record<BrowserName, 'tab' | 'link'>> | undefined
}

interface Served {
  url: string
  frames?: string[] | undefined
}

/** A click on a canvas starts fullscreen, and the next one locks the pointer, if the surrounding page allows it. */
const PLAY_ON_CLICK = `document.addEventListener('click', ({ target }) => {
  if (target.localName !== 'canvas') return
  if (document.fullscreenEnabled && !document.fullscreenElement && !window.staysInPage) target.requestFullscreen().catch(() => {})
  else if (!window.cannotLock) target.requestPointerLock()?.catch(() => {})
})`
/** Records errors in the page, from the start. */
const RECORD_ERRORS = `
  window.problems = []
  addEventListener('error', ({ message }) => problems.push(message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  addEventListener('securitypolicyviolation', (e) => problems.push(e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample))`

/**
 * Adds the recorder of errors first, and the game last. The page has an icon, because browsers would request one
 * otherwise, which policies refuse.
 */
export const withGameScripts = (html: string) =>
  html
    .replace(
      /<meta charset="utf-8"(?: \/)?>/,
      (meta) => `${meta}<link rel="icon" href="data:,"><script>${RECORD_ERRORS}</script>`,
    )
    .replace(/<\/body>|$/, (end) => `<script>${PLAY_ON_CLICK}</script>${end}`)

/** The headers of a cross-origin isolated page. */
export const ISOLATED = (embedder: string) => ({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': embedder,
})
export const RAMP_WHERE_ISOLATED = { firefox: 'tab', webkit: 'link' } as const

/** A shell that is one page. `finish` can change its HTML at the end. */
export function page(
  html: (shop: Shop) => string | Promise<string>,
  headers: Record<string, string> | ((shop: Shop, html: string) => Record<string, string>) = {},
  finish = (html: string) => html,
): Pick<Shell, 'serve'> {
  return {
    async serve(shop) {
      const body = finish(withGameScripts(await html(shop)))
      const shellHeaders = typeof headers === 'function' ? headers(shop, body) : headers
      return { url: shop.serve('/shell', { body, headers: shellHeaders }) }
    },
  }
}

/** A shell of nested frames, the outermost first, each with its `attributes`. */
export function framedPage(
  frames: readonly { site?: 'other'; attributes: string }[],
  html: (shop: Shop) => string,
  headers: (shop: Shop) => Record<string, string> = () => ({}),
): Pick<Shell, 'serve'> {
  return {
    serve(shop) {
      const sites = frames.map(({ site }) => (site === 'other' ? shop.url : shop.siteUrl))
      const urls = sites.map((site, index) => `${site}/frame-${index + 1}`)
      const framePages = frames.map(
        ({ attributes }, index) =>
          `<!doctype html><meta charset="utf-8"><title>Portal</title><body style="margin: 0"><p>Games</p>
           <iframe src="${urls[index]}" ${attributes} style="width: ${940 - 40 * index}px; height: ${720 - 60 * index}px"></iframe>`,
      )
      const pages = [...framePages, { body: withGameScripts(html(shop)), headers: headers(shop) }]
      for (const [index, servedPage] of pages.entries())
        shop.serve(index === 0 ? '/shell' : `/frame-${index}`, servedPage)
      return { url: `${shop.siteUrl}/shell`, frames: urls }
    },
  }
}

export const GAME_LISTENER = 'window, bubbling'
export const plainPage = ({ bffUrl }: Shop) => gamePage(bffUrl, GAME_LISTENER)
