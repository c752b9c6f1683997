import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Shop } from '../../harness/start-shop.js'
import { PROXY } from '../../harness/start-shop.js'
import type { BrowserName } from '../both-browsers/launch-driven-browser.js'
import { gameCode, gamePage, lateGamePage } from '../game-page.js'
import { GODOT_RUNS, SHELL, serveGodot, withProbe } from '../godot/godot-game.js'
import { phaserPage } from '../phaser-page.js'
import { buildTemplate, TEMPLATE_VALUES, unityCode } from '../unity/unity-page.js'
import { bundleGame, ENGINES, recipeOf } from './bundle-game.js'

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
  /** An expression that is true when the game can be played. @default whether Leyden is loaded */
  ready?: string | undefined
  /** An expression that opens the overlay. @default a call of `Leyden.open` */
  open?: string | undefined
  /** An expression: whether the game considers the D key pressed. */
  holdsD?: string | undefined
  /**
   * In which browsers the ramp is a link instead of a frame. Browsers without `credentialless` cannot frame it in an
   * isolated page. @default the ramp is not tested
   */
  ramp?: Partial<Record<BrowserName, 'link'>> | undefined
}

interface Served {
  url: string
  frames?: string[] | undefined
}

const readEngineFile = (path: string) => readFileSync(join(ENGINES, path), 'utf8')

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
const withGameScripts = (html: string) =>
  html
    .replace(
      /<meta charset="utf-8"(?: \/)?>/,
      (meta) => `${meta}<link rel="icon" href="data:,"><script>${RECORD_ERRORS}</script>`,
    )
    .replace(/<\/body>|$/, (end) => `<script>${PLAY_ON_CLICK}</script>${end}`)

const ISOLATED = (embedder: string) => ({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': embedder,
})
const LINK_WHERE_ISOLATED = { firefox: 'link', webkit: 'link' } as const

