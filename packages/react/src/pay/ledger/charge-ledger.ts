import { type Client, isLeydenError, type WatchState } from '@leyden/core'
import { callAll, createListeners } from '@leyden/core/internal'
import { checkPreimage } from '@leyden/lightning/invoice'
import { onReturn } from '../../foundation/page/listen.js'
import { setAlarm } from '../../foundation/page/set-alarm.js'
import { watchUntilStopped } from '../../foundation/page/watch-until-stopped.js'
import type {
  CheckedCharge,
  PayEvent,
  PaymentFacts,
  ShownCharge,
  UnmatchedPayment,
} from '../flow/pay-state.js'
import { isDetectable, paymentFacts } from '../flow/shown-charge.js'
import { type LedgerRecord, loadLedger, type NewCharge, saveLedger } from './ledger-storage.js'
import {
  findOpenCharges,
  forgetOpenCharge,
  forgetOpenChargesOfUsers,
  keepOpenCharge,
  onOpenChargeGone,
  sweepOpenCharges,
} from './open-charges.js'

/** What a page wants to be paid. */
export interface LedgerOrder {
  /** Equal for the same order, and different for any other: also for other terms under one reference. */
  name: string
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
  /** Whether other tabs of this device may find its open charges, also after this one was closed. @default false */
  isForBrowser?: boolean | undefined
}

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
  /** Stores and watches a charge that the widget does not show, or not yet. */
  add(charge: NewCharge): void
  /** Stores which charge the widget shows, null for none. A charge that is new to the ledger is watched. */
  show(charge: NewCharge | null): void
  /** Takes which payments do not pay this order, as the BFF reports it, by payment hash. */
  takeUnmatched(ids: readonly string[]): void
  /** The same order has another name now, as its page has another URL: its charges are restored for the new name. */
  rename(order: LedgerOrder): void
  /** Unsubscribes the widget. Its charges are still watched. */
  unsubscribe(): void
}

/** A payment as the ledger reports it, whether or not a widget shows it. */
export type LedgerPayment = PaymentFacts & {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
}

/**
 * All charges of one BFF that this page has shown. Each is watched until it is paid or its grace time ends, whether a
 * widget shows it or not, and is stored in `sessionStorage` until then. The widget that shows the charge gets events of
 * the pay flow; a payment that no widget shows is reported to another widget.
 */
export interface ChargeLedger {
  /**
   * Subscribes a widget.
   *
   * @param order what the page wants to be paid; charges of another order are not shown. Null while it is not known:
   *   the widget then gets only the payments that no other widget shows
   * @param onEvent gets each event; never called before this function returns
   */
  subscribe(order: LedgerOrder | null, client: Client, onEvent: (event: PayEvent) => void): LedgerSubscription
  /** Called with each payment. @returns a function that unsubscribes. */
  onPayment(listener: (payment: LedgerPayment) => void): () => void
  /** Called when a charge is no longer watched. @returns a function that unsubscribes. */
  onEnd(listener: (shown: ShownCharge) => void): () => void
  /** The payment of a charge, once it is paid. */
  paymentOf(id: string): LedgerPayment | undefined
  /** Takes a preimage as proof of payment, and checks it against the payment hash. */
  prove(id: string, preimage: string): void
  /** Takes a state that the server reported outside of the watch. */
  takeState(id: string, state: WatchState): void
  /** Stores whether a wallet gave a clear answer. */
  setUnclear(id: string, isUnclear: boolean): void
  /** Whether `onPaid` is to be called for this charge: true once. */
  reportOnce(id: string): boolean
}

const ledgers = new Map<string, ChargeLedger>()

/** The ledger of a client's BFF, one per page. In browsers only. */
export function ledgerOf(client: Client): ChargeLedger {
  const ledger = ledgers.get(client.baseUrl) ?? createLedger(client)
  ledgers.set(client.baseUrl, ledger)
  return ledger
}

