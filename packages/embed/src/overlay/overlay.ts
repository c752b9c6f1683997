import { adoptStyles } from '../style/adopt-styles.js'
import overlayCss from './overlay.css?inline'

interface OverlayOptions {
  /** The styles of the widget inside. */
  css: string
  colorScheme: 'light' | 'dark' | 'auto'
  nonce: string | undefined
  /** The person pressed the button, Escape or B, or the page removed the overlay. */
  onDismiss: () => void
}

const FULLSCREEN_EVENTS = ['fullscreenchange', 'webkitfullscreenchange']

/**
 * A modal dialog in its own shadow root. Only a dialog of `showModal` is visible and clickable over a fullscreen
 * element, and a page's `dialog { display: none !important }` does not apply in a shadow root.
 */
export function createOverlay(options: OverlayOptions) {
  const { onDismiss } = options
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow, options.css + overlayCss, options.nonce)

  const dialog = document.createElement('dialog')
  // The focus starts on the dialog itself, because on a phone focusing the first field would open the keyboard.
  dialog.tabIndex = -1
  const room = append(dialog, 'room')
  const panel = append(room, 'panel')
  panel.dataset.scheme = options.colorScheme
  const root = append(panel, 'root')
  const cross = closeButton(onDismiss)
  panel.append(cross)
  shadow.append(dialog)

  let open = false
  /** The number of pending works for which the overlay is hidden. */
  let aside = 0
  const onCancel = (event: Event) => {
    // The overlay closes the dialog itself, because a dialog that the browser closes would leave the game paused.
    event.preventDefault()
    onDismiss()
  }
  const showOnTop = (focused: Element | null) => {
    dialog.showModal()
    ;(focused instanceof HTMLElement ? focused : dialog).focus({ preventScroll: true })
  }
  // An element that becomes fullscreen while the overlay is open covers it, and invisible buttons below could be
  // clicked. Showing the dialog again moves it to the top; nothing inside is loaded again.
  const showAgain = () => {
    if (!open || aside > 0 || !host.isConnected) return
    const { activeElement } = shadow
    const { scrollTop } = dialog
    dialog.close()
    showOnTop(activeElement)
    dialog.scrollTop = scrollTop
  }
  // Some browsers close the dialog on a second Escape without a cancel event.
  const onClose = () => {
    if (open && aside === 0 && !dialog.open) onDismiss()
  }
  // A game that clears its page removes the overlay, which fires no event.
  let lost: ReturnType<typeof setInterval> | undefined

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
    show() {
      open = true
      ;(document.body ?? document.documentElement).append(host)
      dialog.addEventListener('cancel', onCancel)
      dialog.addEventListener('close', onClose)
      for (const name of FULLSCREEN_EVENTS) document.addEventListener(name, showAgain)
      lost = setInterval(() => {
        if (!host.isConnected) onDismiss()
      }, 500)
      showOnTop(dialog)
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
        if (open && aside === 0 && host.isConnected) showOnTop(activeElement)
      }
    },
    close() {
      open = false
      clearInterval(lost)
      for (const name of FULLSCREEN_EVENTS) document.removeEventListener(name, showAgain)
      dialog.close()
      host.remove()
    },
  }
}

export type Overlay = ReturnType<typeof createOverlay>

function append(parent: Element, className: string): HTMLDivElement {
  const element = document.createElement('div')
  element.className = className
  parent.append(element)
  return element
}

function closeButton(onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'close'
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 14 14')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', 'M2 2l10 10M12 2L2 12')
  svg.append(path)
  button.append(svg)
  button.addEventListener('click', onClick)
  return button
}