/** A shell that is one page. `finish` can change its HTML at the end. */
function page(
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
function framedPage(
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

const GAME_LISTENER = 'window, bubbling'
const plainPage = ({ bffUrl }: Shop) => gamePage(bffUrl, GAME_LISTENER)

/** Unity's template with the package's .jslib, and a loader with the interface of Unity's. */
function unity(shop: Shop): string {
  const loader = `window.createUnityInstance = async (canvas, config, onProgress) => {
    onProgress(1)
    {${gameCode('window, capturing')}}
    ${unityCode(readEngineFile('unity/Runtime/Plugins/WebGL/Leyden.jslib'))}
    unityListen()
    unityCall(JSON.stringify({ v: 1, id: '', method: 'configure', params: { bffUrl: '${shop.bffUrl}' } }))
    window.isReady = true
    return { SetFullscreen: () => canvas.requestFullscreen() }
  }`
  shop.serve('/Build/game.loader.js', { type: 'text/javascript', body: loader })
  const css = readEngineFile('unity/WebGLTemplates~/Leyden/leyden-template.css')
  shop.serve('/leyden-template.css', { type: 'text/css', body: css })
  return buildTemplate(readEngineFile('unity/WebGLTemplates~/Leyden/index.html'), TEMPLATE_VALUES)
}

/** Opens an overlay through the .jslib, and receives the outcome like C#. */
const OPEN_IN_UNITY = `(window.handle = new Promise((resolve) => {
  window.sendMessage = (object, method, text) => {
    const { type, data } = JSON.parse(text)
    if (type === 'outcome') resolve(data)
  }
  unityCall('{"v":1,"id":"unity-1","method":"open","params":{"kind":"pay"}}')
}), undefined)`

/** Godot with the demo of the addon, and a recorder of its keys. */
function godot(shop: Shop): string {
  serveGodot(shop, '/godot/')
  return withProbe(SHELL)
    .replace(
      '<head>',
      `<head><base href="/godot/"><script src="/leyden.js"></script><script>Leyden.configure({ bffUrl: '${shop.bffUrl}' })</script>`,
    )
    .replace(
      '</body>',
      `<script>{${gameCode('its canvas').replace(/.*getContext.*|.*fillRect.*/g, '')}}</script></body>`,
    )
}
const GODOT = {
  needsWebGl: true,
  ready: GODOT_RUNS,
  open: `(window.handle = godot.call('Leyden', 'pay', {}), undefined)`,
}

const PHASER = {
  ready: 'window.steps > 0',
  open: `(window.handle = scene.leyden.open('pay', {}), undefined)`,
  holdsD: 'scene.keys.D.isDown',
}

/** The game of the plugin's README, with a recorder of its keys. */
async function phaserBundle(shop: Shop): Promise<string> {
  const probe = `
    window.seen = []
    game.events.once('step', () => {
      window.scene = game.scene.scenes[0]
      scene.keys = { D: scene.input.keyboard.addKey('D') }
      scene.input.keyboard.on('keydown', ({ code }) => seen.push(code))
      window.steps = 1
    })`
  const code = await bundleGame(recipeOf('phaser', shop.bffUrl) + probe)
  return moduleGame(shop, code, '<div id="game"></div>')
}

function moduleGame(shop: Shop, code: string, body = ''): string {
  shop.serve('/shell-game.js', { type: 'text/javascript', body: code })
  return `<!doctype html><html><head><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,">
    <script src="/leyden.js"></script></head><body>${body}<script type="module" src="/shell-game.js"></script></body></html>`
}

/** A recipe of the guide, with a recorder of the game's keys. */
const recipe = (engine: string): Shell => ({
  needsWebGl: true,
  ready: 'window.isReady',
  ...page(async (shop) => {
    const code = `${recipeOf(engine, shop.bffUrl)}\n;{${gameCode(GAME_LISTENER).replace(/.*getContext.*/g, '')}}\nObject.assign(window, { isReady: true, staysInPage: ${engine === 'three'} })`
    return moduleGame(shop, await bundleGame(code))
  }),
})

const HOSTILE = `<style>
  html { font: 4px Impact !important; direction: rtl }
  * { all: unset !important; visibility: hidden; letter-spacing: 9px !important; color: lime !important }
  style, script, head { display: none !important }
  body, #shell, #game { display: block !important; visibility: visible !important; direction: rtl !important }
  dialog, dialog * { display: none !important; opacity: 0 !important }
</style>`

const withNonce = (html: string) => html.replaceAll('<script', '<script nonce="n0nce"')
/** The hashes of all files of the script, by name. */
const hashes = () => {
  const { files } = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@leyden/embed/integrity.json')), 'utf8'),
  ) as { files: Record<string, { integrity: string }> }
  return Object.fromEntries(Object.entries(files).map(([name, { integrity }]) => [name, integrity]))
}
const withIntegrity = (html: string) =>
  html.replace('src="/leyden.js"', `src="/leyden.js" integrity="${hashes()['leyden.js']}" crossorigin`)

const policy = (scripts: string, bffUrl: string, trustedTypes: string) => ({
  'content-security-policy': `default-src 'none'; style-src 'none'; script-src ${scripts}; connect-src ${bffUrl}; img-src data:; require-trusted-types-for 'script'; trusted-types ${trustedTypes}`,
})

export const shells: Record<string, Shell> = {
  'a plain page': { ...page(plainPage), ramp: {} },
  'Unity’s template': { ...page(unity), ready: 'window.isReady', open: OPEN_IN_UNITY },
  'a portal of two nested frames, as itch.io': framedPage(
    [
      {
        site: 'other',
        attributes: 'allow="autoplay; fullscreen; gamepad; cross-origin-isolated" allowfullscreen',
      },
      { attributes: 'allow="autoplay; fullscreen; gamepad" allowfullscreen' },
    ],
    plainPage,
  ),
  Godot: { ...page(godot), ...GODOT },
  'Godot in an isolated page, COEP require-corp': {
    ...page(godot, ISOLATED('require-corp')),
    ...GODOT,
    ramp: LINK_WHERE_ISOLATED,
  },
  'Godot in an isolated page, COEP credentialless': {
    ...page(godot, ISOLATED('credentialless')),
    ...GODOT,
    // WebKit ignores this header, so the page is not isolated there.
    ramp: { firefox: 'link' },
  },
  'Phaser from a script': {
    ...page((shop) => {
      const folder = dirname(createRequire(import.meta.url).resolve('phaser/package.json'))
      const body = readFileSync(join(folder, 'dist/phaser.min.js'), 'utf8')
      shop.serve('/phaser.js', { type: 'text/javascript', body })
      return phaserPage(shop.bffUrl, '/phaser.js')
    }),
    ...PHASER,
  },
  'Phaser in a bundle': { ...page(phaserBundle), ...PHASER },
  PixiJS: recipe('pixi.js'),
  // Its controls lock the pointer at every click.
  'Three.js with PointerLockControls': { ...recipe('three'), fullscreen: false },
  'Babylon.js': recipe('@babylonjs/core'),
  'a game that captures everything': page(({ bffUrl }) =>
    gamePage(
      bffUrl,
      'window, capturing',
      '',
      `<script>for (const type of ['pointerdown', 'mousedown', 'click', 'wheel', 'contextmenu'])
        window.addEventListener(type, (event) => event.target === canvas || seen.push(type))</script>`,
    ),
  ),
  'a game that cancels every press, as Construct': page(({ bffUrl }) =>
    gamePage(
      bffUrl,
      GAME_LISTENER,
      '',
      `<script>for (const type of ['mousedown', 'pointerdown', 'touchstart'])
        document.addEventListener(type, (event) => event.preventDefault(), { capture: true, passive: false })</script>`,
    ),
  ),
  'a script that loads late': {
    ...page(({ bffUrl }) => lateGamePage(bffUrl, 'window, capturing')),
    isLate: true,
  },
  'a hostile style sheet': page(({ bffUrl }) => gamePage(bffUrl, GAME_LISTENER, HOSTILE)),
  'a page from right to left': page((shop) => plainPage(shop).replace('<html', '<html dir="rtl"')),
  'a Discord-like activity': framedPage(
    [
      {
        site: 'other',
        attributes: `sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-pointer-lock" allow="fullscreen; autoplay" allowfullscreen`,
      },
    ],
    () => gamePage(PROXY, GAME_LISTENER),
    () => ({
      'content-security-policy': `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self'; img-src 'self' data:; connect-src 'self'`,
    }),
  ),
  'a CrazyGames-like frame': framedPage(
    [
      {
        site: 'other',
        attributes: `sandbox="allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-popups" allow="autoplay; fullscreen; gamepad; clipboard-write" allowfullscreen`,
      },
    ],
    plainPage,
  ),
  'a frame with sandbox="allow-scripts" alone': {
    ...framedPage([{ attributes: 'sandbox="allow-scripts"' }], ({ bffUrl }) =>
      gamePage(bffUrl, GAME_LISTENER, '<script>window.cannotLock = true</script>'),
    ),
    fullscreen: false,
    pointerLock: false,
  },
  'a policy of a nonce, without Trusted Types': page(
    plainPage,
    ({ bffUrl }) => policy(`'nonce-n0nce'`, bffUrl, `'none'`),
    withNonce,
  ),
  'a policy of hashes': page(
    (shop) => withIntegrity(plainPage(shop)),
    ({ bffUrl }, html) => {
      const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
        ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
      )
      const sources = [...Object.values(hashes()), ...inline].map((hash) => `'${hash}'`)
      return policy(sources.join(' '), bffUrl, 'leyden')
    },
  ),
  'a policy of a nonce, with integrity and Trusted Types': page(
    (shop) => withIntegrity(plainPage(shop)),
    ({ bffUrl }) => policy(`'nonce-n0nce'`, bffUrl, 'leyden'),
    withNonce,
  ),
}

/** The shells that `npm test` runs, in WebKit, which has no other tests. */
export const DEFAULT_SHELLS = ['a plain page', 'a portal of two nested frames, as itch.io']
