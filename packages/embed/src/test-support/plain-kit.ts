import type { Outcome } from '@leyden/react/options'
import type { WidgetKit, WidgetReport } from '../widget/widget.js'

/**
 * A widget with a field, a link and a button, for tests of the code around widgets. `handed` has the options of each
 * mount and update.
 */
export function plainKit(outcome: () => Outcome = () => ({ status: 'cancelled' })) {
  const lives = { mounted: 0, unmounted: 0 }
  const handed: object[] = []
  let late: ((outcome: Outcome) => void) | undefined
  let report: ((event: WidgetReport) => void) | undefined
  const kit: WidgetKit = {
    css: '.leyden { display: block }',
    mount(_kind, root, options, _settings, onEvent) {
      lives.mounted++
      report = onEvent
      handed.push(options)
      const field = document.createElement('input')
      field.setAttribute('aria-label', 'Note')
      const link = document.createElement('a')
      link.href = 'lightning:lnbcrt1'
      link.textContent = 'Open wallet'
      const done = document.createElement('button')
      done.textContent = 'Done'
      done.addEventListener('click', () => onEvent({ name: 'leyden-close', detail: { by: 'person' } }))
      root.append(field, link, done)
      return {
        update: (next) => void handed.push(next),
        outcome,
        follow: () =>
          new Promise((resolve) => {
            late = resolve
          }),
        unmount() {
          lives.unmounted++
          root.replaceChildren()
        },
      }
    },
  }
  return {
    kit,
    lives,
    handed,
    payLate: (paid: Outcome) => late?.(paid),
    report: (event: WidgetReport) => report?.(event),
  }
}

/** The one overlay of the page, or undefined. */
export function openDialog():
  | { host: HTMLElement; shadow: ShadowRoot; dialog: HTMLDialogElement }
  | undefined {
  for (const host of document.querySelectorAll<HTMLElement>('body > div')) {
    const dialog = host.shadowRoot?.querySelector('dialog')
    if (host.shadowRoot && dialog) return { host, shadow: host.shadowRoot, dialog }
  }
  return undefined
}