/** How long the last status request, after the grace time, may take, in milliseconds. */
const LAST_LOOK_MS = 3_000
/** The first delay before a proof is sent to the BFF again, in milliseconds; it doubles each time. */
const PROOF_DELAY_MS = 2_000
const MAX_PROOF_DELAY_MS = 300_000
/** For how long after the end of the watch the URL of a charge accepts a proof, in milliseconds. */
const PROOF_LIFE_MS = 86_400_000

interface Entry extends LedgerRecord {
  client: Client
  /** The widgets that show or showed the charge. Two widgets can show one signed order. */
  holders: Set<Holder>
  stop: () => void
}

interface Holder {
  /** What its widget asks for, as a record has it. */
  order: Pick<LedgerRecord, 'order' | 'reference'>
  /** Whether other tabs may find its charges. */
  isForBrowser: boolean
  onEvent: (event: PayEvent) => void
}

/** A ledger that starts with the charges that an earlier page load has stored. */
export function createLedger(firstClient: Client): ChargeLedger {
  const { baseUrl } = firstClient
  const entries = new Map<string, Entry>()
  const holders = new Set<Holder>()
  const payments = createListeners<[LedgerPayment]>()
  const ends = createListeners<[ShownCharge]>()

  const save = () => saveLedger(baseUrl, firstClient.clock.offsetMs, [...entries.values()])

  /** Adds an entry and watches it until it ends. */
  const add = (record: LedgerRecord, client: Client, holder?: Holder): Entry => {
    const entry: Entry = { ...record, client, holders: new Set(holder && [holder]), stop: () => {} }
    entries.set(record.shown.charge.id, entry)
    if (isKept(entry)) entry.stop = askAgain(entry)
    else if (entry.payment === undefined && !entry.shown.isWatchOver) entry.stop = follow(entry)
    return entry
  }

  const follow = (entry: Entry): (() => void) => {
    const { client } = entry
    const { charge } = entry.shown
    const watch = charge.watchUrl
      ? watchUntilStopped(client, charge.watchUrl, { onState: (state) => takeState(charge.id, state) })
      : undefined
    return callAll([
      () => watch?.stop(),
      setAlarm(client.clock, charge.expiresAt, () => expire(entry)),
      setAlarm(client.clock, charge.watchUntil, () => watch?.refresh()),
      setAlarm(client.clock, new Date(charge.watchUntil.getTime() + LAST_LOOK_MS), () => end(entry)),
      onOpenChargeGone(charge.id, () => watch?.refresh()),
    ])
  }

  /** Asks the server about a payment that only this device knows. If it does not know the charge any more, nothing follows. */
  const askAgain = ({ client, shown: { charge } }: Entry): (() => void) =>
    charge.watchUrl === undefined
      ? () => {}
      : watchUntilStopped(client, charge.watchUrl, { onState: (state) => takeState(charge.id, state) }).stop

  /** The server has answered that a kept payment never happened. */
  const refute = (entry: Entry) => {
    entry.stop()
    entry.payment = undefined
    entry.isReported = false
    entry.isNotified = false
    entry.stop = follow(entry)
    save()
    emit(entry, { type: 'refuted', shown: current(entry) })
  }

  const change = (entry: Entry, flags: Partial<ShownCharge>) => {
    entry.shown = { ...entry.shown, ...flags }
    save()
  }

  const expire = (entry: Entry) => {
    if (entry.shown.isInvoiceExpired || entry.payment) return
    change(entry, { isInvoiceExpired: true })
    emit(entry, { type: 'expired', id: entry.shown.charge.id })
  }

  const end = (entry: Entry) => {
    entry.stop()
    if (entry.shown.isWatchOver || entry.payment) return
    change(entry, { isInvoiceExpired: true, isWatchOver: true })
    forgetOpenCharge(entry.shown.charge.id)
    emit(entry, { type: 'watch_ended', id: entry.shown.charge.id })
    ends.notify(entry.shown)
  }

  const takeState = (id: string, state: WatchState) => {
    const entry = entries.get(id)
    if (!entry || state.kind !== 'charge') return
    if (isKept(entry) && state.status !== 'paid') return refute(entry)
    if (state.status === 'expired') expire(entry)
    if (state.status !== 'paid') return
    const { evidence = 'app', success } = state
    const preimage = state.preimage && checkPreimage(state.preimage, id) ? state.preimage : undefined
    const learntAt = dateOf(state.at) ?? entry.client.clock.now()
    const learnt = { learntAt, paidAt: dateOf(state.paid_at), success }
    if (evidence !== 'preimage') pay(entry, { ...learnt, evidence, preimage })
    else if (preimage !== undefined) pay(entry, { ...learnt, evidence, preimage })
  }

  const pay = (entry: Entry, learnt: Parameters<typeof paymentFacts>[1]) => {
    const { charge } = entry.shown
    const { payment: known } = entry
    if (known && isKept(entry)) {
      entry.stop()
      entry.payment = paymentFacts(charge, { ...learnt, duplicateOf: known.duplicateOf })
      save()
      return emitPaid(entry)
    }
    if (known) return update(entry, { success: known.success ?? learnt.success })
    entry.payment = paymentFacts(charge, { ...learnt, duplicateOf: duplicateOf(entry) })
    entry.stop()
    forgetOpenCharge(charge.id)
    const others = [...holders].filter((holder) => !entry.holders.has(holder) && isOther(entry, holder.order))
    if (entry.holders.size > 0 || others.length > 0) entry.isNotified = true
    save()
    emitPaid(entry)
    for (const { onEvent } of others) onEvent({ type: 'unmatched', payments: unmatchedOf([entry]) })
    const payment = paymentOf(charge.id)
    if (payment) payments.notify(payment)
    emitUnshown()
  }

  /** Only the recipient's message and the shop's confirmation of a proof can arrive after the payment itself. */
  const update = (entry: Entry, facts: Pick<PaymentFacts, 'success' | 'proofDelivery'>) => {
    if (entry.payment) entry.payment = { ...entry.payment, ...facts }
    save()
    emitPaid(entry)
  }

  /**
   * Sends a checked preimage to the BFF, and retries until it arrives, so that the shop knows what the person sees
   * already. The BFF answers with the state of the charge, and with the recipient's message. It accepts no proof after
   * the watch URL has ended, so the first attempt after that is the last one.
   */
  const deliverProof = async (entry: Entry) => {
    const { watchUntil, watchUrl } = entry.shown.charge
    const preimage = entry.payment?.preimage
    if (!preimage || !watchUrl) return
    const endMs = watchUntil.getTime() + PROOF_LIFE_MS
    for (let delayMs = PROOF_DELAY_MS; entry.payment?.proofDelivery === 'pending'; delayMs *= 2) {
      const isLast = entry.client.clock.now().getTime() > endMs
      try {
        const state = await entry.client.proveCharge(watchUrl, preimage)
        const success = state.kind === 'charge' ? state.success : undefined
        update(entry, { success: entry.payment.success ?? success, proofDelivery: undefined })
      } catch (error) {
        // Only a refusal by the BFF itself is final. A proxy's answer in its place may be temporary, so retry.
        const isRefused = isLeydenError(error) && !error.retryable && error.contentType === undefined
        if (isRefused || isLast) update(entry, { proofDelivery: 'refused' })
        else await pauseUntilReturn(Math.min(delayMs, MAX_PROOF_DELAY_MS))
      }
    }
  }

  const emit = ({ holders }: Entry, event: PayEvent) => {
    for (const holder of [...holders]) holder.onEvent(event)
  }

  /** Reports a payment to the widgets of its charge. Idempotent: a widget that knows it changes nothing. */
  const emitPaid = (entry: Entry) => {
    const { payment, shown } = entry
    if (payment) emit(entry, { ...payment, type: 'paid', id: shown.charge.id })
  }

  const paymentOf = (id: string): LedgerPayment | undefined => {
    const entry = entries.get(id)
    return entry?.payment && { ...entry.payment, charge: entry.shown.charge, reference: entry.reference }
  }

  /** The earlier payment that this one duplicates: of the same order, or without a reference of the same group. */
  const duplicateOf = (entry: Entry): string | undefined => {
    const paid = [...entries.values()].filter(
      (other) => other !== entry && other.payment !== undefined && !other.isUnmatched,
    )
    return paid.find((other) =>
      entry.reference === undefined ? other.paymentGroup === entry.paymentGroup : isSameOrder(other, entry),
    )?.shown.charge.id
  }

  /** Reports payments that no widget shows to one widget. Deferred, so that the order's own widget can come first. */
  const emitUnshown = () => {
    setTimeout(() => {
      const [anyone] = holders
      if (!anyone) return
      for (const entry of entries.values()) {
        if (!entry.payment || entry.isNotified || entry.holders.size > 0) continue
        entry.isNotified = true
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
      const { id, watchUrl } = shown.charge
      if (watchUrl === undefined) return []
      const state = await client.readState(watchUrl).catch((error: unknown) => {
        if (isLeydenError(error) && error.code === 'NOT_FOUND') forgetOpenCharge(id)
        return undefined
      })
      const isOfUser = (client.user.subject ?? undefined) === subject
      if (state?.kind !== 'charge' || !isOfUser || entries.has(id) || !holders.has(holder)) return []
      const told = { isOnScreen: false, isNotified: false, isReported: false }
      const entry = add({ shown, paymentGroup, ...told, ...holder.order }, client, holder)
      save()
      // The watch of the ledger reports a payment.
      return [state.status === 'open' ? current(entry) : { ...shown, isInvoiceExpired: true }]
    })
    return Promise.all(asked).then((charges) => charges.flat())
  }

  /** A page may have several clients of one BFF. */
  const heard = new WeakSet<Client>()
  const hearSignOuts = (client: Client) => {
    if (heard.has(client)) return
    heard.add(client)
    client.user.onSignedOut(() => forgetOpenChargesOfUsers(baseUrl))
  }

  sweepOpenCharges(Date.now())
  const { offsetMs, records } = loadLedger(baseUrl)
  firstClient.clock.restore(offsetMs)
  for (const record of records) void deliverProof(add(record, firstClient))

  return {
    subscribe(wanted, client, onEvent) {
      hearSignOuts(client)
      const isForBrowser = wanted?.isForBrowser === true
      const holder: Holder = { order: numbered(wanted, holders), isForBrowser, onEvent }
      holders.add(holder)
      const own = [...entries.values()]
        // A payment that was shown beside another order is not reported yet.
        .filter(
          (entry) =>
            entry.order === holder.order.order &&
            !entry.isUnmatched &&
            (!entry.isReported || isReceipt(entry)),
        )
        .reverse()
      for (const entry of own) entry.holders.add(holder)
      const unmatched = [...entries.values()].filter((entry) => entry.payment && isOther(entry, holder.order))
      for (const entry of unmatched) entry.isNotified = true
      const onScreen = own.find((entry) => entry.isOnScreen && isShownAgain(entry))
      const shown = onScreen && current(onScreen)
      // A payment that arrived without a widget is reported as soon as a widget listens.
      queueMicrotask(() => {
        for (const entry of own)
          if (entry.payment && !entry.isReported && entry.holders.has(holder)) {
            entry.isNotified = true
            emitPaid(entry)
          }
        save()
      })
      emitUnshown()

      const findOrAdd = (charge: NewCharge): Entry => {
        const known = entries.get(charge.shown.charge.id)
        if (known) {
          known.holders.add(holder)
          if (!isSameOrder(known, holder.order)) Object.assign(known, holder.order)
          // A server may return a charge that is paid already.
          queueMicrotask(() => emitPaid(known))
          return known
        }
        const state = { isOnScreen: false, isNotified: false, isReported: false }
        const entry = add({ ...charge, ...state, ...holder.order }, client, holder)
        const { shown, paymentGroup } = charge
        const isOpen = !shown.isInvoiceExpired && shown.charge.watchUrl !== undefined
        if (holder.isForBrowser && isOpen)
          keepOpenCharge(
            { baseUrl, name: nameOf(holder.order) },
            { shown, paymentGroup, subject: client.user.subject ?? undefined },
          )
        return entry
      }

      return {
        restored: {
          shown,
          payment: onScreen?.payment,
          earlier: own.filter((entry) => entry !== onScreen && !isReceipt(entry)).map(current),
          unmatched: unmatchedOf(unmatched),
        },
        elsewhere: wanted && isForBrowser ? findElsewhere(holder, wanted.name, client) : undefined,
        add(charge) {
          findOrAdd(charge)
          save()
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
          for (const entry of own) entry.isUnmatched = true
          if (own.length > 0) save()
        },
        rename(order) {
          holders.delete(holder)
          holder.order = numbered(order, holders)
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
            // The widget has not shown it yet.
            const isPending = entry.payment && !entry.isReported && !entry.isUnmatched
            if (isPending && entry.holders.size === 0) entry.isNotified = false
          }
          save()
          emitUnshown()
        },
      }
    },

    onPayment: payments.subscribe,
    onEnd: ends.subscribe,

    paymentOf,

    prove(id, preimage) {
      const entry = entries.get(id)
      if (!entry || !checkPreimage(preimage, id)) return
      const wasKnown = entry.payment !== undefined
      pay(entry, {
        evidence: 'preimage',
        preimage: preimage.toLowerCase(),
        learntAt: entry.client.clock.now(),
        proofDelivery: entry.shown.charge.watchUrl === undefined ? undefined : 'pending',
      })
      if (!wasKnown) void deliverProof(entry)
    },

    takeState,

    setUnclear(id, isUnclear) {
      const entry = entries.get(id)
      if (entry) change(entry, { isUnclear: isUnclear || undefined })
    },

    reportOnce(id) {
      const entry = entries.get(id)
      if (!entry || entry.isReported) return false
      entry.isReported = true
      save()
      return true
    },
  }
}

