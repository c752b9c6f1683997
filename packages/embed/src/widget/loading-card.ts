import { embedMessages } from '../languages/embed-messages.js'
import { onLanguagesChange } from '../languages/languages.js'
import type { EmbedSettings, Kind } from '../settings/settings.js'
import type { OptionsOf, PayOptions } from './options.js'

/** `slow`: it takes so long that people need a message. */
export type LoadingStatus = 'loading' | 'slow' | 'failed'

/**
 * The card of a widget while its code is loading, or if it cannot be loaded. It has the height of the widget.
 *
 * @param onRetry called when the person presses "Try again"
 */
export function createLoadingCard(kind: Kind, root: HTMLElement, onRetry: () => void) {
  const { ownerDocument: document } = root
  const card = document.createElement('section')
  card.className = 'loading'
  card.tabIndex = -1
  root.append(card)
  let redraw = () => {}
  const stop = onLanguagesChange(() => redraw())

  const add = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, parent: Element, text = '') => {
    const element = document.createElement(tag)
    element.textContent = text
    parent.append(element)
    return element
  }

  const draw = (options: OptionsOf[Kind], settings: EmbedSettings, status: LoadingStatus) => {
    const { t, locale = 'en', isRightToLeft } = embedMessages(settings)
    const { radius, font } = settings.theme ?? {}
    const title = t(kind === 'pay' ? 'payTitle' : 'rampTitle')
    const failed = status === 'failed'
    card.replaceChildren()
    card.setAttribute('aria-label', title)
    card.setAttribute('aria-busy', String(!failed))
    card.lang = locale
    card.dir = isRightToLeft ? 'rtl' : 'ltr'
    card.dataset.scheme = settings.colorScheme ?? 'auto'
    card.dataset.state = status
    if (radius !== undefined) card.style.setProperty('--leyden-radius-card', `${radius}px`)
    if (font !== undefined) card.style.setProperty('--leyden-font', font)
    card.style.minBlockSize = `${kind === 'pay' ? payHeight(options as PayOptions) : RAMP_HEIGHT}px`

    add('h2', card, title)
    const line = add('p', card)
    line.setAttribute('role', 'status')
    if (status === 'loading') return
    line.textContent = !navigator.onLine ? t('errorOffline') : t(failed ? 'noConnection' : 'requestSlow')
    if (!failed) return
    const again = add('button', card, t('tryAgain'))
    again.type = 'button'
    again.addEventListener('click', () => {
      // The button disappears, so the focus moves here.
      card.focus({ preventScroll: true })
      onRetry()
    })
    // A file that cannot be loaded in a frame can often be loaded in a separate page.
    if (window.parent === window) return
    const link = add('a', card, t('openInTab'))
    link.href = location.href
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }

  return {
    show(options: OptionsOf[Kind], settings: EmbedSettings, status: LoadingStatus) {
      redraw = () => draw(options, settings, status)
      redraw()
    },
    remove() {
      stop()
      card.remove()
    },
  }
}

/** The height of the widgets' first views at a large width, in CSS pixels, so that nothing below moves. */
const RAMP_HEIGHT = 188

function payHeight({ address, amountSats, intent }: PayOptions): number {
  if (address === undefined && intent === undefined) return amountSats === undefined ? 371 : 300
  return amountSats === undefined && intent === undefined ? 342 : 272
}
