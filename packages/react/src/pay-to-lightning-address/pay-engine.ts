import type { IntentReading } from '@leyden/core'
import { type LedgerPlace, ledgerOf, type NewCharge } from '../ledger/charge-ledger.js'
import {
  checkCharge,
  type Order,
  type PayEvent,
  type PayState,
  payIdle,
  payTransition,
  type Recipient,
  type ShownCharge,
  watchedCharges,
} from '../pay-flow/index.js'
import { missingClient } from '../provider/missing-client.js'
import { leydenKeys } from '../query/leyden-keys.js'
import { callPage } from '../widget/call-page.js'
import { createFlow } from '../widget/create-flow.js'
import { mountOnce } from '../widget/mount-once.js'
import { checkPayProps } from './check-pay-props.js'
import { checkIntent, createIntentReader, type IntentState } from './intent-reader.js'
import { callPayCallbacks } from './pay-callbacks.js'
import { createPayRequests } from './pay-requests.js'
import type { PaySettings } from './pay-settings.js'
import { followUnclearPayment, payWithBrowserWallet } from './wallet-payment.js'

/**
 * One pay widget's work behind the scenes: requests, ledger, intent, wallet, callbacks. Without React: what shows it
 * gives the present settings to `update`, and draws `getState`.
 */
export interface PayEngine {
  getState(): PayState
  /** The signed order; null where the page gives none. */
  getIntent(): IntentState | null
  /** The state as it is to be shown for these settings: what was shown for another order is not theirs. */
  stateFor(settings: PaySettings): PayState
  intentFor(settings: PaySettings): IntentState | null
  /** Called with each change of state or intent. @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The present settings. Another order withdraws what was asked for. */
  update(settings: PaySettings): void
  /** Starts working in a page. @returns a function that stops it; shown charges are followed all the same. */
  mount(): () => void
  /** Asks for an invoice: of the address in the form, or again for the recipient of the state. */
  requestInvoice(order: Order): void
  retryIntent(): void
  /** Back to the form. */
  back(): void
  payWithBrowserWallet(): void
  claimPaid(): void
  reopen(): void
  done(): void
  dismiss(chargeId: string): void
}

/** What joins a widget to the ledger. */
interface PayOrder {
  /** The same for equal props of the page. */
  name: string
  /** What the page asks for, as text: charges of another order are not shown here. */
  key: string
  reference: string | undefined
}

