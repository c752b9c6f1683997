import { adoptStyles } from '../style/adopt-styles.js'
import overlayCss from './overlay.css?inline'

export interface OverlayOptions {
  document: Document
  /** Styles of what is shown inside. */
  css: string
  colorScheme: 'light' | 'dark' | 'auto'
  nonce?: string
  /** Asked to close: the button, Escape, B, or the page took the overlay away. */
  onDismiss: () => void
}

interface OverlayWords {
  /** What the dialog is, for those who hear it. */
  label: string
  closeLabel: string
  direction: 'ltr' | 'rtl'
}

export interface Overlay {
  readonly host: HTMLElement
  readonly shadow: ShadowRoot
  /** Where the widget goes. */
  readonly root: HTMLElement
  speak(words: OverlayWords): void
  show(): void
  close(): void
}

const FULLSCREEN_EVENTS = ['fullscreenchange', 'webkitfullscreenchange']

/**
 * A modal dialog in a shadow root of its own. Only `showModal` is drawn and can be clicked over an element in
 * fullscreen, and a page's `dialog { display: none !important }` does not reach it there.
 */
export function createOverlay(options: OverlayOptions): Overlay {
  const { document, onDismiss } = options
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow, options.css + overlayCss, options.nonce)

  const dialog = document.createElement('dialog')
  // Focus starts on the dialog itself: on a phone the first field would bring up the keyboard.
  dialog.tabIndex = -1
  const room = append(dialog, 'div', 'room')
  const panel = append(room, 'div', 'panel')
  panel.dataset.scheme = options.colorScheme
  const root = append(panel, 'div', 'root')
  const cross = closeButton(document, onDismiss)
  panel.append(cross)
  shadow.append(dialog)

  let open = false
  const onCancel = (event: Event) => {
    // Closing is ours to do: a dialog that closes by itself would leave the game paused.
    event.preventDefault()
    onDismiss()
  }
  // An element that goes fullscreen while we are open is painted over us, and our buttons stay clickable
  // without being seen. Showing again puts us on top; nothing inside is loaded again.
  const showAgain = () => {
    if (!open || !host.isConnected) return
    const { activeElement } = shadow
    const { scrollTop } = dialog
    dialog.close()
    dialog.showModal()
    ;(activeElement instanceof HTMLElement ? activeElement : dialog).focus({ preventScroll: true })
    dialog.scrollTop = scrollTop
  }
  // Some browsers close on a second Escape without asking.
  const onClose = () => {
    if (open && !dialog.open) onDismiss()
  }
  // Told to nobody: a game that clears its page takes the overlay with it.
  let lost: ReturnType<typeof setInterval> | undefined

  return {
    host,
    shadow,
    root,
    speak({ label, closeLabel, direction }) {
      dialog.setAttribute('aria-label', label)
      cross.setAttribute('aria-label', closeLabel)
      panel.dir = direction
    },
    show() {
      if (open) return
      open = true
      const parent = document.body ?? document.documentElement
      parent.append(host)
      dialog.addEventListener('cancel', onCancel)
      dialog.addEventListener('close', onClose)
      for (const name of FULLSCREEN_EVENTS) document.addEventListener(name, showAgain)
      lost = setInterval(() => {
        if (!host.isConnected) onDismiss()
      }, 500)
      dialog.showModal()
      dialog.focus({ preventScroll: true })
    },
    close() {
      if (!open) return
      open = false
      clearInterval(lost)
      for (const name of FULLSCREEN_EVENTS) document.removeEventListener(name, showAgain)
      dialog.close()
      host.remove()
    },
  }
}

function append(parent: Element, name: 'div', className: string): HTMLDivElement {
  const element = parent.ownerDocument.createElement(name)
  element.className = className
  parent.append(element)
  return element
}

function closeButton(document: Document, onClick: () => void): HTMLButtonElement {
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
