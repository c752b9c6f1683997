import { rememberClosedRoots } from './closed-roots.js'
import { copyOf, handOn } from './hand-on.js'
import { keepFocus } from './keep-focus.js'
import { keepUnlocked } from './keep-unlocked.js'
import { createLatePress } from './late-press.js'
import { quietGamepads } from './quiet-gamepads.js'
import { typeFor } from './type-for.js'

/** Separates keys, pointers, gamepads and the pointer lock of widgets from those of the page. One per page. */
export type Guard = ReturnType<typeof installGuard>

/**
 * The keys and buttons that are down, with the side (page or widget) that received the press. The same side receives
 * the release.
 */
interface Press {
  ours: boolean
  target: EventTarget
  down: KeyboardEvent | MouseEvent
}

const DOWN = ['keydown', 'pointerdown', 'mousedown']
const UP = ['keyup', 'pointerup', 'pointercancel', 'mouseup']
const MOVE = ['keypress', 'pointermove', 'mousemove']
/**
 * Events that belong to the widget if their target does. Pages cancel the last five to prevent menus, selection and
 * browser shortcuts.
 */
const OTHERS =
  'pointerover pointerout mouseover mouseout touchstart touchmove touchend touchcancel wheel click dblclick auxclick contextmenu selectstart dragstart copy cut paste'

/**
 * Listens on the window in the capture phase. If it is loaded before the page's own scripts, the page gets no event of
 * a widget, and cannot cancel one. If it is loaded after a game that listens there too, keys and presses may already be
 * cancelled. Then it does what the browser would have done, and calls `onCaptured` once.
 *
 * @param signal removes the listeners when it aborts
 */
export function installGuard(view: Window & typeof globalThis, signal: AbortSignal, onCaptured: () => void) {
  const hosts = new Set<EventTarget>()
  const presses = new Map<string, Press>()
  const options = { capture: true, signal }
  const isGuarded = (path: readonly EventTarget[]) => path.some((target) => hosts.has(target))
  let isModal = false
  const letFocusGo = keepFocus(view, options, isGuarded)
  keepUnlocked(view, options, () => isModal)
  const isCancelledPress = createLatePress()
  const innermostTarget = rememberClosedRoots(view, signal)
  const gamepads = quietGamepads(view, signal)
  const { currentScript, scripts } = view.document
  let warned = false

  const isAimedAtUs = (event: Event, path: readonly EventTarget[]) =>
    isGuarded(path) ||
    // A wallet's dialog above the overlay gets the keys of its own fields.
    (isModal && event instanceof KeyboardEvent && !isEditable(path[0]))

  const isOurs = (event: Event, path: readonly EventTarget[]): boolean => {
    const { type } = event
    const name = nameOf(event)
    const known = presses.get(name)
    // A button may have been released outside of the window.
    const isHeld = known && (!(event instanceof MouseEvent) || event.buttons > 0)
    if (MOVE.includes(type) && isHeld) return known.ours
    if (UP.includes(type)) {
      presses.delete(name)
      return known?.ours ?? isAimedAtUs(event, path)
    }
    const ours = isAimedAtUs(event, path)
    if (!DOWN.includes(type)) return ours
    // The key that closed the overlay may still be pressed.
    if (known?.ours && event instanceof KeyboardEvent && event.repeat) return true
    const target = innermostTarget(event)
    if (target) presses.set(name, { ours, target, down: event as KeyboardEvent | MouseEvent })
    return ours
  }

  const onEvent = (event: Event) => {
    const path = event.composedPath()
    const { type, defaultPrevented, isTrusted } = event
    if (!isOurs(event, path)) {
      if (type === 'pointerdown') letFocusGo()
      return
    }
    event.stopImmediatePropagation()
    const [target] = path
    const isKey = event instanceof KeyboardEvent
    if (isKey ? event.key === 'Tab' : type === 'click' && !isEditable(target)) letFocusGo()
    // This is the only event that the widgets themselves listen to.
    if (type === 'click' && target && !hosts.has(target)) handOn(event, target)
    // Widgets do not get the key, and WebKit fires no input event for Enter.
    if (isTrusted && isKey && type === 'keydown' && !defaultPrevented && isEnterInField(event, target)) {
      event.preventDefault()
      typeFor(event)
      return
    }
    if (!isTrusted || !(isKey ? type === 'keydown' && defaultPrevented : isCancelledPress(event, target)))
      return
    if (isKey) typeFor(event)
    if (!warned) onCaptured()
    warned = true
  }
  for (const type of [...DOWN, ...UP, ...MOVE, ...OTHERS.split(' ')])
    view.addEventListener(type, onEvent, { ...options, passive: /^touch|wheel/.test(type) })

  return {
    /**
     * Guards everything that is aimed at this element.
     *
     * @returns a function that ends it
     */
    guard(host: Element): () => void {
      hosts.add(host)
      return () => void hosts.delete(host)
    },
    /**
     * The same for the overlay: while it is open, it gets all keys, also without the focus, the page's gamepads are at
     * rest, and the pointer is not locked.
     *
     * @returns a function that ends it
     */
    guardModal(host: Element): () => void {
      hosts.add(host)
      isModal = true
      view.document.exitPointerLock?.()
      const showGamepads = gamepads.hide()
      return () => {
        hosts.delete(host)
        isModal = false
        showGamepads()
      }
    },
    /** The connected gamepads as they are, for the overlay. */
    readGamepads: gamepads.read,
    /** Whether no script of the page ran before this one, which may have kept functions that the guard replaces. */
    isFirst: currentScript !== null && currentScript === scripts[0],
    /**
     * Sends the page an event that releases every key and button that is held now, because the page will not get the
     * real one.
     */
    releaseHeld(): void {
      const held = [...presses].filter(([, { ours }]) => !ours)
      for (const [name] of held) presses.delete(name)
      for (const [, { target, down }] of held) target.dispatchEvent(endOf(down))
    },
  }
}

function nameOf(event: Event): string {
  if (event instanceof KeyboardEvent) return event.code || event.key
  return event instanceof PointerEvent ? `pointer ${event.pointerId}` : 'mouse'
}

/** The event that releases a key or a button. */
function endOf(down: KeyboardEvent | MouseEvent): Event {
  const end = copyOf(down, down.type.replace('down', 'up'), { buttons: 0 })
  // Engines still read these properties, which the constructor of an event cannot set.
  if (down instanceof KeyboardEvent) {
    const { keyCode } = down
    Object.defineProperties(end, { keyCode: { value: keyCode }, which: { value: keyCode } })
  }
  return end
}

/** 229 is the code of a key of an input method. */
function isEnterInField({ key, keyCode }: KeyboardEvent, target: EventTarget | undefined): boolean {
  return key === 'Enter' && keyCode !== 229 && target instanceof HTMLInputElement
}

function isEditable(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)
  )
}
