import { callAll, createListeners } from '@leyden/core/internal'
import { subscribeOnline } from '../foundation/provider/page-signals.js'
import type { IntentState } from './engine/intent-reader.js'
import type { PayEngine } from './engine/pay-engine.js'
import { fileNotLoaded } from './file-not-loaded.js'
import { type ChargeTerms, type PayState, payIdle } from './flow/pay-state.js'
import { isReady } from './is-ready.js'
import { createPageReports, notifyPage } from './page-reports.js'
import type { Receipt } from './pay-callbacks.js'
import type { PaySettings } from './pay-settings.js'
import { type PaymentPart, paymentPart } from './payment-part.js'
import { hasStoredCharges, onChargeStored } from './stored-charges.js'

/** The mounted widgets without an engine. */
const waiting = new Map<object, { place: number; settings: () => PaySettings }>()
/** How many widgets were mounted on this page. */
let mounts = 0

const reading: IntentState = { status: 'reading' }
const none: readonly Receipt[] = []

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

  const load = () => {
    hasTried = true
    if (!isMounted || start()) return
    if (intent !== reading) setIntent(reading)
    part.load().then(
      () => isMounted && start(),
      (cause: unknown) => setIntent({ status: 'failed', error: fileNotLoaded(cause) }),
    )
  }

  /** Loads the engine's code if the widget needs it without a press. */
  const loadIfNeeded = () => {
    if (engine || !isReady(settings)) return
    const { intent: order, autoInvoice, connectWallet, client, receipts } = settings
    const isAsked = order !== undefined || autoInvoice || connectWallet
    if (isAsked || hasStoredCharges(client.baseUrl, receipts === 'site')) load()
    else part.prefetchWhenIdle()
  }

  const request = (terms: ChargeTerms, isPress?: boolean) => {
    const { lookup } = settings
    const found = lookup.status === 'found' ? lookup.recipient : undefined
    const recipient = 'recipient' in state ? state.recipient : found
    if (!recipient) return
    const pressed: PayState = { status: 'requesting', recipient, terms, attempt: 0 }
    set(pressed)
    part.load().then(
      () => {
        if (state === pressed && isMounted) start()?.requestInvoice(terms, isPress)
      },
      (cause: unknown) => {
        if (state !== pressed) return
        const error = fileNotLoaded(cause)
        set({ status: 'failed', recipient, terms, error })
        notifyPage(settings, 'onError', error)
      },
    )
  }

  /** Ends a press that waits or has failed. */
  const cancel = () => {
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
      onChargeStored((baseUrl) => {
        // Its payment may have to be shown here, for instance because its own widget is gone. That is not urgent.
        if (!engine && baseUrl === settings.client.baseUrl) setTimeout(load)
      }),
      subscribeOnline(loadIfNeeded),
    ])
    return () => {
      isMounted = false
      stop()
      stopEngine?.()
      waiting.delete(self)
      state = payIdle
    }
  }

  return {
    getState: () => engine?.getState() ?? state,
    getIntent: () => (engine ? engine.getIntent() : intent),
    getReceipts: () => engine?.getReceipts() ?? none,
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
      if (!isSameOrder(before, next)) cancel()
      if (!isMounted) return
      reports.reportLookup(state)
      if (!hasTried || before.client !== next.client) loadIfNeeded()
    },
    mount,
    requestInvoice(terms, isPress) {
      const started = start()
      if (started) started.requestInvoice(terms, isPress)
      else request(terms, isPress)
    },
    actions: {
      retryIntent: () => (engine ? engine.actions.retryIntent() : load()),
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
      forgetReceipts: () => engine?.actions.forgetReceipts(),
    },
  }
}

/** Whether two settings ask for the same order, as far as the props say it. */
function isSameOrder(one: PaySettings, other: PaySettings): boolean {
  const names = ['client', 'address', 'amountSats', 'description', 'network', 'reference'] as const
  return names.every((name) => one[name] === other[name])
}