export function createPayEngine(initial: PaySettings): PayEngine {
  let settings = initial
  let mounted = false
  /** The order that was joined last. */
  let order: PayOrder | null = null
  let place: LedgerPlace | null = null
  let client = initial.client
  let restored: IntentReading['charge']
  let contradiction: string | undefined
  let toldLookup: PaySettings['lookup'] | undefined
  const charged = new Set<string>()
  const attempt = createAttempts()
  const listeners = new Set<() => void>()
  const flow = createFlow<PayState, PayEvent>(payIdle, payTransition)
  const ledger = () => ledgerOf(settings.client)

  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const intents = createIntentReader(
    () => settings,
    () => {
      connect()
      notify()
    },
  )
  const intentFor = (any: PaySettings): IntentState | null => {
    if (any.intent === undefined || !isReady(any)) return null
    return checkIntent(intents.stateFor(any) ?? { status: 'reading' }, any)
  }
  const requests = createPayRequests(
    flow,
    () => settings,
    intents,
    () => intentFor(settings),
  )

  /** What the page asks for; null while that is not known. */
  const orderOf = (any: PaySettings): PayOrder | null => {
    const intent = intentFor(any)
    if (intent) {
      if (intent.status !== 'read') return null
      const { reference } = intent.reading
      return { name: `intent ${reference}`, key: `intent ${reference}`, reference }
    }
    const { address, amountSats, description, reference, network } = any
    const name = JSON.stringify([address, String(amountSats), description, reference, network])
    return { name, key: name, reference }
  }

  /** Many a page empties its cart when it hears of a payment: that takes nothing off the screen. */
  const staysPaid = (any: PaySettings) => !isReady(any) && flow.getState().status === 'paid'

  const leave = () => {
    place?.leave()
    place = null
  }

  /** Joins the ledger for the present order. Charges of another one leave the state first; those of this one come back. */
  const connect = () => {
    if (!mounted) return
    const next = settings.client === missingClient || staysPaid(settings) ? null : orderOf(settings)
    const isSame = next?.name === order?.name && next?.reference === order?.reference
    if (next === null) return leave()
    if (place && isSame && client === settings.client) return restoreOfIntent()
    leave()
    if (order !== null && order.name !== next.name) {
      requests.abort()
      attempt.end()
      flow.send({ type: 'order_changed' })
    }
    order = next
    client = settings.client
    join(next)
    restoreOfIntent()
  }

  const join = ({ key }: PayOrder) => {
    // With an intent the BFF says what is to be shown; else it is what was shown on this page.
    const hasIntent = intentFor(settings) !== null
    place = ledger().join(hasIntent ? key : `${location.pathname} ${key}`, client, (event) =>
      flow.send(inForm(event)),
    )
    const { shown: last, earlier: others } = place.restored
    const shown = hasIntent ? undefined : last
    const earlier = last && !shown ? [last, ...others] : others
    if (!shown && earlier.length === 0) return
    flow.send({ type: 'restored', shown, earlier })
    const state = flow.getState()
    if (shown && 'charge' in state && state.charge.id === shown.charge.id) settings.onRestored?.(shown)
  }

  /** The charge of a signed order is the BFF's: another tab or phone shows the same one. */
  const restoreOfIntent = () => {
    const intent = intentFor(settings)
    const charge = intent?.status === 'read' ? intent.reading.charge : undefined
    const { lookup, network, client } = settings
    if (!place || intent?.status !== 'read' || !charge || charge === restored) return
    if (!['found', 'invalid', 'unreachable'].includes(lookup.status)) return
    restored = charge
    const recipient = lookup.status === 'found' ? lookup.recipient : null
    const shown = chargeOfIntent(intent.reading, recipient, network, client.clock.now())
    if (!shown) return
    const isKnown = watchedCharges(flow.getState()).some((known) => known.charge.id === shown.charge.id)
    place.add(entryOf(shown))
    if (!isKnown)
      flow.send(shown.isOver ? { type: 'restored', earlier: [shown] } : { type: 'restored', shown })
    ledger().takeState(shown.charge.id, charge.state)
  }

  /** A payment to somebody else does not take over a form in which an address stands. */
  const inForm = (event: PayEvent): PayEvent => {
    const { lookup } = settings
    return event.type === 'paid' && 'address' in lookup ? { ...event, formAddress: lookup.address } : event
  }

  const entryOf = (shown: ShownCharge): NewCharge => ({
    shown,
    reference: order?.reference,
    attempt: attempt.of(shown.recipient.address),
  })

  flow.subscribe((state, before) => {
    if (before.status === 'paid' && state.status !== 'paid') attempt.end()
    const isShown = 'charge' in state && state.status !== 'paid'
    if (isShown) {
      const { recipient, charge, isOver, isUnclear } = state
      place?.show(entryOf({ recipient, charge, isOver, isUnclear }))
    } else place?.show(null)
    const isNews = 'charge' in state && (!('charge' in before) || before.charge.id !== state.charge.id)
    if (isNews || (state.status === 'paid' && before.status !== 'paid')) invalidateIntent()
    notify()
  })

  const invalidateIntent = () => {
    const intent = intentFor(settings)
    const { queryClient, client } = settings
    if (intent?.status !== 'read') return
    void queryClient.invalidateQueries({ queryKey: leydenKeys.intent(client.baseUrl, intent.token) })
  }

  const tellContradiction = () => {
    const read = intents.stateFor(settings)
    const shown = intentFor(settings)
    if (read?.status !== 'read' || shown?.status !== 'failed' || shown.error.message === contradiction) return
    const { error } = shown
    contradiction = error.message
    console.warn(`Leyden shows no invoice (${error.code}): ${error.message}`)
    callPage(() => settings.onError?.(error))
  }

  /** A look-up that failed is told once, whatever the page renders. */
  const tellLookup = () => {
    const { lookup, onStateChange, onError } = settings
    if (lookup === toldLookup || (toldLookup === undefined && lookup.status === 'empty')) return
    const before = toldLookup
    toldLookup = lookup
    callPage(() => onStateChange?.(flow.getState(), lookup))
    const isTold =
      before?.status === 'unreachable' && lookup.status === 'unreachable' && before.error === lookup.error
    if (lookup.status === 'unreachable' && !isTold) callPage(() => onError?.(lookup.error))
  }

  const work = () => {
    if (isReady(settings)) intents.read()
    connect()
    tellContradiction()
    tellLookup()
  }

  const start = () => {
    mounted = true
    const stops = [
      callPayCallbacks(
        flow,
        () => settings,
        () => orderOf(settings)?.reference,
        charged,
      ),
      followUnclearPayment(flow, ledger),
      leave,
      requests.abort,
    ]
    work()
    return () => {
      mounted = false
      for (const stop of stops) stop()
    }
  }

  const sendForCharge = (type: 'claimed' | 'reopened') => {
    const state = flow.getState()
    if ('charge' in state) flow.send({ type, id: state.charge.id })
  }

  return {
    getState: flow.getState,
    getIntent: () => intents.stateFor(settings),
    intentFor,
    stateFor(any) {
      const state = flow.getState()
      if (order === null || staysPaid(any) || orderOf(any)?.name === order.name) return state
      return payTransition(state, { type: 'order_changed' })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update(next) {
      settings = next
      if (mounted) work()
    },
    mount: mountOnce(start, intents.stop),
    requestInvoice(wanted) {
      const state = flow.getState()
      const { lookup } = settings
      const recipient =
        'recipient' in state ? state.recipient : lookup.status === 'found' ? lookup.recipient : null
      const intent = intentFor(settings)
      if (recipient && (intent === null || intent.status === 'read')) requests.request(recipient, wanted)
    },
    retryIntent: intents.retry,
    back() {
      requests.abort()
      flow.send({ type: 'back' })
    },
    payWithBrowserWallet: () => void payWithBrowserWallet(flow, ledger),
    claimPaid: () => sendForCharge('claimed'),
    reopen: () => sendForCharge('reopened'),
    done() {
      const state = flow.getState()
      // An order that is paid stays so.
      if (settings.intent === undefined || state.status !== 'paid') flow.send({ type: 'back' })
      callPage(() => settings.onDone?.(state))
    },
    dismiss: (id) => flow.send({ type: 'dismissed', id }),
  }
}

/** Whether nothing is wrong or missing in what the page gives, so that something can be paid. */
export function isReady(settings: PaySettings): boolean {
  return settings.client !== missingClient && !checkPayProps(settings).isFatal
}

/**
 * Names the attempts of a person to pay: invoices to one recipient belong to one attempt until it is paid and
 * done with. Two payments of one attempt are one too many.
 */
function createAttempts() {
  let current: { address: string; name: string } | null = null
  return {
    of(address: string): string {
      if (current?.address !== address) current = { address, name: crypto.randomUUID() }
      return current.name
    },
    end() {
      current = null
    },
  }
}

/** The charge of a signed order, checked as if it had just come; null for one that fails. */
function chargeOfIntent(
  { lnaddress, amount, description, charge }: IntentReading,
  recipient: Recipient | null,
  network: PaySettings['network'],
  now: Date,
): ShownCharge | null {
  if (!charge) return null
  const amountMsat = BigInt(amount)
  const checked = checkCharge(charge, {
    address: lnaddress,
    order: { amountMsat, note: description },
    network,
    now: new Date(charge.created_at),
  })
  if (!checked.ok) return null
  const sats = amountMsat / 1_000n
  return {
    charge: checked.charge,
    isOver: checked.charge.expiresAt <= now || undefined,
    // The address may be out of reach at the moment; what the shop signed stands all the same.
    recipient: recipient ?? {
      address: lnaddress,
      domain: lnaddress.slice(lnaddress.indexOf('@') + 1),
      minSats: sats,
      maxSats: sats,
      commentAllowed: 0,
      description: '',
    },
  }
}
