import type { UnmatchedPayment } from '../flow/pay-state.js'
import { isOver, unpaidStatus } from '../flow/shown-charge.js'
import { digestOf } from './digest.js'
import type { LedgerRecord } from './ledger-storage.js'

/** What a page wants to be paid. */
export interface LedgerOrder {
  /** Equal for the same order, and different for any other: also for other terms under one reference. */
  name: string
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
  /** The intent, if the shop has signed the order. */
  token?: string | undefined
  /** Whether other tabs of this device may find its open charges, also after this one was closed. @default false */
  isForBrowser?: boolean | undefined
  /** Whether this tab may store its charges and their receipts, for a reload. @default true */
  isStored?: boolean | undefined
}

/** What a widget asks for, or what a charge was made for, as a record has it. */
export type NumberedOrder = Pick<LedgerRecord, 'order' | 'reference' | 'intent'>

/**
 * Identical widgets of a page are numbered in the order in which they subscribe.
 *
 * @param wanted null while the order is not known
 * @param others the orders of the other widgets
 */
export function numbered(wanted: LedgerOrder | null, others: Iterable<NumberedOrder>): NumberedOrder {
  const { name, reference, token } = wanted ?? { name: '' }
  const taken = new Set([...others].map(({ order }) => order))
  let number = 0
  while (taken.has(`${name}#${number}`)) number++
  const intent = token === undefined ? undefined : digestOf(token)
  return { order: `${name}#${number}`, reference, intent }
}

/** Whether two widgets of a page, or their charges, are for the same order. */
export function isSameOrder(one: NumberedOrder, other: NumberedOrder): boolean {
  return nameOf(one) === nameOf(other)
}

/** The name of an order, without the number of its widget. */
export function nameOf({ order }: NumberedOrder): string {
  return order.slice(0, order.lastIndexOf('#'))
}

/** Whether a charge has the reference of an order, but its payment does not pay the order. */
export function isOfOtherTerms(record: LedgerRecord, order: NumberedOrder): boolean {
  const hasReference = record.reference !== undefined && record.reference === order.reference
  return hasReference && (record.isUnmatched === true || !isSameOrder(record, order))
}

/** The payments of charges, for a widget whose order they do not pay. */
export function unmatchedOf(records: readonly LedgerRecord[]): UnmatchedPayment[] {
  return records.flatMap(({ shown: { charge }, payment }) =>
    payment ? [{ id: charge.id, amountMsat: charge.amountMsat, at: payment.at }] : [],
  )
}

/** The earlier payment that this one duplicates: of the same order, or without a reference of the same group. */
export function duplicateOf(record: LedgerRecord, all: Iterable<LedgerRecord>): string | undefined {
  return [...all]
    .filter((other) => other !== record && other.payment !== undefined && !other.isUnmatched)
    .find((other) =>
      record.reference === undefined
        ? other.paymentGroup === record.paymentGroup
        : isSameOrder(other, record),
    )?.shown.charge.id
}

/** A payment that its widget has reported and still shows. */
export function isReceipt({ payment, isReported, isOnScreen }: LedgerRecord): boolean {
  return payment !== undefined && isReported && isOnScreen
}

/** Whether the charge is shown again after a reload. A payment that was not reported yet is reported instead. */
export function isShownAgain(record: LedgerRecord): boolean {
  if (record.payment) return isReceipt(record)
  return !isOver(record.shown) || unpaidStatus(record.shown) === 'unconfirmed'
}
