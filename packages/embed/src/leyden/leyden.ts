import { createBridge } from '../bridge/bridge.js'
import type { ElementSettings } from '../elements/element-types.js'
import { followPointer } from '../game/held-pointer.js'
import { installKeyGuard, type KeyGuard } from '../key-guard/key-guard.js'
import { loadLocale } from '../languages/languages.js'
import { type Outcome, outcomeOf, type UnavailableReason } from '../outcome/outcome.js'
import { inheritSettings } from '../settings/inherit-settings.js'
import { type EmbedSettings, type Kind, wrongSetting } from '../settings/settings.js'
import { createTokenOwner } from '../settings/token-owner.js'
import { type Report, reportWithoutChecks } from '../support/report.js'
import { type Support, supports, whyNot } from '../support/supports.js'
import { collectViolations } from '../support/violations.js'
import type { OptionsOf } from '../widget/options.js'
import type { WidgetKit } from '../widget/widget.js'
import { createEmitter, type LeydenEvents } from './events.js'
import { assertBffUrl, assertElementOptions, assertKind, assertOptions, LeydenMisuse } from './misuse.js'
import { type Handle, openOverlay } from './open.js'

export type OpenOptions<K extends Kind> = OptionsOf[K] & {
  /** Closes the overlay. */
  signal?: AbortSignal
  /** In place of what `configure` said. */
  locale?: string
}

/** The options, and what one element may set otherwise than the page does. */
export type MountOptions<K extends Kind> = OptionsOf[K] & ElementSettings

/** What `window.Leyden` is. */
export interface LeydenApi {
  readonly version: string
  /** Merged into what was set before. Throws for a name it does not know. */
  configure(settings: EmbedSettings): void
  /**
   * Opens an overlay, also over a game in fullscreen, and resolves when it closes. One at a time: the same again
   * gives the handle that there is, something else resolves as `unavailable`. Rejects only for misuse, such as an
   * option that it does not know.
   */
  open<K extends Kind>(kind: K, options?: OpenOptions<K>): Handle
  /**
   * Puts a widget into the page: an element, or a selector of one. Returns the element made, `remove` ends it.
   * Throws for an option that it does not know.
   */
  mount<K extends Kind>(target: Element | string, kind: K, options?: MountOptions<K>): HTMLElement
  supports(kind: Kind): Support
  /** Looks for what keeps widgets from working here, and prints it. */
  doctor(): Promise<Report>
  on<Name extends keyof LeydenEvents>(name: Name, listener: (detail: LeydenEvents[Name]) => void): () => void
  /** For engines: one JSON text in, one out. Answers that come later are had by `drain` or the `message` event. */
  call(json: string): string
  /** A JSON array of what has come since the last time. */
  drain(): string
}

declare global {
  interface Window {
    readonly Leyden?: LeydenApi
  }
}

export interface LeydenParts {
  version: string
  kit: WidgetKit
  /** Makes the element of a widget, with settings and options applied. */
  createElement: (kind: Kind, options: OptionsOf[Kind]) => HTMLElement
  /** Told of every change of the settings. */
  onSettings?: (settings: EmbedSettings) => void
}

export interface Leyden {
  api: LeydenApi
  keys: KeyGuard
  settings(): EmbedSettings
  /** Takes every listener off the page. */
  remove(): void
}

