import type { Client, IntentReading, Network } from '@leyden/core'
import { tryOrUndefined, UNKNOWN_HERE } from '@leyden/core/internal'
import { asMsat, msatToSats } from '@leyden/core/money'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import type { Recipient } from '../../address/recipient.js'
import { missingClient } from '../../foundation/provider/missing-client.js'
import { usableFiat } from '../fields/fiat.js'
import { checkCharge, withPrice } from '../flow/check-charge.js'
import type { PayEvent, PayState, ShownCharge } from '../flow/pay-state.js'
import { isPayable, isShown, shownOf } from '../flow/shown-charge.js'
import { type ChargeLedger, type LedgerSubscription, ledgerOf } from '../ledger/charge-ledger.js'
import type { LedgerOrder } from '../ledger/ledger-order.js'
import type { NewCharge } from '../ledger/ledger-storage.js'
import { orderOfIntent, orderOfProps, pageOf, placesOf } from '../ledger/order-name.js'
import { isReady, type PayFlow, type PaySettings } from '../pay-settings.js'
import { type IntentState, readingOf } from './intent-reader.js'
import { notifyOfLedger } from './pay-reports.js'

/** Many pages empty their cart when a payment arrives. The payment stays on the screen. */
export function staysPaid(settings: PaySettings, state: PayState): boolean {
  return state.status === 'paid' && !isReady(settings)
}

/**
 * Synchronizes the ledger and the flow of one widget: it stores which charge is shown for its order, and restores it
 * later for the same order.
 *
 * @param refreshIntent reads the signed order again
 * @param onOrderChanged called when the page asks for another order, to cancel the request for the former one
 * @param widgetsBefore the settings of the widgets that were mounted before this one and have not subscribed yet
 */
