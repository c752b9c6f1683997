import { callAll, createListeners } from '@leyden/core/internal'
import { needPart } from '../../foundation/later/needed-part.js'
import { subscribeOnline } from '../../foundation/page/online.js'
import type { IntentState } from '../engine/intent-reader.js'
import type { PayEngine } from '../engine/pay-engine.js'
import { type ChargeTerms, type PayState, payIdle } from '../flow/pay-state.js'
import { createPageReports, notifyPage } from '../page-reports.js'
import { isReady, type PaySettings } from '../pay-settings.js'
import { hasStoredCharges, onChargeOfPage } from '../stored-charges.js'
import { type PaymentPart, paymentPart } from './payment-part.js'

/** The mounted widgets without an engine. */
const waiting = new Map<object, { place: number; settings: () => PaySettings }>()
/** How many widgets were mounted on this page. */
let mounts = 0

const reading: IntentState = { status: 'reading' }

/**
 * The engine of a widget, whose code is loaded when it is needed: at a press, and at once for an intent, an automatic
 * invoice, a connected wallet, or stored charges. Until then the widget has a form, and a press that waits for the code
 * or has failed.
 */
export function createLazyEngine(initial: PaySettings, part: PaymentPart = paymentPart): PayEngine {
  const self = {}
  let settings = initial
  let engine: PayEngine | undefined
  let isMounted = false
  let stopEngine: (() => void) | undefined
  let place = 0
  /** The state and the intent while there is no engine. */
  let state: PayState = payIdle
  let intent = reading
  let hasTried = false
  /** The press that waits for the engine. */
  let press: { terms: ChargeTerms; isPress: boolean | undefined } | undefined
  let isAutoShown = false
  const { subscribe, notify } = createListeners()
  const reports = createPageReports(() => settings)

  const set = (next: PayState) => {
    state = next
    reports.reportState(next)
    notify()
  }

  /** The engine, which is made as soon as its code is loaded. */
  const start = (): PayEngine | undefined => {
    const loaded = part.current()
    if (engine || !loaded) return engine
    const widgetsBefore = () =>
      [...waiting.values()].filter((other) => other.place < place).map((other) => other.settings())
    engine = loaded.createPayEngine(settings, { reports, widgetsBefore })
    engine.subscribe(notify)
    waiting.delete(self)
    if (isMounted) stopEngine = engine.mount()
    notify()
    return engine
  }

  const setIntent = (next: IntentState) => {
    intent = next
    notify()
  }

  /** Shows the invoice that the page asks for as failed: it is requested without a press, once for each order. */
  const showAutoFailure = () => {
    const { intent: order, autoTerms, lookup } = settings
    const { error } = needed.getState()
    if (!error || order !== undefined || !autoTerms || state !== payIdle || isAutoShown) return
    if (lookup.status !== 'found') return
    isAutoShown = true
    set({ status: 'failed', recipient: lookup.recipient, terms: autoTerms, error })
  }

  const needed = needPart(part, (error) => notifyPage(settings, 'onError', error))
  needed.subscribe(() => {
    const { part: loaded, error } = needed.getState()
    const pressed = press
    if (loaded || error) press = undefined
    if (loaded && isMounted) {
      const started = start()
      if (pressed) started?.requestInvoice(pressed.terms, pressed.isPress)
    }
    if (!error) return
    if (state.status === 'requesting') {
      const { recipient, terms } = state
      isAutoShown = true
      set({ status: 'failed', recipient, terms, error })
    }
    setIntent({ status: 'failed', error })
    showAutoFailure()
  })

  /** Loads the engine's code for what the page asks for, or the device has stored. */
  const load = (isAsked = false) => {
    hasTried = true
    if (!isMounted || start()) return
    if (intent !== reading) setIntent(reading)
    needed.load(isAsked)
  }

  const isNeeded = () => {
    const { intent: order, autoInvoice, connectWallet, client } = settings
    const isOfPage = order !== undefined || autoInvoice || connectWallet
    return isOfPage || hasStoredCharges(client.baseUrl)
  }

  /** Loads the engine's code if the widget needs it without a press. */
  const loadIfNeeded = () => {
    if (engine || !isReady(settings)) return
    if (isNeeded()) load()
    else part.prefetchWhenIdle()
  }

  const request = (terms: ChargeTerms, isPress?: boolean) => {
    const { lookup } = settings
    const found = lookup.status === 'found' ? lookup.recipient : undefined
    const recipient = 'recipient' in state ? state.recipient : found
    if (!recipient) return
    set({ status: 'requesting', recipient, terms, attempt: 0 })
    press = { terms, isPress }
    needed.load(true)
  }

  /** Ends a press that waits or has failed. */
  const cancel = () => {
    press = undefined
    if (!isNeeded()) needed.cancel()
    if (state !== payIdle) set(payIdle)
  }

  const mount = () => {
    isMounted = true
    place = ++mounts
    if (engine) stopEngine = engine.mount()
    else {
      waiting.set(self, { place, settings: () => settings })
      reports.reportLookup(state)
      loadIfNeeded()
    }
    const stop = callAll([
      onChargeOfPage((baseUrl) => {
        // Its payment may have to be shown here, for instance because its own widget is gone. That is not urgent.
        if (!engine && baseUrl === settings.client.baseUrl) setTimeout(() => load())
      }),
      subscribeOnline(loadIfNeeded),
    ])
    return () => {
      isMounted = false
      stop()
      needed.cancel()
      stopEngine?.()
      waiting.delete(self)
      press = undefined
      isAutoShown = false
      state = payIdle
    }
  }

  return {
    getState: () => engine?.getState() ?? state,
    getIntent: () => (engine ? engine.getIntent() : intent),
    getOptimisticState: (next) =>
      engine ? engine.getOptimisticState(next) : isSameOrder(next, settings) ? state : payIdle,
    getOptimisticIntent(next) {
      if (engine) return engine.getOptimisticIntent(next)
      return next.intent !== undefined && isReady(next) ? intent : null
    },
    subscribe,
    update(next) {
      const before = settings
      settings = next
      if (engine) return engine.update(next)
      if (!isSameOrder(before, next)) {
        isAutoShown = false
        cancel()
      }
      if (!isMounted) return
      reports.reportLookup(state)
      showAutoFailure()
      if (!hasTried || before.client !== next.client) loadIfNeeded()
    },
    mount,
    requestInvoice(terms, isPress) {
      const started = start()
      if (started) started.requestInvoice(terms, isPress)
      else request(terms, isPress)
    },
    actions: {
      retryIntent: () => (engine ? engine.actions.retryIntent() : load(true)),
      back: () => (engine ? engine.actions.back() : cancel()),
      payWithBrowserWallet: () => engine?.actions.payWithBrowserWallet(),
      connectWallet: () => engine?.actions.connectWallet(),
      payWithConnectedWallet: () => engine?.actions.payWithConnectedWallet(),
      disconnectWallet: () => engine?.actions.disconnectWallet(),
      claimPaid: () => engine?.actions.claimPaid(),
      provePayment: (text) => engine?.actions.provePayment(text) ?? 'unreadable',
      checkAgain: () => engine?.actions.checkAgain(),
      reopen: () => engine?.actions.reopen(),
      showOpenInvoice: (id) => engine?.actions.showOpenInvoice(id),
      done: () => engine?.actions.done(),
      dismiss: (id) => engine?.actions.dismiss(id),
    },
  }
}

/** Whether two settings ask for the same order, as far as the props say it. */
function isSameOrder(one: PaySettings, other: PaySettings): boolean {
  const names = ['client', 'address', 'amountSats', 'description', 'network', 'reference'] as const
  return names.every((name) => one[name] === other[name])
}
