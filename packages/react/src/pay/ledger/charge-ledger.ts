import { type Client, isLeydenError, type WatchState } from '@leyden/core'
import { createListeners, UNKNOWN_HERE } from '@leyden/core/internal'
import { checkPreimage } from '@leyden/lightning'
import type {
  CheckedCharge,
  PayEvent,
  PaymentFacts,
  ShownCharge,
  UnmatchedPayment,
} from '../flow/pay-state.js'
import { isNews, isPayable } from '../flow/shown-charge.js'
import { noteChargeOfPage } from '../stored-charges.js'
import { type ChargeReport, driveCharge } from './charge-driver.js'
import { type ChargeEvent, type ChargeLife, eventOfState, isSettled, newLife } from './charge-machine.js'
import { digestOf, forgetEntriesOfUsers } from './device-entries.js'
import {
  duplicateOf,
  isOfOtherTerms,
  isReceipt,
  isSameOrder,
  isShownAgain,
  type LedgerOrder,
  type NumberedOrder,
  nameOf,
  numbered,
  unmatchedOf,
} from './ledger-order.js'
import { type LedgerRecord, loadLedger, type NewCharge, saveLedger } from './ledger-storage.js'
import { findOpenCharges, forgetOpenCharge, keepOpenCharge, sweepOpenCharges } from './open-charges.js'
import { deliverProof } from './proof-delivery.js'

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

/** A payment as the ledger reports it, whether or not a widget shows it. */
type LedgerPayment = PaymentFacts & {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
}

/**
 * All charges of one BFF that this page has shown. Each is watched until it is paid, or until the BFF has answered after
 * the end of its grace time, whether a widget shows it or not, and is stored in `sessionStorage` until then, unless the
 * page wants nothing to be stored. The widgets
 * that show the charge get events of the pay flow; a payment that no widget shows is reported to another widget.
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
  /** Asks the BFF now whether the charge was paid, if it has not answered since the end of the charge. */
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

interface Entry extends LedgerRecord {
  /** The widgets that show or showed the charge. Two widgets can show one signed order. */
  holders: Set<Holder>
  /** Whether all of its widgets let this tab store it. */
  isStored: boolean
  client: Client
  /** Passes an event to the machine of the charge. */
  send: (event: ChargeEvent) => void
}

interface Holder {
  client: Client
  /** What its widget asks for, as a record has it. */
  order: NumberedOrder
  /** Whether other tabs may find its charges. */
  isForBrowser: boolean
  /** Whether this tab may store its charges. */
  isStored: boolean
  onEvent: (event: PayEvent) => void
}

