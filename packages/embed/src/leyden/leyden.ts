import { createListeners, messageReference } from '@leyden/core/internal'
import { createBridge } from '../bridge/bridge.js'
import { elementSettings } from '../elements/attributes.js'
import { tagOf } from '../elements/define-elements.js'
import type { ElementContext } from '../elements/leyden-element.js'
import { installGuard } from '../guard/guard.js'
import { loadLocale } from '../languages/languages.js'
import { outcomeOf, type UnavailableReason, type WidgetOutcome } from '../outcome/outcome.js'
import { inheritSettings } from '../settings/inherit-settings.js'
import { type EmbedSettings, type Kind, wrongSetting } from '../settings/settings.js'
import { createTokenOwner } from '../settings/token-owner.js'
import { reportWithoutChecks } from '../support/report.js'
import { supports, whyNot } from '../support/supports.js'
import { collectViolations } from '../support/violations.js'
import type { OptionsOf } from '../widget/options.js'
import type { WidgetKit } from '../widget/widget.js'
import { createEmitter } from './events.js'
import type { LeydenApi, OpenOptions } from './leyden-api.js'
import { LeydenMisuse } from './leyden-misuse.js'
import { assertBffUrl, assertKind, assertOptions, assertRampPage } from './misuse.js'
import { type Handle, openOverlay } from './open.js'
import { followIntent, whenIdle } from './prefetch.js'

/** Leyden on a page, with the parts that its elements need. */
export interface Leyden extends ElementContext {
  api: LeydenApi
  /** Removes every listener from the page. */
  remove(): void
}

export function createLeyden({ version, kit }: { version: string; kit: WidgetKit }): Leyden {
  let settings: EmbedSettings = {}
  const withStableToken = createTokenOwner()
  let current: { handle: Handle; sameAs: string; functions: readonly unknown[] } | undefined
  let keysCaptured = false
  const emitter = createEmitter()
  const settingsListeners = createListeners()
  const violations = collectViolations(document)
  const guard = installGuard(window, {
    onCaptured() {
      keysCaptured = true
      console.warn(
        `Leyden: the game cancelled a key or a press before the widget got it. It still works in the widget, but the game receives it too. Load the script of Leyden first in <head>. See ${messageReference('the-game-cancels-keys')}`,
      )
      emitter.emit('warn', { code: 'keyboard_captured' })
    },
  })

  const prefetch = (kind: Kind) => {
    if (whyNot(kind, settings) === undefined) kit.prefetch?.(kind)
  }
  const stopFollowing = followIntent(document, prefetch)

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
    const { intent } = options as OptionsOf['pay']
    const { order, fetchSession } = options as OptionsOf['ramp']
    // The card can then show how to continue.
    const hasOtherWay = reason === 'blocked' && (settings.rampPage ?? fetchSession) !== undefined
    if (reason && !hasOtherWay) return unavailable(kind, id, reason)
    const own = { ...settings, locale: locale ?? settings.locale }
    const sameAs = fingerprint([kind, own.locale, options])
    // The fingerprint cannot compare functions: two of them may be for two orders.
    const functions = [intent, order, fetchSession]
    const isSame =
      current?.sameAs === sameAs && functions.every((value, place) => value === current?.functions[place])
    if (current) return isSame ? current.handle : unavailable(kind, id, 'already_open')
    if (signal?.aborted) return asHandle(Promise.resolve(outcomeOf(id, kind, { status: 'cancelled' })), id)

    const handle = openOverlay(kind, options as OptionsOf[K], { settings: own, kit, guard, emitter }, id)
    current = { handle, sameAs, functions }
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
      if (changes.rampPage !== undefined) assertRampPage(changes.rampPage)
      // Settings without a `bffUrl` belong to the first BFF.
      const isFirst = settings.bffUrl === undefined
      settings = withStableToken(isFirst ? { ...settings, ...changes } : inheritSettings(settings, changes))
      loadLocale(settings.locale)
      if (isFirst && settings.bffUrl !== undefined) whenIdle(() => prefetch('pay'))
      settingsListeners.notify()
    },
    open: (kind, options) => open(kind, options),
    mount(target, kind, options = {}) {
      assertKind(kind)
      assertOptions(kind, options, elementSettings)
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
      const report = await import('../parts/doctor-part.js').then(
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
    kit,
    guard,
    newId,
    settings: () => settings,
    onSettings: settingsListeners.subscribe,
    remove() {
      current?.handle.close()
      guard.remove()
      stopFollowing()
      violations.remove()
    },
  }
}

function unavailable(kind: Kind, id: string, reason: UnavailableReason): Handle {
  return asHandle(Promise.resolve(outcomeOf(id, kind, { status: 'unavailable', reason })), id)
}

function asHandle(promise: Promise<WidgetOutcome>, id: string): Handle {
  return Object.assign(promise, { id, close() {} })
}

let count = 0

/** The id is unique across page loads, because servers and engines may store it. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `ly_${[...random, ++count].map((part) => part.toString(36)).join('')}`
}

function fingerprint(asked: unknown): string {
  return JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}
