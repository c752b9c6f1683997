import type { Client, WatchState } from '@leyden/core'
import { checkPreimage } from '@leyden/lightning'
import type { PayEvent, PaymentFacts, ShownCharge, UnmatchedPayment } from '../flow/pay-state.js'
import { isPayable } from '../flow/shown-charge.js'
import { eventOfState } from './charge-machine.js'
import { createChargeOwner } from './charge-owner.js'
import { createChargeReports, type LedgerPayment } from './charge-reports.js'
import { digestOf } from './digest.js'
import {
  attach,
  createHeldCharges,
  type HeldCharge,
  type LedgerWidget,
  newRecord,
  tellWidgets,
} from './held-charges.js'
import { isReceipt, isSameOrder, type LedgerOrder, nameOf } from './ledger-order.js'
import { loadLedger, type NewCharge } from './ledger-storage.js'
import { keepOpenCharge, sweepOpenCharges } from './open-charges.js'

/** A widget's subscription to the ledger: it gets the events of the charges of its order. */
export interface LedgerSubscription {
  /** Charges of this order that were shown before. */
  readonly restored: {
    /** The charge to show again. */
    shown: ShownCharge | undefined
    /** The receipt, if the charge to show again is paid already. */
    payment: PaymentFacts | undefined
    /** The other charges, newest first. */
    earlier: readonly ShownCharge[]
    /** The payments under the reference of the order that do not pay it. */
    unmatched: readonly UnmatchedPayment[]
  }
  /**
   * The charges of this order that other tabs of this device have shown to the same person, newest first, as soon as the
   * server has answered what became of them. Undefined if there are none.
   */
  readonly elsewhere: Promise<readonly ShownCharge[]> | undefined
  /** Stores and watches a charge that the widget does not show, or not yet. @returns what is known about it */
  add(charge: NewCharge): ShownCharge
  /** Stores which charge the widget shows, null for none. A charge that is new to the ledger is watched. */
  show(charge: NewCharge | null): void
  /** Takes which payments do not pay this order, as the BFF reports it, by payment hash. */
  takeUnmatched(ids: readonly string[]): void
  /**
   * The same order has another name now, as its page has another URL, or another intent: its charges are restored for
   * these.
   */
  rename(order: LedgerOrder): void
  /** Unsubscribes the widget. Its charges are still watched. */
  unsubscribe(): void
}

/**
 * All charges of one BFF that this page has shown. Each is watched until it is paid, or until the BFF has answered after
 * the end of its grace time, whether a widget shows it or not, and is stored in `sessionStorage` until then, unless the
 * page wants nothing to be stored. The widgets that show the charge get events of the pay flow; a payment that no widget
 * shows is reported to another widget.
 */
export interface ChargeLedger {
  /**
   * Subscribes a widget.
   *
   * @param order what the page wants to be paid; charges of another order are not shown. Null while it is not known:
   *   the widget then gets only the payments that no other widget shows
   * @param onEvent gets each event; never called before this function returns
   * @param before what widgets want that are earlier on the page and have not subscribed yet; identical ones are
   *   numbered in the order of the page
   */
  subscribe(
    order: LedgerOrder | null,
    client: Client,
    onEvent: (event: PayEvent) => void,
    before?: readonly LedgerOrder[],
  ): LedgerSubscription
  /** Called with each payment. @returns a function that unsubscribes. */
  onPayment(listener: (payment: LedgerPayment) => void): () => void
  /** Called when a charge is over and not known to be paid. @returns a function that unsubscribes. */
  onEnd(listener: (shown: ShownCharge) => void): () => void
  /** The order of an intent, as far as its charges say it: for an intent that the server does not know. */
  orderOf(token: string): LedgerOrder | undefined
  /** The payment of a charge, once it is paid. */
  paymentOf(id: string): LedgerPayment | undefined
  /** Takes a preimage as proof of payment, and checks it against the payment hash. */
  prove(id: string, preimage: string): void
  /** Takes a payment that the server reported outside of the watch. */
  takeState(id: string, state: WatchState): void
  /** Asks the BFF now whether the charge was paid, unless it is over. */
  checkAgain(id: string): void
  /**
   * Notes that a wallet was asked to pay a charge.
   *
   * @returns a function that notes its answer: a clear refusal, or one that leaves open whether it paid
   */
  askWallet(id: string): (answer: 'refused' | 'unclear') => void
  /**
   * Whether a callback is to be called for this charge: `onPaid` once per tab, `onCharge` once per page load, also if two
   * widgets of a page show its order. The first one that asks calls it; each shows the charge and its payment.
   */
  reportOnce(id: string, callback: 'onCharge' | 'onPaid'): boolean
}

const ledgers = new Map<string, ChargeLedger>()

/** The ledger of a client's BFF, one per page. In browsers only. */
export function ledgerOf(client: Client): ChargeLedger {
  const ledger = ledgers.get(client.baseUrl) ?? createLedger(client)
  ledgers.set(client.baseUrl, ledger)
  return ledger
}

