import { typeFor } from './type-for.js'

/** Keeps what is typed in a widget away from the page's own key listeners. One per page. */
export interface KeyGuard {
  /** Keys whose path leads through this element are the widget's. Returns the way back. */
  guard(host: Element): () => void
  /** While a modal overlay is open no key is the game's, not even with the focus lost. Returns the way back. */
  guardAll(): () => void
  /** Tells the page that every key which is held now was let go: its real `keyup` will not reach it. */
  releaseHeld(): void
  /** Takes the listeners away. */
  remove(): void
}

/**
 * Listens on the window in the capture phase. Loaded before the game it comes first, and the game sees nothing
 * of what is typed in a widget. Loaded after a game that does the same, it finds keys already cancelled: it then
 * types them itself and calls `onCaptured`, once.
 */
export function installKeyGuard(view: Window, { onCaptured }: { onCaptured: () => void }): KeyGuard {
  const hosts = new Set<EventTarget>()
  let modals = 0
  /** Down since before they were ours, with the element that saw them. */
  const held = new Map<string, { target: EventTarget; down: KeyboardEvent }>()
  /** Went down in a widget: their repeats and their end are nobody else's, even when the widget has closed. */
  const swallowed = new Set<string>()
  let warned = false

  const isOurs = (event: Event) => {
    const path = event.composedPath()
    if (path.some((target) => hosts.has(target))) return true
    // A wallet's own window above ours keeps its fields.
    return modals > 0 && !isEditable(path[0])
  }

  const onDown = (event: KeyboardEvent) => {
    const key = event.code || event.key
    if (!isOurs(event)) {
      if (event.repeat && swallowed.has(key)) {
        event.stopImmediatePropagation()
        return
      }
      swallowed.delete(key)
      const target = event.composedPath()[0]
      if (event.type === 'keydown' && target) held.set(key, { target, down: event })
      return
    }
    if (event.type === 'keydown') {
      swallowed.add(key)
      if (event.defaultPrevented && event.isTrusted) {
        if (!warned) onCaptured()
        warned = true
        typeFor(event)
      }
    }
    event.stopImmediatePropagation()
  }

  const onUp = (event: KeyboardEvent) => {
    const key = event.code || event.key
    // It went down in the game, so the game has to see it come up.
    if (held.delete(key)) return
    if (swallowed.delete(key) || isOurs(event)) event.stopImmediatePropagation()
  }

  // A key let go while another window had the focus never says so.
  const onBlur = () => {
    held.clear()
    swallowed.clear()
  }

  view.addEventListener('keydown', onDown, true)
  view.addEventListener('keypress', onDown, true)
  view.addEventListener('keyup', onUp, true)
  view.addEventListener('blur', onBlur)

  return {
    guard(host) {
      hosts.add(host)
      return () => void hosts.delete(host)
    },
    guardAll() {
      modals++
      let active = true
      return () => {
        if (active) modals--
        active = false
      }
    },
    releaseHeld() {
      const letGo = [...held.values()]
      for (const { target, down } of letGo) target.dispatchEvent(keyUpOf(down))
      held.clear()
    },
    remove() {
      view.removeEventListener('keydown', onDown, true)
      view.removeEventListener('keypress', onDown, true)
      view.removeEventListener('keyup', onUp, true)
      view.removeEventListener('blur', onBlur)
    },
  }
}

/** Engines still read `keyCode`, which the constructor of an event cannot set. */
function keyUpOf(down: KeyboardEvent): KeyboardEvent {
  const { key, code, location, keyCode } = down
  const event = new KeyboardEvent('keyup', {
    key,
    code,
    location,
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  Object.defineProperties(event, { keyCode: { value: keyCode }, which: { value: keyCode } })
  return event
}

function isEditable(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}
