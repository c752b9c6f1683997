import { barePage } from './widget-page.js'

/** The ways in which games listen for keys. `take` records each key in `window.seen` and cancels it, like engines do. */
const LISTENERS = {
  'window, bubbling': `window.addEventListener(type, take)`,
  'window, capturing': `window.addEventListener(type, take, true)`,
  'document, bubbling': `document.addEventListener(type, take)`,
  'document, capturing': `document.addEventListener(type, take, true)`,
  'its canvas': `canvas.addEventListener(type, take)`,
  'window, fields left alone': `window.addEventListener(type, (e) => /INPUT|TEXTAREA/.test(e.target.tagName) || take(e))`,
} as const

export type KeyListener = keyof typeof LISTENERS
export const keyListeners = Object.keys(LISTENERS) as KeyListener[]

const CANVAS = `<div id="shell"><canvas id="game" width="640" height="360" tabindex="0"></canvas></div>`

/** The game's own code: `seen` are the keys that it received, `down` those that are held. */
export function gameCode(keyListener: KeyListener): string {
  return `
    const canvas = document.querySelector('canvas')
    canvas.getContext('2d').fillStyle = '#063'
    canvas.getContext('2d').fillRect(0, 0, 640, 360)
    window.seen = []
    window.down = new Set()
    const take = (event) => {
      seen.push(event.type + ' ' + event.code)
      if (event.type === 'keydown') down.add(event.code)
      if (event.type === 'keyup') down.delete(event.code)
      event.preventDefault()
    }
    for (const type of ['keydown', 'keyup', 'keypress']) ${LISTENERS[keyListener]}
    canvas.focus()`
}

const game = (keyListener: KeyListener) => `<script>${gameCode(keyListener)}</script>`

/** A canvas game that takes every key, with the script of Leyden first in the head. */
export function gamePage(bffUrl: string, keyListener: KeyListener, head = '', more = ''): string {
  return barePage(bffUrl, { head, body: CANVAS + game(keyListener) + more })
}

/** The same game, with the script of Leyden after it. */
export function lateGamePage(bffUrl: string, keyListener: KeyListener): string {
  return `<!doctype html><meta charset="utf-8"><title>Late</title>${CANVAS}${game(keyListener)}
<script src="/leyden.js"></script><script>Leyden.configure({ bffUrl: '${bffUrl}' })</script>`
}
