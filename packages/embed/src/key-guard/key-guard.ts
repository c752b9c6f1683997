import { typeFor } from './type-for.js'

/** Keeps keys that are typed in a widget from the page's own listeners. One per page. */
export interface KeyGuard {
  /**
   * Guards the keys whose event path includes this element.
   *
   * @returns a function that ends it
   */
  guard(host: Element): () => void
  /**
   * Guards every key while a modal overlay is open, even if it has lost the focus.
   *
   * @returns a function that ends it
   */
  guardAll(): () => void
  /** Sends the page a `keyup` for every key that is held now, because the real one will not reach it. */
  releaseHeld(): void
  /** Removes the listeners. */
  remove(): void
}

/**
 * Listens on the window in the capture phase. If it is loaded before the game, the game receives no key that is typed in
 * a widget. If it is loaded after a game that listens there too, keys may already be cancelled: it then enters them
 * itself, and calls `onCaptured` once.
 */
export function installKeyGuard(view: Window, { onCaptured }: { onCaptured: () => void }): KeyGuard {
  const hosts = new Set<EventTarget>()
  let modals = 0
  /** Keys that went down outside of widgets and are still held, with the element that received them. */
  const held = new Map<string, { target: EventTarget; down: KeyboardEvent }>()
  /** Keys that went down in a widget: the page receives neither their repeats nor their `keyup`, even after it closed. */
  const swallowed = new Set<string>()
  let warned = false

  const isOurs = (event: Event) => {
    const path = event.composedPath()
    if (path.some((target) => hosts.has(target))) return true
    // A wallet's dialog above the overlay keeps the keys of its own fields.
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
    // It went down in the game, so the game has to receive its end.
    if (held.delete(key)) return
    if (swallowed.delete(key) || isOurs(event)) event.stopImmediatePropagation()
  }

  // There is no keyup for a key that is released while another window has the focus.
  const onBlur = () => {
    held.clear()
    swallowed.clear()
  }

  const listening = new AbortController()
  const { signal } = listening
  view.addEventListener('keydown', onDown, { capture: true, signal })
  view.addEventListener('keypress', onDown, { capture: true, signal })
  view.addEventListener('keyup', onUp, { capture: true, signal })
  view.addEventListener('blur', onBlur, { signal })

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
    remove: () => listening.abort(),
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
