/** Not the ends of presses: the game has to receive the end of a press that began before. */
const POINTER_EVENTS = [
  'pointerdown',
  'pointermove',
  'pointerover',
  'mousedown',
  'mousemove',
  'mouseover',
  'touchstart',
  'touchmove',
  'wheel',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
]

/**
 * Stops pointer events at the host of a widget, because games listen for clicks on the window.
 *
 * @returns a function that removes the listeners
 */
export function stopPointerEvents(host: Element): () => void {
  const stop = (event: Event) => event.stopPropagation()
  for (const name of POINTER_EVENTS) host.addEventListener(name, stop, { passive: true })
  return () => {
    for (const name of POINTER_EVENTS) host.removeEventListener(name, stop)
  }
}
