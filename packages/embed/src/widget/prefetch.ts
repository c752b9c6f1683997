import type { Kind } from './settings/settings.js'

/** Runs a function when the page has loaded. */
export function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work, { once: true })
}

/** Runs a function when the page has loaded and is idle; never if the browser saves data. */
export function whenIdle(work: () => void): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const { requestIdleCallback = (run: () => void) => setTimeout(run, 1_000) } = window
  if (!connection?.saveData) whenLoaded(() => requestIdleCallback(work))
}

/** Detects when somebody points at or focuses an element that opens a widget: `data-leyden-opener="pay"` or `"ramp"`. */
export function onIntent(act: (kind: Kind) => void, signal: AbortSignal): void {
  const onEvent = ({ target }: Event) => {
    const opener = target instanceof Element && target.closest<HTMLElement>('[data-leyden-opener]')
    if (opener) act(opener.dataset.leydenOpener === 'ramp' ? 'ramp' : 'pay')
  }
  for (const name of ['pointerover', 'focusin'])
    document.addEventListener(name, onEvent, { capture: true, passive: true, signal })
}
