import { callAll, createListeners } from '@leyden/core/internal'
import { createFlow, mountOnce } from '../../foundation/flow/create-flow.js'
import { listen } from '../../foundation/page/listen.js'
import { leydenKeys } from '../../foundation/query/leyden-keys.js'
import { payTransition } from '../flow/pay-flow.js'
import { type ChargeTerms, type PayState, payIdle } from '../flow/pay-state.js'
import { isDoubtful, isPayable, unclearCharge } from '../flow/shown-charge.js'
import { ledgerOf } from '../ledger/charge-ledger.js'
import { createPageReports, notifyPage, type PageReports } from '../page-reports.js'
import type { PayActions } from '../pay-handle.js'
import { isReady, type PayFlow, type PaySettings } from '../pay-settings.js'
import { browserWallet, chosenBrowserWallet } from '../wallets/browser-wallet.js'
import { checkIntent, createIntentReader, type IntentState } from './intent-reader.js'
import { staysPaid, syncOrder } from './pay-order.js'
import { notifyOnChange } from './pay-reports.js'
import { createPayRequests } from './pay-requests.js'
import { readProof } from './read-proof.js'
import { walletConnection } from './wallet-connection.js'
import { followUnclearPayment, payWithWallet } from './wallet-payment.js'

/**
 * The engine of one pay widget: requests, ledger, intent, wallet, callbacks. It does not depend on React: its view
 * passes the current settings to `update`, and renders `getState`.
 */
export interface PayEngine {
  /** The state of the flow. */
  getState(): PayState
  /** The signed order; null if the page gives none. */
  getIntent(): IntentState | null
  /** The state to render for these settings; nothing of another order. */
  getOptimisticState(settings: PaySettings): PayState
  /** The intent of these settings; null without one. */
  getOptimisticIntent(settings: PaySettings): IntentState | null
  /** Calls the listener at each change of state or intent. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /** Sets the current settings. If they are for another order, the request of the former one is cancelled. */
  update(settings: PaySettings): void
  /** Starts the engine. @returns a function that stops it; shown charges are still watched */
  mount(): () => void
  /**
   * Requests an invoice: for the address in the form, or again for the recipient of the state.
   *
   * @param isPress whether the person pressed "Pay", so that a connected wallet pays the invoice when it comes.
   */
  requestInvoice(terms: ChargeTerms, isPress?: boolean): void
  /** The actions that do not depend on a field. */
  actions: Omit<PayActions, 'showInvoice' | 'renew' | 'forgetBrowserWallet'>
}

/** What an engine shares with the form of its widget, which was there before it. */
export interface FormOfEngine {
  /** What the page is told. */
  reports: PageReports
  /** The settings of the widgets that were mounted before this one, and that have no engine yet. */
  widgetsBefore: () => readonly PaySettings[]
}

/**
 * Makes the engine of a pay widget, which turns replies, watches, timers and clicks into events of its flow.
 *
 * @param form only for the engine of our own form
 */