export function createLeyden({ version, kit, createElement, onSettings }: LeydenParts): Leyden {
  let settings: EmbedSettings = {}
  const withStableToken = createTokenOwner()
  let current: { handle: Handle; sameAs: string; intent: unknown } | undefined
  let keysCaptured = false
  const emitter = createEmitter()
  const violations = collectViolations(document)
  const pointer = followPointer(window)
  const keys = installKeyGuard(window, {
    onCaptured() {
      keysCaptured = true
      console.warn(
        'Leyden: the game cancelled a key before the widget saw it. What is typed is put in all the same, but the game hears it too. Load the script of Leyden first in <head>.',
      )
      emitter.emit('warn', { code: 'keyboard_captured' })
    },
  })

  const open = <K extends Kind>(
    kind: K,
    { signal, locale, ...options }: OpenOptions<K> = {} as OpenOptions<K>,
    id = newId(),
  ): Handle => {
    try {
      assertKind(kind)
      assertOptions(kind, options)
      if (settings.bffUrl === undefined)
        throw new LeydenMisuse("Call Leyden.configure({ bffUrl: '…' }) before Leyden.open.")
    } catch (error) {
      return asHandle(Promise.reject(error), id)
    }
    const reason = whyNot(kind, settings)
    if (reason) return unavailable(kind, id, reason)
    const own = { ...settings, ...(locale !== undefined && { locale }) }
    const sameAs = fingerprint([kind, own.locale, options])
    // Functions are not in the text: two of them may be for two orders.
    const { intent } = options as OptionsOf['pay']
    const isSame = current?.sameAs === sameAs && current.intent === intent
    if (current) return isSame ? current.handle : unavailable(kind, id, 'already_open')
    if (signal?.aborted) return asHandle(Promise.resolve(outcomeOf(id, kind, { status: 'cancelled' })), id)

    const handle = openOverlay(
      kind,
      options as OptionsOf[K],
      { settings: own, kit, keys, pointer, emitter },
      id,
    )
    current = { handle, sameAs, intent }
    signal?.addEventListener('abort', handle.close, { once: true })
    handle.then(() => {
      current = undefined
      signal?.removeEventListener('abort', handle.close)
    })
    return handle
  }

  const api: LeydenApi = {
    version,
    configure(changes) {
      const wrong = wrongSetting(changes)
      if (wrong !== undefined)
        throw new LeydenMisuse(
          `Leyden.configure does not take ${JSON.stringify(wrong)}, or not of this type.`,
        )
      if (changes.bffUrl !== undefined) assertBffUrl(changes.bffUrl)
      // What is said before any BFF is named is for the first one.
      const isFirst = settings.bffUrl === undefined
      settings = withStableToken(isFirst ? { ...settings, ...changes } : inheritSettings(settings, changes))
      loadLocale(settings.locale)
      onSettings?.(settings)
    },
    open: (kind, options) => open(kind, options),
    mount(target, kind, options = {}) {
      assertKind(kind)
      assertElementOptions(kind, options)
      const parent = typeof target === 'string' ? document.querySelector(target) : target
      if (!parent) throw new LeydenMisuse(`Leyden.mount found no element ${JSON.stringify(target)}.`)
      const element = createElement(kind, options)
      parent.append(element)
      return element
    },
    supports(kind) {
      assertKind(kind)
      return supports(kind, settings)
    },
    async doctor() {
      const report = await import('../parts/more-part.js').then(
        ({ checkPage }) => checkPage(settings, { keysCaptured, violations: violations.list }),
        () => reportWithoutChecks(violations.list()),
      )
      console.table(report.findings)
      for (const violation of report.violations) console.warn(violation)
      return report
    },
    on: emitter.on,
    call: (json) => bridge.call(json),
    drain: () => bridge.drain(),
  }
  const bridge = createBridge({ api, open, emitter })

  return {
    api: Object.freeze(api),
    keys,
    settings: () => settings,
    remove() {
      current?.handle.close()
      keys.remove()
      pointer.remove()
      violations.remove()
    },
  }
}

function unavailable(kind: Kind, id: string, reason: UnavailableReason): Handle {
  return asHandle(Promise.resolve(outcomeOf(id, kind, { status: 'unavailable', reason })), id)
}

function asHandle(promise: Promise<Outcome>, id: string): Handle {
  return Object.assign(promise, { id, close() {} })
}

let count = 0

/** Told apart over page lives too: servers and engines may keep it. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `ly_${[...random, ++count].map((part) => part.toString(36)).join('')}`
}

function fingerprint(asked: unknown): string {
  return JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}
