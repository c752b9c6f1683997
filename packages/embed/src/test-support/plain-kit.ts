import type { Ending } from '../widget/outcome.js'
import type { WidgetKit, WidgetReports } from '../widget/widget.js'

/**
 * A widget with a field, a link and a button, for tests of the code around widgets. `handed` has the options of each
 * mount and update.
 */
export function plainKit(ending: () => Ending = () => ({ status: 'cancelled' })) {
  const lives = { mounted: 0, unmounted: 0 }
  const handed: object[] = []
  let late: ((ending: Ending) => void) | undefined
  let onEvent: WidgetReports['onEvent']
  const kit: WidgetKit = {
    css: '.leyden { display: block }',
    mount(_kind, root, options, _settings, { onDone, onEvent: sendEvent }) {
      lives.mounted++
      onEvent = sendEvent
      handed.push(options)
      const field = document.createElement('input')
      field.setAttribute('aria-label', 'Note')
      const link = document.createElement('a')
      link.href = 'lightning:lnbcrt1'
      link.textContent = 'Open wallet'
      const done = document.createElement('button')
      done.textContent = 'Done'
      done.addEventListener('click', () => onDone?.())
      root.append(field, link, done)
      return {
        update: (next) => void handed.push(next),
        ending,
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
  const report: NonNullable<WidgetReports['onEvent']> = (name, detail) => onEvent?.(name, detail)
  return { kit, lives, handed, payLate: (ending: Ending) => late?.(ending), report }
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