/** A ledger that starts with the charges that an earlier page load has stored. */
export function createLedger(firstClient: Client): ChargeLedger {
  const { baseUrl } = firstClient
  const entries = new Map<string, Entry>()
  const holders = new Set<Holder>()
  const payments = createListeners<[LedgerPayment]>()
  const ends = createListeners<[ShownCharge]>()
  /** The payment hashes of the invoices that were reported to the page. */
  const charged = new Set<string>()

  const save = () => {
    const stored = [...entries.values()].filter((entry) => entry.isStored)
    saveLedger(baseUrl, firstClient.clock.offsetMs, stored)
    if (entries.size > 0) noteChargeOfPage(baseUrl)
  }

  const hold = (holder: Holder, entry: Entry) => {
    entry.holders.add(holder)
    entry.isStored &&= holder.isStored
  }

  /** Adds an entry and drives its machine until it ends. */
  const add = (record: LedgerRecord, client: Client, holder?: Holder): Entry => {
    const life = newLife(record.shown, record.payment)
    const entry: Entry = {
      ...record,
      holders: new Set(),
      isStored: true,
      client,
      send: driveCharge(client, life, {
        duplicateOf: () => duplicateOf(entry, entries.values()),
        onStep: (next, reports) => takeLife(entry, next, reports),
      }),
    }
    if (holder) hold(holder, entry)
    entries.set(record.shown.charge.id, entry)
    entry.send({ type: 'loaded' })
    void deliverProof(entry)
    return entry
  }

  const takeLife = (entry: Entry, { shown, payment }: ChargeLife, reports: readonly ChargeReport[]) => {
    const isChanged = isNews(entry.shown, shown) || payment !== entry.payment
    // The server does not know the payment that this device has kept.
    if (!payment && entry.payment) entry.told = 'nobody'
    if (isSettled({ shown, payment })) forgetOpenCharge(shown.charge.id)
    entry.shown = shown
    entry.payment = payment
    if (reports.includes('report_paid')) return reportPayment(entry)
    if (isChanged) save()
    if (reports.includes('tell')) tell(entry)
    if (reports.includes('report_end')) ends.notify(shown)
  }

  const reportPayment = (entry: Entry) => {
    const others = [...holders].filter(
      (holder) => !entry.holders.has(holder) && isOfOtherTerms(entry, holder.order) && isFor(entry, holder),
    )
    if (entry.holders.size === 0 && others.length > 0) notePerson(entry)
    save()
    tell(entry)
    for (const { onEvent } of others) onEvent({ type: 'unmatched', payments: unmatchedOf([entry]) })
    const payment = paymentOf(entry.shown.charge.id)
    if (payment) payments.notify(payment)
    emitUnshown()
    void deliverProof(entry)
  }

  /** Tells the widgets of a charge what is known about it. Idempotent: a widget that knows it changes nothing. */
  const tell = (entry: Entry) => {
    const { holders, shown, payment } = entry
    const { id } = shown.charge
    const event: PayEvent = payment ? { ...payment, type: 'paid', id } : { type: 'updated', shown }
    for (const holder of [...holders]) holder.onEvent(event)
  }

  const paymentOf = (id: string): LedgerPayment | undefined => {
    const entry = entries.get(id)
    return entry?.payment && { ...entry.payment, charge: entry.shown.charge, reference: entry.reference }
  }

  /**
   * Reports payments that no widget shows to one widget of their person. Deferred, so that the order's own widget can
   * come first.
   */
  const emitUnshown = () => {
    setTimeout(() => {
      for (const entry of entries.values()) {
        if (!entry.payment || entry.told !== 'nobody' || entry.holders.size > 0) continue
        const anyone = [...holders].find((holder) => isFor(entry, holder))
        if (!anyone) continue
        entry.told = 'person'
        save()
        const { charge } = entry.shown
        anyone.onEvent({ type: 'arrived', payment: { ...entry.payment, charge, isOwn: false } })
      }
    })
  }

  /**
   * Adds the charges of an order that other tabs have shown. The server says what became of each, and who is signed in
   * now: what belongs to somebody else is left alone.
   */
  const findElsewhere = (holder: Holder, name: string, client: Client): LedgerSubscription['elsewhere'] => {
    const found = findOpenCharges({ baseUrl, name }).filter(({ shown }) => !entries.has(shown.charge.id))
    if (found.length === 0) return undefined
    const asked = found.map(async ({ shown, paymentGroup, subject }): Promise<ShownCharge[]> => {
      const { id, watchUrl, watchUntil } = shown.charge
      if (watchUrl === undefined) return []
      const state = await client.readState(watchUrl).catch((error: unknown) => {
        if (!isLeydenError(error) || error.code !== 'NOT_FOUND') return undefined
        // The invoice can still be paid. The watch says that nobody would see it.
        if (error.reason === UNKNOWN_HERE) return { kind: 'charge', status: 'open' } as const
        forgetOpenCharge(id)
        return undefined
      })
      const isOfUser = (client.user.subject ?? undefined) === subject
      if (state?.kind !== 'charge' || !isOfUser || entries.has(id) || !holders.has(holder)) return []
      if (state.status !== 'paid' && client.clock.now() > watchUntil) {
        forgetOpenCharge(id)
        return []
      }
      // An invoice that is paid or has expired is watched, and not shown.
      const known = state.status === 'open' ? shown : { ...shown, phase: 'expiring' as const }
      const told = { isOnScreen: false, told: 'nobody' as const }
      const entry = add({ shown: known, paymentGroup, subject, ...told, ...holder.order }, client, holder)
      save()
      return [entry.shown]
    })
    return Promise.all(asked).then((charges) => charges.flat())
  }

  /** The charges that a widget shows again, the newest first. */
  const ownOf = (holder: Holder): Entry[] =>
    [...entries.values()]
      // A payment that was shown beside another order is not reported yet.
      .filter(
        (entry) =>
          entry.order === holder.order.order &&
          !entry.isUnmatched &&
          (entry.told !== 'page' || isReceipt(entry)) &&
          isFor(entry, holder),
      )
      .reverse()

  const unmatchedFor = (holder: Holder): UnmatchedPayment[] => {
    const unmatched = [...entries.values()].filter(
      (entry) => entry.payment && isOfOtherTerms(entry, holder.order) && isFor(entry, holder),
    )
    for (const entry of unmatched) notePerson(entry)
    if (unmatched.length > 0) save()
    return unmatchedOf(unmatched)
  }

  /** Gives a widget charges that were shown before, and soon their payments that were not reported yet. */
  const restore = (holder: Holder, own: readonly Entry[]) => {
    for (const entry of own) hold(holder, entry)
    const onScreen = own.find((entry) => entry.isOnScreen && isShownAgain(entry))
    queueMicrotask(() => {
      for (const entry of own)
        if (entry.payment && entry.told !== 'page' && entry.holders.has(holder)) tell(entry)
    })
    return {
      shown: onScreen?.shown,
      payment: onScreen?.payment,
      earlier: own.filter((entry) => entry !== onScreen && !isReceipt(entry)).map(({ shown }) => shown),
    }
  }

  /** Drops what a person who has left the page must not leave there. */
  const forgetPerson = (entry: Entry) => {
    const hasNote = entry.shown.charge.note !== undefined
    if (!hasNote && !isReceipt(entry)) return
    if (isReceipt(entry)) entry.isOnScreen = false
    if (hasNote) entry.send({ type: 'note_dropped' })
    save()
  }

  /**
   * Somebody else is signed in: the widgets show the charges of this person, and no others. Those are still watched, and
   * reported to the page.
   */
  const showOwn = ({ user }: Client) => {
    if (typeof user.subject === 'string')
      for (const entry of entries.values()) if (!isOwn(entry.subject, user.subject)) forgetPerson(entry)
    for (const holder of [...holders]) {
      if (holder.client.user !== user) continue
      const others = [...entries.values()].filter((entry) => !isFor(entry, holder))
      for (const entry of others) entry.holders.delete(holder)
      if (others.length > 0)
        holder.onEvent({ type: 'released', ids: others.map(({ shown }) => shown.charge.id) })
      const returned = ownOf(holder).filter((entry) => !entry.holders.has(holder))
      if (returned.length > 0) holder.onEvent({ type: 'restored', ...restore(holder, returned) })
      const unmatched = unmatchedFor(holder)
      if (unmatched.length > 0) holder.onEvent({ type: 'unmatched', payments: unmatched })
    }
    save()
    emitUnshown()
  }

  /** A page may have several clients of one BFF. */
  const heard = new WeakSet<Client>()
  const hearUser = (client: Client) => {
    if (heard.has(client)) return
    heard.add(client)
    client.user.onChanged(() => showOwn(client))
    client.user.onSignedOut(() => {
      forgetEntriesOfUsers(baseUrl)
      for (const entry of entries.values()) if (entry.subject !== undefined) forgetPerson(entry)
    })
  }

  const numberedNow = (order: LedgerOrder | null, before: readonly LedgerOrder[] = []) => {
    const taken = [...holders].map((holder) => holder.order)
    for (const each of before) taken.push(numbered(each, taken))
    return numbered(order, taken)
  }

  const { offsetMs, records } = loadLedger(baseUrl)
  firstClient.clock.restore(offsetMs)
  sweepOpenCharges(firstClient.clock.now().getTime())
  for (const record of records) add(record, firstClient)

  return {
    subscribe(wanted, client, onEvent, before) {
      hearUser(client)
      const { isForBrowser = false, isStored = true } = wanted ?? {}
      const order = numberedNow(wanted, before)
      const holder: Holder = { client, order, isForBrowser, isStored, onEvent }
      // The clock may have passed an expiry whose timer has not fired yet.
      for (const entry of entries.values()) entry.send({ type: 'clock' })
      holders.add(holder)
      const restored = { ...restore(holder, ownOf(holder)), unmatched: unmatchedFor(holder) }
      emitUnshown()

      const findOrAdd = (charge: NewCharge): Entry => {
        const known = entries.get(charge.shown.charge.id)
        if (known) {
          const isNew = !known.holders.has(holder)
          hold(holder, known)
          if (!isSameOrder(known, holder.order)) Object.assign(known, holder.order)
          // A server may return a charge that is paid already, or that a wallet was asked to pay before.
          if (isNew || known.payment) queueMicrotask(() => tell(known))
          return known
        }
        const subject = client.user.subject ?? undefined
        const record = { ...charge, ...holder.order, subject, isOnScreen: false, told: 'nobody' as const }
        const entry = add(record, client, holder)
        const { shown, paymentGroup } = entry
        if (isForBrowser && isPayable(shown) && shown.charge.watchUrl !== undefined)
          keepOpenCharge({ baseUrl, name: nameOf(holder.order) }, { shown, paymentGroup, subject })
        return entry
      }

      return {
        restored,
        elsewhere: wanted && isForBrowser ? findElsewhere(holder, wanted.name, client) : undefined,
        add(charge) {
          const { shown } = findOrAdd(charge)
          save()
          return shown
        },
        show(charge) {
          for (const entry of entries.values()) if (entry.holders.has(holder)) entry.isOnScreen = false
          if (charge) findOrAdd(charge).isOnScreen = true
          save()
        },
        takeUnmatched(ids) {
          // Those of other terms are known by their order.
          const own = ids
            .flatMap((id) => entries.get(id) ?? [])
            .filter((entry) => !entry.isUnmatched && isSameOrder(entry, holder.order))
          for (const entry of own) {
            entry.isUnmatched = true
            notePerson(entry)
          }
          if (own.length > 0) save()
        },
        rename(order) {
          holders.delete(holder)
          holder.order = numberedNow(order)
          holders.add(holder)
          for (const entry of entries.values())
            if (entry.holders.has(holder)) Object.assign(entry, holder.order)
          save()
        },
        unsubscribe() {
          holders.delete(holder)
          for (const entry of entries.values()) {
            if (!entry.holders.delete(holder)) continue
            // A receipt is shown again after a reload, but not after the page has removed its widget.
            if (isReceipt(entry)) entry.isOnScreen = false
          }
          save()
          emitUnshown()
        },
      }
    },

    orderOf(token) {
      const intent = digestOf(token)
      const known = [...entries.values()].find((entry) => entry.intent === intent)
      return known && { name: nameOf(known), reference: known.reference, token }
    },

    onPayment: payments.subscribe,
    onEnd: ends.subscribe,

    paymentOf,

    prove(id, preimage) {
      const entry = entries.get(id)
      if (!entry || entry.payment || !checkPreimage(preimage, id)) return
      const proofDelivery = entry.shown.charge.watchUrl === undefined ? undefined : 'pending'
      const proof = { evidence: 'preimage', preimage: preimage.toLowerCase(), proofDelivery } as const
      entry.send({ type: 'paid', learnt: { ...proof, learntAt: entry.client.clock.now() } })
    },

    takeState(id, state) {
      const entry = entries.get(id)
      const event = entry && eventOfState(state, entry.shown.charge, entry.client.clock.now())
      // It was not read by a check of the ledger, so nobody knows whether it is of a time after the end.
      if (entry && event?.type === 'paid') entry.send(event)
    },

    checkAgain: (id) => entries.get(id)?.send({ type: 'retried' }),

    askWallet(id) {
      const entry = entries.get(id)
      entry?.send({ type: 'wallet_asked' })
      return (answer) => entry?.send({ type: `wallet_${answer}` })
    },

    reportOnce(id, callback) {
      if (callback === 'onCharge') {
        const isNew = !charged.has(id)
        charged.add(id)
        return isNew
      }
      const entry = entries.get(id)
      if (!entry || entry.told === 'page') return false
      entry.told = 'page'
      save()
      return true
    },
  }
}

/** Whether a charge of this tab is of the person who is signed in now, or was shown before somebody signed in. */
function isOwn(owner: string | undefined, subject: string | null | undefined): boolean {
  return owner === undefined || owner === subject
}

/** Whether a widget may show a charge: nobody else is known to be signed in. */
function isFor({ subject }: Entry, { client }: Holder): boolean {
  return client.user.subject === undefined || isOwn(subject, client.user.subject)
}

/** A widget that does not report the payment of a charge shows it. */
function notePerson(entry: Entry): void {
  if (entry.told === 'nobody') entry.told = 'person'
}
