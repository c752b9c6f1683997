import { isOnline } from '@leyden/react/options'
import { embedMessages } from './languages/embed-messages.js'
import type { EmbedSettings, Kind, OptionsOf, PayOptions } from './settings/settings.js'
import { append } from './style/append.js'

/** `slow`: it takes so long that people need a message. */
export type LoadingStatus = 'loading' | 'slow' | 'failed'

/**
 * Draws the card of a widget while its code is loading, or if it cannot be loaded. It has the height of the widget.
 *
 * @param onRetry called when the person presses "Try again"
 */
export function drawLoadingCard(
  card: HTMLElement,
  kind: Kind,
  options: OptionsOf[Kind],
  settings: EmbedSettings,
  status: LoadingStatus,
  onRetry: () => void,
): void {
  const { t, locale = 'en', isRightToLeft } = embedMessages(settings)
  const { radius, font } = settings.theme ?? {}
  const title = t(kind === 'pay' ? 'payTitle' : 'rampTitle')
  const hasFailed = status === 'failed'
  const height = kind === 'pay' ? payHeight(options as PayOptions) : RAMP_HEIGHT
  Object.assign(card, {
    className: 'loading',
    tabIndex: -1,
    lang: locale,
    dir: isRightToLeft ? 'rtl' : 'ltr',
  })
  Object.assign(card.dataset, { scheme: settings.colorScheme ?? 'auto', state: status })
  card.setAttribute('aria-label', title)
  card.setAttribute('aria-busy', String(!hasFailed))
  card.style.minBlockSize = `${height}px`
  if (radius !== undefined) card.style.setProperty('--leyden-radius-card', `${radius}px`)
  if (font !== undefined) card.style.setProperty('--leyden-font', font)

  card.replaceChildren()
  append(card, 'h2', { textContent: title })
  // As in the widgets: some browsers load a file that has failed only after a reload.
  const failure = isOnline() ? `${t('noConnection')} ${t('reloadPage')}` : t('errorOffline')
  const reason = hasFailed ? failure : t('requestSlow')
  const line = append(card, 'p', { textContent: status === 'loading' ? '' : reason })
  line.setAttribute('role', 'status')
  if (!hasFailed) return
  const onclick = () => {
    // The button disappears, so the focus moves here.
    card.focus({ preventScroll: true })
    onRetry()
  }
  append(card, 'button', { type: 'button', textContent: t('tryAgain'), onclick })
  // A file that cannot be loaded in a frame can often be loaded in a separate page.
  if (window.parent === window) return
  const link = { href: location.href, target: '_blank', rel: 'noopener noreferrer' }
  append(card, 'a', { ...link, textContent: t('openInTab') })
}

/** The height of the widgets' first views at a large width, in CSS pixels, so that nothing below moves. */
const RAMP_HEIGHT = 192

/** The place of the note, which the form keeps while a fixed address is looked up. */
const NOTE_HEIGHT = 92

function payHeight({ address, amountSats, description, intent }: PayOptions): number {
  if (intent !== undefined) return 272
  if (address === undefined) return amountSats === undefined ? 371 : 300
  return (amountSats === undefined ? 342 : 272) + (description === undefined ? NOTE_HEIGHT : 0)
}