/** Identical widgets of a page are numbered in the order in which they subscribe. */
function numbered(wanted: LedgerOrder | null, holders: ReadonlySet<Holder>): Holder['order'] {
  const { name, reference } = wanted ?? { name: '' }
  const taken = new Set([...holders].map(({ order }) => order.order))
  let number = 0
  while (taken.has(`${name}#${number}`)) number++
  return { order: `${name}#${number}`, reference }
}

/** Whether two widgets of a page, or their charges, are for the same order. */
function isSameOrder(one: Holder['order'], other: Holder['order']): boolean {
  return nameOf(one) === nameOf(other)
}

/** The name of an order, without the number of its widget. */
const nameOf = ({ order }: Holder['order']) => order.slice(0, order.lastIndexOf('#'))

/** Whether a charge has the reference of an order, but its payment does not pay the order. */
function isOther(entry: LedgerRecord, order: Holder['order']): boolean {
  const hasReference = entry.reference !== undefined && entry.reference === order.reference
  return hasReference && (entry.isUnmatched || !isSameOrder(entry, order))
}

function unmatchedOf(records: readonly LedgerRecord[]): UnmatchedPayment[] {
  return records.flatMap(({ shown: { charge }, payment }) =>
    payment ? [{ id: charge.id, amountMsat: charge.amountMsat, at: payment.at }] : [],
  )
}

/** The charge with its expiry by the clock: its timer may not have fired yet. */
function current({ shown, client }: Entry): ShownCharge {
  return shown.charge.expiresAt <= client.clock.now() ? { ...shown, isInvoiceExpired: true } : shown
}

/** A payment of an earlier page load that the server has not confirmed since. */
function isKept({ payment }: LedgerRecord): boolean {
  return payment !== undefined && payment.evidence !== 'preimage' && payment.isKept === true
}

/** A payment that its widget has reported and still shows. */
function isReceipt({ payment, isReported, isOnScreen }: LedgerRecord): boolean {
  return payment !== undefined && isReported && isOnScreen
}

/** Whether the charge is shown again after a reload. A payment that was not reported yet is reported instead. */
function isShownAgain(entry: LedgerRecord): boolean {
  if (entry.payment) return isReceipt(entry)
  return !entry.shown.isWatchOver || !isDetectable(entry.shown.charge)
}

/** Waits for this time, or until the person or the network comes back. */
function pauseUntilReturn(ms: number): Promise<void> {
  let stop = () => {}
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop = callAll([() => clearTimeout(timer), onReturn(resolve)])
  }).finally(() => stop())
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}
