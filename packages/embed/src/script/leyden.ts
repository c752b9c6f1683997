import { createListeners, messageReference } from '@leyden/core/internal'
import { type Outcome, whenIdle } from '@leyden/react/options'
import { defineElements, type ElementContext, tagOf } from '../elements/leyden-element.js'
import { installGuard } from '../guard/guard.js'
import { createEmitter } from '../overlay/events.js'
import { type Handle, openOverlay } from '../overlay/open.js'
import { loadLocale } from '../widget/languages/languages.js'
import { createLazyKit, type FetchPart } from '../widget/lazy-kit.js'
import { outcomeOf, type WidgetOutcome } from '../widget/outcome.js'
import { onIntent } from '../widget/prefetch.js'
import { LeydenMisuse } from '../widget/settings/leyden-misuse.js'
import { assertKind, assertUrls } from '../widget/settings/misuse.js'
import { elementOptionsOf, overlayOptionsOf, pageSettings } from '../widget/settings/options.js'
import { readOptions } from '../widget/settings/read-options.js'
import {
  createTokenOwner,
  type EmbedSettings,
  inheritSettings,
  type Kind,
  type OptionsOf,
} from '../widget/settings/settings.js'
import { supports, whyNot } from '../widget/settings/supports.js'
import type { WidgetKit } from '../widget/widget.js'
import { createBridge } from './bridge.js'
import type { LeydenApi, OpenOptions } from './leyden-api.js'
import { collectViolations } from './violations.js'

/** Leyden on a page, with the parts that its elements need. */
export interface Leyden extends ElementContext {
  api: LeydenApi
  /** Removes every listener from the page. */
  remove(): void
}

/** Starts Leyden on a page. Listeners come first, so that they run before those of a game that is loaded later. */
export function startLeyden(version: string, fetchPart?: FetchPart): LeydenApi {
  const leyden = createLeyden({ version, kit: createLazyKit(fetchPart) })
  defineElements(leyden)
  return leyden.api
}

export function createLeyden({ version, kit }: { version: string; kit: WidgetKit }): Leyden {
  let settings: EmbedSettings = {}
  const withStableToken = createTokenOwner()
  let current: { handle: Handle; call: string; functions: readonly unknown[] } | undefined
  let keysCaptured = false
  const emitter = createEmitter()
  const settingsListeners = createListeners()
  const listening = new AbortController()
  const { signal: removed } = listening
  const violations = collectViolations(removed)
  const guard = installGuard(window, removed, () => {
    keysCaptured = true
    console.warn(
      `Leyden: the game cancelled a key or a press before the widget got it. It still works in the widget, but the game receives it too. Load the script of Leyden first in <head>. See ${messageReference('GAME_CANCELS_KEYS')}`,
    )
    emitter.emit('warn', { code: 'keyboard_captured' })
  })

  const prefetch = (kind: Kind) => {
    if (whyNot(kind, settings) === undefined) kit.prefetch?.(kind)
  }
  onIntent(prefetch, removed)

  const open = <K extends Kind>(
    kind: K,
    { signal, ...given }: OpenOptions<K> = {} as OpenOptions<K>,
    id = newId(),
  ): Handle => {
    const asHandle = (promise: Promise<WidgetOutcome>) => Object.assign(promise, { id, close() {} })
    const ended = (outcome: Outcome) => asHandle(Promise.resolve(outcomeOf(id, kind, outcome)))
    let read: Omit<OpenOptions<K>, 'signal'>
    try {
      assertKind(kind)
      read = readOptions(kind, overlayOptionsOf[kind], given)
      if (settings.bffUrl === undefined)
        throw new LeydenMisuse("Call Leyden.configure({ bffUrl: '…' }) before Leyden.open.")
    } catch (error) {
      return asHandle(Promise.reject(error))
    }
    const { locale, ...options } = read
    const reason = whyNot(kind, settings)
    const { intent } = options as OptionsOf['pay']
    const { order, fetchSession } = options as OptionsOf['ramp']
    // The card can then show how to continue.
    const hasOtherWay = reason === 'blocked' && (settings.rampPage ?? fetchSession) !== undefined
    if (reason && !hasOtherWay) return ended({ status: 'unavailable', reason })
    const own = { ...settings, locale: locale ?? settings.locale }
    const call = JSON.stringify([kind, own.locale, options], (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    // JSON has no functions: two of them may be for two orders.
    const functions = [intent, order, fetchSession]
    if (current?.call === call && functions.every((value, place) => value === current?.functions[place]))
      return current.handle
    if (current) return ended({ status: 'unavailable', reason: 'already_open' })
    if (signal?.aborted) return ended({ status: 'cancelled' })

    const handle = openOverlay(kind, options as OptionsOf[K], { settings: own, kit, guard, emitter }, id)
    current = { handle, call, functions }
    signal?.addEventListener('abort', handle.close, { once: true })
    handle.then(() => {
      current = undefined
      signal?.removeEventListener('abort', handle.close)
    })
    return handle
  }

  const api: Omit<LeydenApi, 'call' | 'drain'> = {
    version,
    configure(given) {
      const changes = readOptions('Leyden.configure', pageSettings, given)
      assertUrls(changes)
      // Settings without a `bffUrl` belong to the first BFF.
      const isFirst = settings.bffUrl === undefined
      settings = withStableToken(isFirst ? { ...settings, ...changes } : inheritSettings(settings, changes))
      loadLocale(settings.locale)
      if (isFirst && settings.bffUrl !== undefined) whenIdle(() => prefetch('pay'))
      settingsListeners.notify()
    },
    open: (kind, options) => open(kind, options),
    mount(target, kind, given = {}) {
      assertKind(kind)
      const options = readOptions(kind, elementOptionsOf[kind], given)
      const parent = typeof target === 'string' ? document.querySelector(target) : target
      if (!parent) throw new LeydenMisuse(`Leyden.mount found no element ${JSON.stringify(target)}.`)
      const element = Object.assign(document.createElement(tagOf[kind]), options)
      parent.append(element)
      return element
    },
    supports(kind) {
      assertKind(kind)
      return supports(kind, settings)
    },
    async doctor() {
      const findings = await import('./doctor-part.js').then(
        ({ checkPage }) => checkPage(settings, { keysCaptured, isFirst: guard.isFirst }),
        () => [NOT_LOADED],
      )
      const report = { findings, violations: violations() }
      console.table(report.findings)
      for (const violation of report.violations) console.warn(violation)
      return report
    },
    on: emitter.on,
  }

  return {
    api: Object.freeze({ ...api, ...createBridge(api, open, emitter) }),
    kit,
    guard,
    newId,
    settings: () => settings,
    onSettings: settingsListeners.subscribe,
    remove() {
      current?.handle.close()
      listening.abort()
    },
  }
}

/** The finding on a page on which the file with the checks cannot be loaded. */
const NOT_LOADED = {
  check: 'further files load',
  result: 'problem',
  fix: 'Put the further files beside the script, and let script-src of your policy allow them; trusted-types has to allow "leyden" where the script has an integrity.',
} as const

let count = 0

/** The id is unique across page loads, because servers and engines may store it. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `ly_${[...random, ++count].map((part) => part.toString(36)).join('')}`
}
