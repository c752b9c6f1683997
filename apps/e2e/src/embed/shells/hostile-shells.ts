import { until } from '../both-browsers/on-page.js'
import { gameCode, gamePage, lateGamePage } from '../game-page.js'
import { barePage } from '../widget-page.js'
import { GAME_LISTENER, page, plainPage, type Shell } from './shell.js'

const HOSTILE = `<style>
  html { font: 4px Impact !important; direction: rtl }
  * { all: unset !important; visibility: hidden; letter-spacing: 9px !important; color: lime !important }
  style, script, head { display: none !important }
  body, #shell, #game { display: block !important; visibility: visible !important; direction: rtl !important }
  dialog, dialog * { display: none !important; opacity: 0 !important }
</style>`

/** A game in a closed shadow root, which also listens there. */
const inClosedRoot = (bffUrl: string) =>
  barePage(bffUrl, {
    body: `<div id="host"></div><script>
      const root = document.getElementById('host').attachShadow({ mode: 'closed' })
      root.innerHTML = '<canvas width="640" height="360" tabindex="0"></canvas>'
      {${gameCode('its canvas').replace("document.querySelector('canvas')", "root.querySelector('canvas')")}
      canvas.addEventListener('click', () => {
        if (!document.fullscreenElement) canvas.requestFullscreen().catch(() => {})
        else canvas.requestPointerLock()?.catch(() => {})
      })
      window.gameCanvas = canvas}
    </script>`,
  })

const TOUCHES_CANCELLED = `<style>
  html, body { position: fixed; inset: 0; overflow: hidden; overscroll-behavior: none }
  * { touch-action: none !important }
</style>
<script>
  for (const type of ['touchstart', 'touchmove', 'touchend'])
    document.addEventListener(type, (event) => event.preventDefault(), { passive: false })
</script>`

/** Frames never come, as in some web views in the background. */
const WITHOUT_FRAMES = `<script>
  window.requestAnimationFrame = () => 1
  window.requestIdleCallback = () => 1
</script>`

/** What analytics, zone libraries and old frameworks do to every page. */
const WRAPPED = `<script>
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const wrappers = new WeakMap()
  const wrapperOf = (listener) => {
    if (typeof listener !== 'function') return listener
    if (!wrappers.has(listener)) wrappers.set(listener, function (event) { return listener.call(this, event) })
    return wrappers.get(listener)
  }
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    return addEventListener.call(this, type, wrapperOf(listener), options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    return removeEventListener.call(this, type, wrapperOf(listener), options)
  }
  for (const [{ prototype }, name] of [[HTMLElement, 'focus'], [String, 'trim'], [Promise, 'then'], [Element, 'attachShadow'], [Window, 'fetch']]) {
    const original = prototype[name] ?? window[name]
    ;(prototype[name] ? prototype : window)[name] = function (...args) { return original.apply(this, args) }
  }
  // WebKit's driver cannot answer in a page where an inherited function is enumerable.
  Object.defineProperty(Object.prototype, 'extend', { value() {}, configurable: true, writable: true })
  Object.prototype.extended = true
  Array.prototype.first = function () { return this[0] }
  String.prototype.startsWith = function (start) { return this.slice(0, start.length) === String(start) }
</script>`

const OVERLAY = `[...document.querySelectorAll('body > div')].find((element) => element.shadowRoot).shadowRoot.querySelector('dialog')`

const CANCELLED_BEFORE = `<script>for (const type of ['pointerdown', 'mousedown', 'touchstart', 'touchend'])
  addEventListener(type, (event) => event.preventDefault(), { capture: true, passive: false })</script>`

/** Adds scripts before the one of Leyden. */
const before = (html: string, scripts: string) =>
  html.replace('<script src="/leyden.js">', (tag) => scripts + tag)

/** Pages that take, change or break what an overlay needs. */
export const hostileShells: Record<string, Shell> = {
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
  'a page without a running requestAnimationFrame': page((shop) => before(plainPage(shop), WITHOUT_FRAMES)),
  'a page that wraps what browsers provide': page((shop) => before(plainPage(shop), WRAPPED)),
  'a late script, after presses were cancelled in capture': {
    ...page(({ bffUrl }) => before(lateGamePage(bffUrl, 'window, capturing'), CANCELLED_BEFORE)),
    isLate: true,
  },
  'a game in a closed shadow root': { ...page(({ bffUrl }) => inClosedRoot(bffUrl)), canvas: 'gameCanvas' },
  'a page that cancels every touch': {
    ...page(({ bffUrl }) => gamePage(bffUrl, GAME_LISTENER, TOUCHES_CANCELLED)),
    viewport: { width: 380, height: 500 },
    async withInvoice(game) {
      await game.swipeUp?.(190, 400, 200)
      if (game.swipeUp) await until(game, `${OVERLAY}.scrollTop > 0`)
    },
  },
  'a page that is zoomed': page(({ bffUrl }) =>
    gamePage(bffUrl, GAME_LISTENER, '<style>html { zoom: 2 }</style>'),
  ),
  'a body that is zoomed, scaled and filtered': page(({ bffUrl }) =>
    gamePage(
      bffUrl,
      GAME_LISTENER,
      '<style>body { zoom: 1.5; transform: scale(0.8); transform-origin: 0 0; filter: hue-rotate(40deg) blur(1px) }</style>',
    ),
  ),
}
