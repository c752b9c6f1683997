import { messageReference } from '@leyden/core/internal'
import { isFinalOutcome, type Outcome } from '@leyden/react/options'
import type { Guard } from '../guard/guard.js'
import { interceptLinks } from '../widget/intercept-links.js'
import { embedMessages } from '../widget/languages/embed-messages.js'
import { onLanguagesChange } from '../widget/languages/languages.js'
import { outcomeOf, type WidgetOutcome } from '../widget/outcome.js'
import type { EmbedSettings, GameHooks, Kind, OptionsOf } from '../widget/settings/settings.js'
import type { Widget, WidgetKit } from '../widget/widget.js'
import { attempt, type Emitter } from './events.js'
import { followGamepads } from './gamepad-focus.js'
import { type Overlay, showOverlay } from './overlay.js'

/** The promise of an overlay's outcome, with a method to close it. */
export interface Handle extends Promise<WidgetOutcome> {
  /** The `id` of its outcome. */
  readonly id: string
  /** Closes the overlay; the promise resolves with the outcome so far. */
  close(): void
}

export interface OpenContext {
  settings: EmbedSettings
  kit: WidgetKit
  guard: Guard
  emitter: Emitter
}

/** Opens the overlay. When it closes, everything that it did to the page is undone, also after an error. */
export function openOverlay<K extends Kind>(
  kind: K,
  options: OptionsOf[K],
  { settings, kit, guard, emitter }: OpenContext,
  id: string,
): Handle {
  let resolve = (_outcome: WidgetOutcome) => {}
  const promise = new Promise<WidgetOutcome>((settle) => {
    resolve = settle
  })
  const undo: (() => void)[] = []
  let widget: Widget | undefined
  let closed = false

  const close = (failure?: Outcome) => {
    if (closed) return
    closed = true
    const result = failure ?? widget?.outcome() ?? { status: 'cancelled' }
    if (!isFinalOutcome[result.status])
      void widget?.follow()?.then((later) => emitter.emit('outcome', outcomeOf(id, kind, later)))
    for (const step of undo.reverse()) attempt(step, 'Leyden could not clean up.')
    const outcome = outcomeOf(id, kind, result)
    emitter.emit('close', { id, kind })
    emitter.emit('outcome', outcome)
    resolve(outcome)
  }

  try {
    guard.releaseHeld()
    undo.push(suspendGame(settings.game))
    // The dialog is shown before the widget is drawn, because the widget measures and focuses elements.
    const overlay = showOverlay({
      css: kit.css,
      fillsPhone: kind === 'ramp',
      colorScheme: settings.colorScheme ?? 'auto',
      nonce: settings.nonce,
      onDismiss: () => close(),
    })
    undo.push(() => overlay.close())
    const translate = () => {
      const { t, isRightToLeft } = embedMessages(settings)
      const title = t(kind === 'pay' ? 'payTitle' : 'rampTitle')
      overlay.setTexts(title, t('rampClose'), isRightToLeft ? 'rtl' : 'ltr')
    }
    translate()
    undo.push(onLanguagesChange(translate))
    undo.push(guard.guardModal(overlay.host))
    undo.push(interceptLinks(overlay.shadow, settings))
    widget = kit.mount(kind, overlay.root, inOverlay(kind, options, settings, overlay), settings, (event) => {
      // If the ramp's page closed itself, the widget shows a message that the person has to read.
      if (event.name === 'leyden-close' && event.detail.by === 'person') close()
    })
    undo.push(widget.unmount)
    undo.push(followGamepads(overlay.shadow, { readGamepads: guard.readGamepads, onClose: () => close() }))
    emitter.emit('open', { id, kind })
  } catch (error) {
    console.error(`Leyden could not open. See ${messageReference('WIDGET_CANNOT_BE_SHOWN')}`, error)
    close({ status: 'error', code: 'UNKNOWN', retryable: false })
  }
  return Object.assign(promise, { id, close: () => close() })
}

/** The options of a widget that is shown in an overlay. */
function inOverlay<K extends Kind>(
  kind: K,
  options: OptionsOf[K],
  settings: EmbedSettings,
  overlay: Overlay,
): OptionsOf[K] {
  if (kind === 'ramp') {
    // An overlay was opened by a click, so a ramp starts at once, and needs no dialog inside. A cross-origin isolated
    // page can frame the ramp's page only `credentialless`, so other browsers get a link and a QR code.
    const canFrame = !window.crossOriginIsolated || 'credentialless' in HTMLIFrameElement.prototype
    return { autoStart: true, presentation: canFrame ? 'inline' : 'tab', ...options }
  }
  const { connectWallet = settings.connectWallet } = options as OptionsOf['pay']
  if (!connectWallet) return options
  // The dialog of a wallet connector is in the page, so the overlay is hidden while it is open.
  const connectBeside = async () => {
    const connector = await connectWallet()
    const requestProvider = () => overlay.stepAside(() => connector.requestProvider())
    return Object.create(connector, { requestProvider: { value: requestProvider } })
  }
  return { ...options, connectWallet: connectBeside }
}

/**
 * Pauses and mutes a game while an overlay is open. A hook that throws is reported, and the others still run: the game
 * must not stay paused.
 *
 * @returns a function that resumes the game
 */
function suspendGame(hooks: GameHooks = {}): () => void {
  const run = (hook: () => void) => attempt(hook, 'A game hook of Leyden failed.')
  run(() => hooks.releaseKeys?.())
  run(() => hooks.pause?.())
  run(() => hooks.mute?.(true))
  return () => {
    run(() => hooks.mute?.(false))
    run(() => hooks.resume?.())
    run(() => hooks.focus?.())
  }
}
