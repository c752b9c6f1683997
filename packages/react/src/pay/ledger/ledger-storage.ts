import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import type { PaymentFacts, ShownCharge } from '../flow/pay-state.js'
import { flag, optional, readStoredCharge, readStoredPayment, record, text } from './stored-charge.js'

/** A charge that a widget is about to show. */
export interface NewCharge {
  /** The charge, and how it is shown. */
  shown: ShownCharge
  /** The charges that it belongs to: a renewed invoice is in the same group. A second payment in a group is a duplicate. */
  paymentGroup: string
}

/** One charge of the ledger, and what the ledger knows about it. */
export interface LedgerRecord extends NewCharge {
  /** The order that the charge was made for, with the number of its widget among identical ones on the page. */
  order: string
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
  /**
   * Whether the widget showed this charge last, as an invoice or a receipt, so that it is shown again after a reload.
   */
  isOnScreen: boolean
  payment?: PaymentFacts | undefined
  /** The BFF says that the payment does not pay its order, which the shop had changed before. */
  isUnmatched?: true | undefined
  /** Whether a widget has shown the payment. */
  isNotified: boolean
  /** Whether `onPaid` has been called for it. */
  isReported: boolean
}

/** Ended charges that are kept, so that other payments under a reference are recognised. */
const MAX_ENDED = 8

/** The form of the stored value: `{ version, offsetMs, charges }`, with the server's clock and the records. */
const VERSION = 2

const keyOf = (baseUrl: string) => `leyden:charges:${baseUrl}`

/**
 * Writes the ledger of one BFF to `sessionStorage`: a phone may discard a tab while its wallet is open, and the payment
 * must still be reported afterwards. Storage may be missing, full or forbidden; then a reload loses the charges.
 */
export function saveLedger(baseUrl: string, offsetMs: number, records: readonly LedgerRecord[]): void {
  const ended = records.filter(isWatchOver).slice(-MAX_ENDED)
  const charges = records.filter((record) => !isWatchOver(record) || ended.includes(record)).map(onlyRecord)
  writeJson(
    () => sessionStorage,
    keyOf(baseUrl),
    charges.length > 0 ? { version: VERSION, offsetMs, charges } : undefined,
  )
}

/** Reads the ledger of one BFF. Each charge has to pass the same check as when it arrived. */
export function loadLedger(baseUrl: string): { offsetMs: number; records: LedgerRecord[] } {
  const { version, offsetMs, charges } = fieldsOf(readJson(() => sessionStorage, keyOf(baseUrl)))
  if (version !== VERSION || !Array.isArray(charges)) return { offsetMs: 0, records: [] }
  return {
    offsetMs: Number(offsetMs),
    records: charges.flatMap((stored) => tryOrUndefined(() => fromStored(stored)) ?? []),
  }
}

function isWatchOver({ shown, payment }: LedgerRecord): boolean {
  return shown.isWatchOver === true || payment !== undefined
}

/** The record without what the ledger needs only while the page lives. */
function onlyRecord(record: LedgerRecord): LedgerRecord {
  const { shown, reference, paymentGroup, order, isOnScreen, payment, isUnmatched, isNotified, isReported } =
    record
  return { shown, reference, paymentGroup, order, isOnScreen, payment, isUnmatched, isNotified, isReported }
}

/** @throws LeydenError if the charge does not pass the check; any error if the record is damaged */
function fromStored(stored: unknown): LedgerRecord {
  const { shown, payment, ...fields } = record(stored)
  const { isInvoiceExpired, isWatchOver, isUnclear } = fieldsOf(shown)
  const mark = (value: unknown) => optional(value, flag) || undefined
  const { recipient, charge } = readStoredCharge(shown)
  const isReported = flag(fields.isReported)
  return {
    shown: {
      recipient,
      charge,
      isInvoiceExpired: mark(isInvoiceExpired),
      isWatchOver: mark(isWatchOver),
      isUnclear: mark(isUnclear),
    },
    paymentGroup: text(fields.paymentGroup),
    order: text(fields.order),
    reference: optional(fields.reference, text),
    isOnScreen: flag(fields.isOnScreen),
    payment: readStoredPayment(payment, charge, isReported),
    isUnmatched: mark(fields.isUnmatched),
    isNotified: flag(fields.isNotified),
    isReported,
  }
}
