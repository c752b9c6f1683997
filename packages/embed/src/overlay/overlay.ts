import { adoptStyles } from '../widget/style/adopt-styles.js'
import { append } from '../widget/style/append.js'
import hostCss from '../widget/style/host.css?inline'
import overlayCss from './overlay.css?inline'

interface OverlayOptions {
  /** The styles of the widget inside. */
  css: string
  /** Whether the widget gets the whole screen of a phone. */
  fillsPhone: boolean
  colorScheme: 'light' | 'dark' | 'auto'
  nonce: string | undefined
  /** The person pressed the button, Escape or B, or the page removed the overlay. */
  onDismiss: () => void
}

/**
 * Shows a modal dialog in its own shadow root. Only a dialog of `showModal` is visible and clickable over a fullscreen
 * element, and a page's `dialog { display: none !important }` does not apply in a shadow root.
 */
export function showOverlay({ css, fillsPhone, colorScheme, nonce, onDismiss }: OverlayOptions) {
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow, css + overlayCss + hostCss, nonce)
  // The focus starts on the dialog itself, because on a phone focusing the first field would open the keyboard.
  const dialog = append(shadow, 'dialog', { tabIndex: -1 })
  const room = append(dialog, 'div', { className: fillsPhone ? 'room full' : 'room' })
  const panel = append(room, 'div', { className: 'panel' })
  panel.dataset.scheme = colorScheme
  const root = append(panel, 'div', { className: 'root' })
  const properties = { type: 'button', className: 'close', textContent: '×', onclick: onDismiss } as const
  const cross = append(panel, 'button', properties)

  const closing = new AbortController()
  const { signal } = closing
  /** The number of pending works for which the overlay is hidden. */
  let aside = 0
  const showOnTop = (focused: Element | null) => {
    dialog.showModal()
    ;(focused instanceof HTMLElement ? focused : dialog).focus({ preventScroll: true })
  }
  const onCancel = (event: Event) => {
    // The overlay closes the dialog itself, because a dialog that the browser closes would leave the game paused.
    event.preventDefault()
    onDismiss()
  }
  // Some browsers close the dialog on a second Escape without a cancel event.
  const onClose = () => {
    if (aside === 0 && !dialog.open) onDismiss()
  }
  // An element that becomes fullscreen while the overlay is open covers it, and invisible buttons below could be
  // clicked. Showing the dialog again moves it to the top; nothing inside is loaded again.
  const showAgain = () => {
    if (aside > 0 || !host.isConnected) return
    const { activeElement } = shadow
    const { scrollTop } = dialog
    dialog.close()
    showOnTop(activeElement)
    dialog.scrollTop = scrollTop
  }
  // The overlay is laid out for the window, whose size is all that media queries know: in a page that is zoomed, the QR
  // code would not fit. WebKit also answers container queries there for another width.
  const cancelZoom = () => {
    let zoom = 1
    for (let around = host.parentElement; around; around = around.parentElement)
      zoom *= Number(getComputedStyle(around).zoom) || 1
    dialog.style.zoom = String(1 / zoom)
  }
  // In the middle, until the person types or presses: then the panel grows downwards while there is room, so that
  // nothing moves under a finger. The style sheet lays it out, because a script that does it in an observer lays out
  // twice, with a scroll bar between, which browsers report as an error of the page.
  let top = Number.POSITIVE_INFINITY
  const keepPlace = () => {
    // What is above the panel now, so nothing changes size.
    top = Math.min(top, Number.parseFloat(getComputedStyle(room, '::before').height) || 0)
    room.style.setProperty('--top', `${top}px`)
    room.classList.add('used')
  }
  const sizes = new ResizeObserver(() => room.matches('.used') && keepPlace())
  sizes.observe(dialog)
  sizes.observe(panel)
  dialog.addEventListener('pointerdown', keepPlace, { signal, capture: true, once: true })
  dialog.addEventListener('input', keepPlace, { signal, capture: true, once: true })
  dialog.addEventListener('cancel', onCancel, { signal })
  dialog.addEventListener('close', onClose, { signal })
  document.addEventListener('fullscreenchange', showAgain, { signal })
  window.addEventListener('resize', cancelZoom, { signal })
  // A game that clears its page removes the overlay, which fires no event.
  const lost = setInterval(() => {
    if (!host.isConnected) onDismiss()
  }, 500)
  ;(document.body ?? document.documentElement).append(host)
  cancelZoom()
  showOnTop(dialog)

  return {
    host,
    shadow,
    /** The element for the widget. */
    root,
    /** @param label the accessible name of the dialog */
    setTexts(label: string, closeLabel: string, direction: 'ltr' | 'rtl') {
      dialog.setAttribute('aria-label', label)
      cross.setAttribute('aria-label', closeLabel)
      panel.dir = direction
    },
    /**
     * Hides the overlay while `work` is pending, such as the dialog of a wallet, because a modal dialog covers
     * everything else and makes it inert.
     */
    async stepAside<T>(work: () => Promise<T>): Promise<T> {
      const { activeElement } = shadow
      aside++
      dialog.close()
      try {
        return await work()
      } finally {
        aside--
        if (!signal.aborted && aside === 0 && host.isConnected) showOnTop(activeElement)
      }
    },
    close() {
      closing.abort()
      sizes.disconnect()
      clearInterval(lost)
      dialog.close()
      host.remove()
    },
  }
}

export type Overlay = ReturnType<typeof showOverlay>