export function createPayEngine(initial: PaySettings, form?: FormOfEngine): PayEngine {
  let settings = initial
  let isMounted = false
  /** The prop that contradicts the intent, as it was already reported to the page. */
  let reportedContradiction: string | undefined
  /** What the page gave when an invoice was requested automatically, without a press: an order or an intent function. */
  let autoRequested: string | undefined
  let isPayPressed = false
  const { subscribe, notify } = createListeners()
  const flow: PayFlow = createFlow(payIdle, payTransition)
  const ledger = () => ledgerOf(settings.client)
  /** An error of our own code outside of a press and of a render, which nobody would see. */
  let broken: { error: unknown } | undefined

  const current = () => settings
  const currentIntent = () => getOptimisticIntent(settings)
  const { reports = createPageReports(current), widgetsBefore = () => [] } = form ?? {}
  const intents = createIntentReader(current, () => {
    if (isMounted) order.connect()
    notify()
  })
  const getOptimisticIntent = (next: PaySettings): IntentState | null => {
    const state = isReady(next) ? intents.stateOf(next) : null
    return state && checkIntent(state, next)
  }
  const requests = createPayRequests(flow, current, intents, currentIntent)
  const order = syncOrder(
    flow,
    current,
    currentIntent,
    () => intents.refresh(),
    requests.abort,
    widgetsBefore,
  )
  const currentOrder = () => order.orderOf(settings, currentIntent())

  flow.subscribe((state, before) => {
    const id = 'charge' in state ? state.charge.id : undefined
    const isNew = id !== undefined && !('charge' in before && before.charge.id === id)
    if (isPayPressed && state.status !== 'requesting') {
      isPayPressed = false
      if (state.status === 'awaiting' && !isDoubtful(state)) void payAtOnce()
    }
    if (isNew && state.status !== 'paid') invalidateIntent()
    notify()
  })

  /** Asks the wallet that the form names below "Pay", if any. */
  const payAtOnce = () =>
    settings.connectWallet && walletConnection.getState().name !== undefined
      ? payWithConnectedWallet()
      : payWithWallet(chosenBrowserWallet(), flow, ledger())

  /** The result of the intent's query contains its charge, so it changes when the charge is made. */
  const invalidateIntent = () => {
    const intent = currentIntent()
    const { queryClient, client } = settings
    if (intent?.status === 'read')
      void queryClient.invalidateQueries({ queryKey: leydenKeys.intent(client.baseUrl, intent.token) })
  }

  const reportContradiction = () => {
    const intent = currentIntent()
    if (intents.stateOf(settings)?.status !== 'read' || intent?.status !== 'failed') return
    const { error } = intent
    if (error.message === reportedContradiction) return
    reportedContradiction = error.message
    console.warn(`Leyden shows no invoice (${error.code}): ${error.message}`)
    notifyPage(settings, 'onError', error)
  }

  /** Goes on after something that was awaited. The next render throws what fails, so that the person is told. */
  const afterwards = (awaited: Promise<unknown>, next: () => void) =>
    void awaited.then(next).catch((error: unknown) => {
      broken = { error }
      notify()
    })

  /** The orders of one function follow each other where two tabs replace each other's, so only its first is automatic. */
  const autoOrder = () => (typeof settings.intent === 'function' ? 'function' : currentOrder()?.name)

  const work = () => {
    if (isReady(settings)) intents.read()
    order.connect()
    reportContradiction()
    reports.reportLookup(flow.getState())
    const restoring = order.restoring()
    if (restoring) return afterwards(restoring, () => isMounted && work())
    const { autoTerms } = settings
    const wanted = autoOrder()
    if (!autoTerms || wanted === undefined || wanted === autoRequested) return
    autoRequested = wanted
    const state = flow.getState()
    // People have to read first what may have been paid already, or that the server does not know an open invoice.
    const isLost = currentIntent() !== null && state.earlier?.some(isPayable)
    if (state.status === 'idle' && !unclearCharge(state) && !isLost && !state.unmatched?.length)
      requestInvoice(autoTerms)
  }

  const requestInvoice = (terms: ChargeTerms, isPress = false) => {
    const state = flow.getState()
    const restoring = order.restoring()
    if (restoring)
      return afterwards(restoring, () => {
        if (isMounted && flow.getState().status === state.status) requestInvoice(terms, isPress)
      })
    const { lookup } = settings
    const found = lookup.status === 'found' ? lookup.recipient : undefined
    const recipient = 'recipient' in state ? state.recipient : found
    const intent = currentIntent()
    if (!recipient || (intent !== null && intent.status !== 'read')) return
    isPayPressed = isPress
    if (settings.autoInvoice) autoRequested = autoOrder()
    requests.request(recipient, terms)
  }

  const start = () => {
    isMounted = true
    const stop = callAll([
      notifyOnChange(flow, current, () => currentOrder()?.reference, reports.reportState),
      // A phone can discard a page that is hidden, without a further event.
      listen(document, { visibilitychange: order.rememberPage }),
      followUnclearPayment(flow, ledger),
      order.unsubscribe,
      requests.abort,
    ])
    work()
    return () => {
      isMounted = false
      stop()
      // Its request was cancelled, so a widget that is mounted again sends a new one.
      if (flow.getState().status !== 'requesting') return
      autoRequested = undefined
      flow.send({ type: 'back' })
    }
  }

  const sendForCharge = (type: 'claimed' | 'reopened') => {
    const state = flow.getState()
    if ('charge' in state) flow.send({ type, id: state.charge.id })
  }

  const payWithConnectedWallet = async () => {
    const before = flow.getState()
    if (!settings.connectWallet || before.status !== 'awaiting') return
    const wallet = await walletConnection.reconnect(settings.connectWallet)
    const state = flow.getState()
    // Another invoice may have replaced the one that the person wants to pay.
    if (state.status === 'awaiting' && state.charge.id === before.charge.id)
      void payWithWallet(wallet, flow, ledger())
  }

  return {
    getState() {
      if (broken) throw broken.error
      return flow.getState()
    },
    getIntent: () => intents.stateOf(settings),
    getOptimisticIntent,
    getOptimisticState(next) {
      const state = flow.getState()
      const subscribed = order.current()
      const isShown =
        subscribed === null ||
        staysPaid(next, state) ||
        order.orderOf(next, getOptimisticIntent(next))?.name === subscribed.name
      return isShown ? state : payTransition(state, { type: 'order_changed' })
    },
    subscribe,
    update(next) {
      settings = next
      if (isMounted) work()
    },
    mount: mountOnce(start, intents.stop),
    requestInvoice,
    actions: {
      retryIntent: intents.retry,
      back() {
        requests.abort()
        flow.send({ type: 'back' })
      },
      payWithBrowserWallet: () => void payWithWallet(browserWallet(), flow, ledger()),
      connectWallet() {
        if (settings.connectWallet) void walletConnection.connect(settings.connectWallet)
      },
      payWithConnectedWallet: () => void payWithConnectedWallet(),
      disconnectWallet() {
        if (settings.connectWallet) void walletConnection.disconnect(settings.connectWallet)
      },
      claimPaid: () => sendForCharge('claimed'),
      provePayment(text) {
        const state = flow.getState()
        const id = 'charge' in state ? state.charge.id : ''
        const verdict = readProof(text, id)
        if (verdict.status === 'proven') ledger().prove(id, verdict.preimage)
        return verdict.status
      },
      checkAgain() {
        const state = flow.getState()
        if ('charge' in state) ledger().checkAgain(state.charge.id)
      },
      reopen: () => sendForCharge('reopened'),
      showOpenInvoice: (id) => flow.send({ type: 'reopened', id }),
      done() {
        const state = flow.getState()
        // A paid order stays paid.
        if (settings.intent === undefined || state.status !== 'paid') flow.send({ type: 'back' })
        notifyPage(settings, 'onDone', state)
      },
      dismiss: (id) => flow.send({ type: 'dismissed', id }),
    },
  }
}