/** A ledger that starts with the charges that an earlier page load has stored. */
export function createLedger(firstClient: Client): ChargeLedger {
  const { baseUrl } = firstClient
  const held = createHeldCharges(firstClient, (charge, life, due) => reports.take(charge, life, due))
  const reports = createChargeReports(held)
  const owner = createChargeOwner(baseUrl, held, reports.reportUnshown)
  const { charges, widgets, save } = held

  const { offsetMs, records } = loadLedger(baseUrl)
  firstClient.clock.restore(offsetMs)
  sweepOpenCharges(firstClient.clock.now().getTime())
  for (const record of records) held.add(record, firstClient)

  return {
    subscribe(wanted, client, onEvent, before) {
      owner.hearUser(client)
      const { isForBrowser = false, isStored = true } = wanted ?? {}
      const order = held.numbered(wanted, before)
      const widget: LedgerWidget = { client, order, isForBrowser, isStored, onEvent }
      // The clock may have passed an expiry whose timer has not fired yet.
      for (const charge of charges.values()) charge.send({ type: 'clock' })
      widgets.add(widget)
      const restored = owner.restoreAll(widget)
      reports.reportUnshown()

      const findOrAdd = (charge: NewCharge): HeldCharge => {
        const known = charges.get(charge.shown.charge.id)
        if (known) {
          const isNew = !known.widgets.has(widget)
          attach(known, widget)
          if (!isSameOrder(known, widget.order)) Object.assign(known, widget.order)
          // A server may return a charge that is paid already, or that a wallet was asked to pay before.
          if (isNew || known.payment) queueMicrotask(() => tellWidgets(known))
          return known
        }
        const subject = client.user.subject ?? undefined
        const added = held.add(newRecord(charge, widget, subject), client, widget)
        const { shown, paymentGroup } = added
        if (isForBrowser && isPayable(shown) && shown.charge.watchUrl !== undefined)
          keepOpenCharge({ baseUrl, name: nameOf(widget.order) }, { shown, paymentGroup, subject })
        return added
      }

      return {
        restored,
        elsewhere: wanted && isForBrowser ? owner.findElsewhere(widget, wanted.name) : undefined,
        add(charge) {
          const { shown } = findOrAdd(charge)
          save()
          return shown
        },
        show(charge) {
          for (const each of charges.values()) if (each.widgets.has(widget)) each.isOnScreen = false
          if (charge) findOrAdd(charge).isOnScreen = true
          save()
        },
        takeUnmatched(ids) {
          // Those of other terms are known by their order.
          const own = ids
            .flatMap((id) => charges.get(id) ?? [])
            .filter((charge) => !charge.isUnmatched && isSameOrder(charge, widget.order))
          for (const charge of own) Object.assign(charge, { isUnmatched: true, isNoticed: true })
          if (own.length > 0) save()
        },
        rename(order) {
          widgets.delete(widget)
          widget.order = held.numbered(order)
          widgets.add(widget)
          for (const charge of charges.values())
            if (charge.widgets.has(widget)) Object.assign(charge, widget.order)
          save()
        },
        unsubscribe() {
          widgets.delete(widget)
          for (const charge of charges.values()) {
            if (!charge.widgets.delete(widget)) continue
            // A receipt is shown again after a reload, but not after the page has removed its widget.
            if (isReceipt(charge)) charge.isOnScreen = false
          }
          save()
          reports.reportUnshown()
        },
      }
    },

    orderOf(token) {
      const intent = digestOf(token)
      const known = [...charges.values()].find((charge) => charge.intent === intent)
      return known && { name: nameOf(known), reference: known.reference, token }
    },

    onPayment: reports.onPayment,
    onEnd: reports.onEnd,
    paymentOf: reports.paymentOf,
    reportOnce: reports.reportOnce,

    prove(id, preimage) {
      const charge = charges.get(id)
      if (!charge || charge.payment || !checkPreimage(preimage, id)) return
      const proofDelivery = charge.shown.charge.watchUrl === undefined ? undefined : 'pending'
      const proof = { evidence: 'preimage', preimage: preimage.toLowerCase(), proofDelivery } as const
      charge.send({ type: 'paid', learnt: { ...proof, learntAt: charge.client.clock.now() } })
    },

    takeState(id, state) {
      const charge = charges.get(id)
      const event = charge && eventOfState(state, charge.shown.charge, charge.client.clock.now())
      // It was not read by a check of the ledger, so nobody knows whether it is of a time after the end.
      if (charge && event?.type === 'paid') charge.send(event)
    },

    checkAgain: (id) => charges.get(id)?.send({ type: 'retried' }),

    askWallet(id) {
      const charge = charges.get(id)
      charge?.send({ type: 'wallet_asked' })
      return (answer) => charge?.send({ type: `wallet_${answer}` })
    },
  }
}