export function syncOrder(
  flow: PayFlow,
  settings: () => PaySettings,
  intent: () => IntentState | null,
  refreshIntent: () => Promise<void>,
  onOrderChanged: () => void,
  widgetsBefore: () => readonly PaySettings[],
) {
  /** The order that the widget has subscribed the ledger for last. */
  let order: LedgerOrder | null = null
  let ledger: ChargeLedger | null = null
  let subscription: LedgerSubscription | null = null
  /** The subscription while the page asks for another order, which is not known yet. */
  let waiting: LedgerSubscription | null = null
  /** The page on which the widget was first shown. */
  let page: string | undefined
  let restored: IntentReading['charge']
  /**
   * The charges that belong together: those to one recipient are one group until one of them is paid and dismissed. A
   * second payment in a group is a duplicate.
   */
  let paymentGroup: { address: string; name: string } | null = null
  const shownIds = new Set<string>()
  /** Settled when the charges that other tabs have shown are known; null if there are none to wait for. */
  let restoring: Promise<void> | null = null

  const entryOf = (shown: ShownCharge): NewCharge => {
    const { address } = shown.recipient
    if (paymentGroup?.address !== address) paymentGroup = { address, name: bytesToHex(randomBytes(16)) }
    return { shown, paymentGroup: paymentGroup.name }
  }

  /** The order that settings of the page ask for; null while it is not known. */
  const orderOf = (options: PaySettings, intentState: IntentState | null): LedgerOrder | null => {
    page ??= pageOf(location)
    if (!intentState) return orderOfProps(options, page)
    const reading = readingOf(intentState)
    const token = 'token' in intentState ? intentState.token : undefined
    if (reading) return { ...orderOfIntent(reading, options), token }
    const isLost = intentState.status === 'failed' && intentState.error.reason === UNKNOWN_HERE
    const known = isLost && token !== undefined ? ledgerOf(options.client).orderOf(token) : undefined
    return known ? { ...known, ...placesOf(options) } : null
  }

  flow.subscribe((state, before) => {
    if (before.status === 'paid' && state.status !== 'paid') paymentGroup = null
    show(state)
  })

  const show = (state: PayState) => {
    const isKnown = state.status !== 'paid' || ledger?.paymentOf(state.charge.id) !== undefined
    if (!('charge' in state) || !isKnown) return subscription?.show(null)
    const { recipient, charge } = state
    const shown: ShownCharge = isShown(state) ? shownOf(state) : { recipient, charge, phase: 'payable' }
    shownIds.add(charge.id)
    subscription?.show(entryOf(shown))
  }

  /** A payment to another recipient does not replace a form with an address in it. */
  const inForm = (event: PayEvent): PayEvent => {
    const { lookup } = settings()
    return event.type === 'paid' && 'address' in lookup ? { ...event, formAddress: lookup.address } : event
  }

  const subscribe = (wanted: LedgerOrder | null): LedgerSubscription => {
    unsubscribe()
    const { client, widgetEvents } = settings()
    const pageLedger = ledgerOf(client)
    ledger = pageLedger
    widgetEvents?.keep(pageLedger, () => notifyOfLedger(pageLedger, widgetEvents))
    const onEvent = (event: PayEvent) => {
      // The BFF does not know a payment yet whose proof it does not have.
      const mayAsk = event.type === 'paid' && event.proofDelivery === undefined
      if (mayAsk && !isDecided(event.id)) void sendDecided(event, own)
      else flow.send(inForm(event))
    }
    const own: LedgerSubscription = pageLedger.subscribe(wanted, client, onEvent, ordersBefore(client))
    return own
  }

  /** The orders of the widgets before, which get the first numbers among identical ones. An intent has its engine. */
  const ordersBefore = ({ baseUrl }: Client): LedgerOrder[] =>
    widgetsBefore()
      .filter((before) => before.client.baseUrl === baseUrl)
      .flatMap((before) => orderOf(before, null) ?? [])

  /** Whether it is known if a payment pays the order: for a signed order the BFF decides that, and its reading says it. */
  const isDecided = (id: string): boolean => {
    const reading = readingOf(intent())
    if (!reading) return true
    const { charge, arrived = [] } = reading
    const invoice = charge?.state.status === 'paid' ? charge.invoice.request.toLowerCase() : undefined
    const isPaidBy = invoice !== undefined && invoice === ledger?.paymentOf(id)?.charge.invoice
    return isPaidBy || arrived.some((payment) => payment.id === id)
  }

  /**
   * Shows a payment as paid only after the BFF was asked what it pays: another tab may have changed the order since its
   * invoice. If the BFF does not answer, the payment counts, because it is proven.
   */
  const sendDecided = async (event: PayEvent, of: LedgerSubscription) => {
    await refreshIntent().catch(() => {})
    // Otherwise the ledger reports it to the widget that shows its order then.
    if (subscription === of) flow.send(inForm(event))
  }

  const followOrder = (wanted: LedgerOrder) => {
    const { onRestored } = settings()
    subscription = subscribe(wanted)
    // A widget that React has mounted again already shows its receipt.
    if (flow.getState().status === 'paid') show(flow.getState())
    const { shown: last, payment, earlier: others, unmatched } = subscription.restored
    if (unmatched.length > 0) flow.send({ type: 'unmatched', payments: unmatched })
    // The BFF decides which charge of a signed order is shown. If it does not know the order, and without an order, it is
    // the last charge of this page.
    const shown = readingOf(intent()) ? undefined : last
    const earlier = last && !shown && !payment ? [last, ...others] : others
    flow.send({ type: 'restored', shown, payment, earlier })
    const state = flow.getState()
    const isShown = shown && !payment && 'charge' in state && state.charge.id === shown.charge.id
    if (isShown && intent() === null) onRestored?.(shown)
    restoring = null
    if (subscription.elsewhere) restoreElsewhere(subscription, subscription.elsewhere, wanted)
  }

  /**
   * Shows the invoice of an order that another tab has shown. One without a reference is only offered: the person may
   * have come for another payment.
   */
  const restoreElsewhere = (
    of: LedgerSubscription,
    elsewhere: Promise<readonly ShownCharge[]>,
    { reference }: LedgerOrder,
  ) => {
    const done = elsewhere.then((found) => {
      if (restoring === done) restoring = null
      if (subscription !== of) return
      const isOrder = reference !== undefined && intent() === null
      const last = isOrder ? found.find(isPayable) : undefined
      const offered = reference === undefined ? found.find(isPayable)?.charge.id : undefined
      if (found.length === 0) return
      flow.send({ type: 'restored', shown: last, earlier: found.filter((each) => each !== last), offered })
      const state = flow.getState()
      if (last && 'charge' in state && state.charge.id === last.charge.id) settings().onRestored?.(last)
    })
    restoring = done
  }

  /** The BFF keeps the charge of a signed order, so that another tab or phone shows the same one. */
  const restoreOfIntent = () => {
    const read = intent()
    const { lookup, network, client, fiat } = settings()
    const charge = read?.status === 'read' ? read.reading.charge : undefined
    if (!subscription || read?.status !== 'read' || !charge || charge === restored) return
    if (!['found', 'invalid', 'unreachable'].includes(lookup.status)) return
    restored = charge
    const recipient = lookup.status === 'found' ? lookup.recipient : null
    const shown = chargeOfIntent(read.reading, recipient, network, client.clock.now())
    if (!shown) return
    // Only the page that requested the charge knows its price.
    const isPaid = charge.state.status === 'paid'
    const price = isPaid ? ledger?.paymentOf(shown.charge.id)?.charge.price : usableFiat(fiat)
    const known = subscription.add(entryOf({ ...shown, charge: withPrice(shown.charge, price) }))
    // If the person went back to the form from this charge, the form stays.
    if (!shownIds.has(shown.charge.id))
      flow.send(
        isPayable(known) ? { type: 'restored', shown: known } : { type: 'restored', earlier: [known] },
      )
    ledger?.takeState(shown.charge.id, charge.state)
  }

  /** The payments that the BFF knows under the reference of a signed order, and that do not pay it. */
  const reportUnmatched = () => {
    const arrived = readingOf(intent())?.arrived
    if (!arrived) return
    subscription?.takeUnmatched(arrived.map(({ id }) => id))
    const payments = arrived.map(({ id, amount, at }) => ({
      id,
      amountMsat: asMsat(amount),
      at: new Date(at),
    }))
    flow.send({ type: 'unmatched', payments })
  }

  /** Takes another name or intent of the same order. */
  const take = (next: LedgerOrder, of: LedgerSubscription) => {
    order = next
    of.rename(next)
  }

  const unsubscribe = () => {
    subscription?.unsubscribe()
    waiting?.unsubscribe()
    subscription = null
    waiting = null
  }

  return {
    /** Wait for this before an invoice is requested, because another tab may have one; null for nothing. */
    restoring: () => restoring,
    /** The order to whose charges it subscribed last. */
    current: () => order,
    orderOf,
    /** Joins the ledger for the order of the current settings, unless it has subscribed already. */
    connect() {
      const { client } = settings()
      if (client === missingClient || staysPaid(settings(), flow.getState())) return unsubscribe()
      const next = orderOf(settings(), intent())
      const isOfClient = ledger === ledgerOf(client)
      if (next === null) {
        // An invoice of the former order can still be paid, and this widget has to show that too.
        if (order !== null && !(waiting && isOfClient)) waiting = subscribe(null)
        return
      }
      if (!subscription || next.name !== order?.name || !isOfClient) {
        unsubscribe()
        if (order !== null && order.name !== next.name) {
          onOrderChanged()
          paymentGroup = null
          shownIds.clear()
          restored = undefined
          flow.send({ type: 'order_changed' })
        }
        order = next
        followOrder(next)
      } else if (next.token !== undefined && next.token !== order?.token) take(next, subscription)
      reportUnmatched()
      restoreOfIntent()
    },
    /**
     * Remembers the URL of the page before the page may be discarded, because a reload has that URL: it may have changed
     * since the widget was first shown, without a change of what is on the screen.
     */
    rememberPage() {
      if (!subscription) return
      page = pageOf(location)
      const renamed = orderOf(settings(), intent())
      if (renamed && renamed.name !== order?.name) take(renamed, subscription)
    },
    unsubscribe,
  }
}

/** The charge of a signed order, checked like a new one; null if there is none, or a check fails. */
function chargeOfIntent(
  { lnaddress, amount, description, charge }: IntentReading,
  recipient: Recipient | null,
  network: Network | undefined,
  now: Date,
): ShownCharge | null {
  if (!charge) return null
  const amountMsat = asMsat(amount)
  const terms = { amountMsat, note: description }
  const createdAt = new Date(charge.created_at)
  const checked = tryOrUndefined(() =>
    checkCharge(charge, { address: lnaddress, terms, network, now: createdAt }),
  )
  if (!checked) return null
  const sats = msatToSats(amountMsat, 'floor')
  return {
    charge: checked,
    phase: checked.expiresAt <= now ? 'expired_unchecked' : 'payable',
    // The address may be unreachable at the moment; the signed order is still valid.
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
