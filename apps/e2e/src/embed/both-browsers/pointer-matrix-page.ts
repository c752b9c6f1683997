import { rows } from '../../harness/rows.js'
import { barePage } from '../widget-page.js'

const TYPES = ['mousedown', 'pointerdown', 'touchstart', 'touchend', 'click']
/** Only a script that was loaded before the game gets these events before it. */
const CAPTURING = TYPES.map((type) => `cancels ${type} on window, capturing`)
const BUBBLING = TYPES.map((type) => `cancels ${type} on document, bubbling`)
const focusing = (type: string) => `focuses its canvas on ${type}`
export const FOCUSES_ALWAYS = 'focuses its canvas all the time'

/**
 * The ways in which games handle presses, one for each row; in all rows every key is cancelled on the window. The page
 * is plain and the rows are text, so that every driver can test them.
 */
export const pointerRows = rows(
  [...CAPTURING, focusing('pointerup'), FOCUSES_ALWAYS],
  [...BUBBLING, focusing('mouseup'), focusing('click'), 'nothing'],
)

const MATRIX = `
  const canvas = document.querySelector('canvas')
  const element = document.querySelector('pay-to-lightning-address')
  const hosts = () => [element, ...document.querySelectorAll('body > div')].filter((host) => host.shadowRoot)
  const field = (where) => hosts().at(where === 'overlay' ? 1 : 0)?.shadowRoot.querySelector('input')
  const cancel = (event) => event.preventDefault()
  window.matrix = {
    row: 'nothing',
    received: [],
    touches: 0,
    ticks: 0,
    start(row) {
      field('overlay')?.blur()
      field('inline')?.blur()
      this.row = row
      this.received.length = 0
      this.ticks = 0
    },
    point(where) {
      const box = field(where)?.getBoundingClientRect()
      return box?.width ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } : null
    },
    /** Returns the typed text, which it deletes, and the events that the page received. */
    readAndClear(where) {
      const input = field(where)
      const { value } = input
      const received = this.received.join()
      input.select()
      document.execCommand('delete')
      return { typed: value, received }
    },
  }
  const types = ['keydown', 'keypress', 'keyup', 'pointerdown', 'pointermove', 'pointerup', 'mousedown', 'mousemove', 'mouseup',
    'touchstart', 'touchmove', 'touchend', 'wheel', 'click', 'contextmenu']
  for (const type of types) {
    const options = { passive: false }
    addEventListener(type, (event) => {
      if (event.composedPath().some((target) => hosts().includes(target))) matrix.received.push(type)
      if (type.startsWith('key')) cancel(event)
      if (matrix.row === 'cancels ' + type + ' on window, capturing') cancel(event)
    }, { ...options, capture: true })
    document.addEventListener(type, (event) => {
      if (matrix.row === 'cancels ' + type + ' on document, bubbling') cancel(event)
      if (matrix.row === 'focuses its canvas on ' + type) canvas.focus()
    }, options)
  }
  addEventListener('touchstart', () => matrix.touches++)
  setInterval(() => {
    matrix.ticks++
    if (matrix.row === '${FOCUSES_ALWAYS}') canvas.focus()
  }, 20)`

/** A page with a canvas, an element without an address, and `window.matrix`, with the script before or after the game. */
export function pointerMatrixPage(bffUrl: string, script: 'first' | 'late'): string {
  const body = `<canvas tabindex="0" width="300" height="80"></canvas><pay-to-lightning-address></pay-to-lightning-address>`
  const page = barePage(bffUrl, { body: `${body}<script>${MATRIX}</script>` })
  const tag = '<script src="/leyden.js"></script>'
  return script === 'first' ? page : page.replace(tag, '').replace('<script>Leyden.', `${tag}<script>Leyden.`)
}
