import type { Kind } from './settings/settings.js'

/** Detects when somebody points at or focuses an element that opens a widget: `data-leyden-opener="pay"` or `"ramp"`. */
export function onIntent(act: (kind: Kind) => void, signal: AbortSignal): void {
  const onEvent = ({ target }: Event) => {
    const opener = target instanceof Element && target.closest<HTMLElement>('[data-leyden-opener]')
    if (opener) act(opener.dataset.leydenOpener === 'ramp' ? 'ramp' : 'pay')
  }
  for (const name of ['pointerover', 'focusin'])
    document.addEventListener(name, onEvent, { capture: true, passive: true, signal })
}
