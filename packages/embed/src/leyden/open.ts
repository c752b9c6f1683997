import { putGameAside } from '../game/around-game.js'
import { followGamepads } from '../gamepad/gamepad-focus.js'
import type { KeyGuard } from '../key-guard/key-guard.js'
import { embedMessages } from '../languages/embed-messages.js'
import { onLanguagesChange } from '../languages/languages.js'
import { type Ending, type Outcome, outcomeOf } from '../outcome/outcome.js'
import { interceptLinks } from '../overlay/intercept-links.js'
import { keepPointer } from '../overlay/keep-pointer.js'
import { createOverlay } from '../overlay/overlay.js'
import type { EmbedSettings, Kind } from '../settings/settings.js'
import type { OptionsOf } from '../widget/options.js'
import type { Widget, WidgetKit } from '../widget/widget.js'
import type { Emitter } from './events.js'

/** The promise of an overlay's outcome, and the overlay itself. */
export interface Handle extends Promise<Outcome> {
  readonly id: string
  /** Closes the overlay; the promise resolves with how things stand. */
  close(): void
}

export interface OpenContext {
  settings: EmbedSettings
  kit: WidgetKit
  keys: KeyGuard
  pointer: { release(): void }
  emitter: Emitter
}

/** Opens the overlay. Everything that it does to the page is undone when it closes, whatever fails between. */
export function openOverlay<K extends Kind>(
  kind: K,
  options: OptionsOf[K],
  { settings, kit, keys, pointer, emitter }: OpenContext,
  id: string,
): Handle {
  const { promise, resolve } = deferred<Outcome>()
  const undo: (() => void)[] = []
  let widget: Widget | undefined
  let closed = false

  const close = (failure?: Ending) => {
    if (closed) return
    closed = true
    const ending = failure ?? widget?.ending() ?? { status: 'cancelled' }
    if (widget && (ending.status === 'pending' || ending.status === 'unconfirmed')) followOn(widget)
    for (const step of undo.reverse()) attempt(step)
    const outcome = outcomeOf(id, kind, ending)
    emitter.emit('close', { id, kind })
    emitter.emit('outcome', outcome)
    resolve(outcome)
  }

  const followOn = (left: Widget) => {
    const life = new AbortController()
    left.follow(life.signal, (ending) => {
      if (life.signal.aborted) return
      life.abort()
      emitter.emit('outcome', outcomeOf(id, kind, ending))
    })
  }

  try {
    // A locked pointer goes on clicking the game through any dialog.
    document.exitPointerLock?.()
    keys.releaseHeld()
    pointer.release()
    undo.push(putGameAside(settings.game))
    const overlay = createOverlay({
      document,
      css: kit.css,
      colorScheme: settings.colorScheme ?? 'auto',
      ...(settings.nonce !== undefined && { nonce: settings.nonce }),
      onDismiss: () => close(),
    })
    undo.push(() => overlay.close())
    const speakAround = () => {
      const { say, isRightToLeft } = embedMessages(settings)
      overlay.speak({
        label: say(kind === 'pay' ? 'payTitle' : 'rampTitle'),
        closeLabel: say('rampClose'),
        direction: isRightToLeft ? 'rtl' : 'ltr',
      })
    }
    speakAround()
    undo.push(onLanguagesChange(speakAround))
    undo.push(keys.guardAll(), keys.guard(overlay.host), keepPointer(overlay.host))
    undo.push(interceptLinks(overlay.shadow, settings))
    // Shown first: what is measured or focused while it is drawn has a size then.
    overlay.show()
    widget = kit.mount(kind, overlay.root, inOverlay(kind, options), settings, { onDone: () => close() })
    const { unmount } = widget
    undo.push(unmount)
    undo.push(followGamepads(overlay.shadow, { onClose: () => close() }))
    emitter.emit('open', { id, kind })
  } catch (error) {
    console.error('Leyden could not open.', error)
    close({ status: 'error', code: 'UNKNOWN', retryable: false })
  }
  return Object.assign(promise, { id, close: () => close() })
}

/**
 * It was opened by a click, and it is a dialog already. A foreign page cannot be framed in an isolated one
 * without `credentialless`, unless it sends headers for it, which a page cannot see: then by link and code.
 */
function inOverlay<K extends Kind>(kind: K, options: OptionsOf[K]): OptionsOf[K] {
  if (kind !== 'ramp') return options
  const canFrame = !window.crossOriginIsolated || 'credentialless' in HTMLIFrameElement.prototype
  return { autoStart: true, presentation: canFrame ? 'inline' : 'tab', ...options }
}

function attempt(step: () => void): void {
  try {
    step()
  } catch (error) {
    console.error('Leyden could not clean up.', error)
  }
}

/** `Promise.withResolvers` is younger than the browsers we support. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
