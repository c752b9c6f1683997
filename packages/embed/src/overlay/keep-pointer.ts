/** Without the ends of presses: a button held since before has to come up in the game. */
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

/** Games listen for clicks on the window: those on a widget end at its host. Returns the way back. */
export function keepPointer(host: Element): () => void {
  const stop = (event: Event) => event.stopPropagation()
  for (const name of POINTER_EVENTS) host.addEventListener(name, stop, { passive: true })
  return () => {
    for (const name of POINTER_EVENTS) host.removeEventListener(name, stop)
  }
}
