import type { IntentReading, Network } from '@leyden/core'
import { tryOrUndefined } from '@leyden/core/internal'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import type { Recipient } from '../../address/recipient.js'
import { missingClient } from '../../foundation/provider/missing-client.js'
import { checkPayProps } from '../check-pay-props.js'
import { usableFiat } from '../fields/fiat.js'
import { checkCharge } from '../flow/check-charge.js'
import type { PayEvent, PayState, ShownCharge } from '../flow/pay-state.js'
import { type ChargeLedger, type LedgerSubscription, ledgerOf } from '../ledger/charge-ledger.js'
import type { NewCharge } from '../ledger/ledger-storage.js'
import type { PayFlow, PaySettings } from '../pay-settings.js'
import type { IntentState } from './intent-reader.js'
import { notifyOfLedger } from './pay-reports.js'

/** The payment that a page asks for. */
export interface PayOrder {
  /**
   * An id that is the same for equal props of the page, or for the same intent. Charges of another order are not shown.
   */
  name: string
  reference: string | undefined
}

/** Whether no prop of the page is wrong or missing, so that a payment is possible. */
export function isReady(settings: PaySettings): boolean {
  return settings.client !== missingClient && !checkPayProps(settings).isFatal
}

/** The payment that the page asks for; null while it is not known. */
export function orderOf(settings: PaySettings, intent: IntentState | null): PayOrder | null {
  if (intent) {
    if (intent.status !== 'read') return null
    const { reference } = intent.reading
    return { name: `intent ${reference}`, reference }
  }
  const { address, amountSats, description, reference, network } = settings
  return { name: JSON.stringify([address, String(amountSats), description, reference, network]), reference }
}

/** Many pages empty their cart when a payment arrives. The payment stays on the screen. */
export function staysPaid(settings: PaySettings, state: PayState): boolean {
  return state.status === 'paid' && !isReady(settings)
}

/**
 * Synchronizes the ledger and the flow of one widget: it stores which charge is shown for its order, and restores it
 * later for the same order.
 *
 * @param onOrderChanged called when the page asks for another order, to cancel the request for the former one
 */
export function syncOrder(
  flow: PayFlow,
  settings: () => PaySettings,
  intent: () => IntentState | null,
  onOrderChanged: () => void,
) {
  let order: PayOrder | null = null
  let ledger: ChargeLedger | null = null
  let subscription: LedgerSubscription | null = null
  let restored: IntentReading['charge']
  /**
   * The charges that belong together: those to one recipient are one group until one of them is paid and dismissed. A
   * second payment in a group is a duplicate.
   */
  let paymentGroup: { address: string; name: string } | null = null
  const shownIds = new Set<string>()

  const entryOf = (shown: ShownCharge): NewCharge => {
    const { address } = shown.recipient
    if (paymentGroup?.address !== address) paymentGroup = { address, name: bytesToHex(randomBytes(16)) }
    return { shown, reference: order?.reference, paymentGroup: paymentGroup.name }
  }

  flow.subscribe((state, before) => {
    if (before.status === 'paid' && state.status !== 'paid') paymentGroup = null
    show(state)
  })

  const show = (state: PayState) => {
    const isKnown = state.status !== 'paid' || ledger?.paymentOf(state.charge.id) !== undefined
    if (!('charge' in state) || !isKnown) return subscription?.show(null)
    const { recipient, charge } = state
    const { isInvoiceExpired, isUnclear } = state.status === 'paid' ? {} : state
    shownIds.add(charge.id)
    subscription?.show(entryOf({ recipient, charge, isInvoiceExpired, isUnclear }))
  }

  /** A payment to another recipient does not replace a form with an address in it. */
  const inForm = (event: PayEvent): PayEvent => {
    const { lookup } = settings()
    return event.type === 'paid' && 'address' in lookup ? { ...event, formAddress: lookup.address } : event
  }

  const subscribe = ({ name }: PayOrder) => {
    const { client, widgetEvents, onRestored } = settings()
    const pageLedger = ledgerOf(client)
    ledger = pageLedger
    widgetEvents?.keep(pageLedger, () => notifyOfLedger(pageLedger, widgetEvents))
    // With an intent the BFF decides which charge is shown; without one it is the last charge of this page.
    const hasIntent = intent() !== null
    const key = hasIntent ? name : `${location.pathname} ${name}`
    subscription = pageLedger.subscribe(key, client, (event) => flow.send(inForm(event)))
    // A widget that React has mounted again already shows its receipt.
    if (flow.getState().status === 'paid') show(flow.getState())
    const { shown: last, payment, earlier: others } = subscription.restored
    const shown = hasIntent ? undefined : last
    const earlier = last && !shown && !payment ? [last, ...others] : others
    flow.send({ type: 'restored', shown, payment, earlier })
    const state = flow.getState()
    if (shown && !payment && 'charge' in state && state.charge.id === shown.charge.id) onRestored?.(shown)
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
    shown.charge = { ...shown.charge, price }
    subscription.add(entryOf(shown))
    // If the person went back to the form from this charge, the form stays.
    if (!shownIds.has(shown.charge.id))
      flow.send(shown.isInvoiceExpired ? { type: 'restored', earlier: [shown] } : { type: 'restored', shown })
    ledger?.takeState(shown.charge.id, charge.state)
  }

  const unsubscribe = () => {
    subscription?.unsubscribe()
    subscription = null
  }

  return {
    /** The order to whose charges it subscribed last. */
    current: () => order,
    /** Subscribes to the charges of the current order, unless it has already. */
    connect() {
      const { client } = settings()
      const isOff = client === missingClient || staysPaid(settings(), flow.getState())
      const next = isOff ? null : orderOf(settings(), intent())
      if (next === null) return unsubscribe()
      const isSame = next.name === order?.name && next.reference === order?.reference
      if (!subscription || !isSame || ledger !== ledgerOf(client)) {
        unsubscribe()
        if (order !== null && order.name !== next.name) {
          onOrderChanged()
          paymentGroup = null
          flow.send({ type: 'order_changed' })
        }
        order = next
        subscribe(next)
      }
      restoreOfIntent()
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
  const amountMsat = BigInt(amount)
  const terms = { amountMsat, note: description }
  const createdAt = new Date(charge.created_at)
  const checked = tryOrUndefined(() =>
    checkCharge(charge, { address: lnaddress, terms, network, now: createdAt }),
  )
  if (!checked) return null
  const sats = amountMsat / 1_000n
  return {
    charge: checked,
    isInvoiceExpired: checked.expiresAt <= now || undefined,
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
