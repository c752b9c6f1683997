import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import { shelfIn } from '../../foundation/page/json-storage.js'
import type { ChargePhase, PaymentFacts, ShownCharge } from '../flow/pay-state.js'
import { chargesKey } from '../stored-charges.js'
import { isSettled } from './charge-machine.js'
import { count, flag, oneOf, optional, readStoredCharge, readStoredPayment, text } from './stored-charge.js'

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
  /** The digest of its intent, by which the charge is found if the server has lost the order. */
  intent?: string | undefined
  /**
   * Whether the widget showed this charge last, as an invoice or a receipt, so that it is shown again after a reload.
   */
  isOnScreen: boolean
  payment?: PaymentFacts | undefined
  /** The `subject` of the person who was signed in when the charge was shown; undefined for nobody. */
  subject?: string | undefined
  /** The BFF says that the payment does not pay its order, which the shop had changed before. */
  isUnmatched?: true | undefined
  /** The person may have seen the payment, by the notice or the list of a widget that does not report it. */
  isNoticed: boolean
  /**
   * The page was told of the payment, by `onPaid`. The widget of the charge may show it before: it asks the BFF first
   * what the payment pays.
   */
  isReported: boolean
}

/** Ended charges that are kept besides those with something to do, so that other payments under a reference are recognised. */
const MAX_ENDED = 8

/** Each record has `offsetMs`, for the server's clock, and `charges`. */
const shelf = shelfIn('tab', 4)

/**
 * Writes the ledger of one BFF to `sessionStorage`: a phone may discard a tab while its wallet is open, and the payment
 * must still be reported afterwards. Storage may be missing, full or forbidden; then a reload loses the charges.
 */
export function saveLedger(baseUrl: string, offsetMs: number, records: readonly LedgerRecord[]): void {
  const done = records.filter((record) => isSettled(record) && !isPending(record))
  const dropped = new Set(done.slice(0, -MAX_ENDED))
  const charges = records.filter((record) => !dropped.has(record)).map(onlyRecord)
  shelf.write(chargesKey(baseUrl), charges.length > 0 ? { offsetMs, charges } : undefined)
}

/** Reads the ledger of one BFF. Each charge has to pass the same check as when it arrived. */
export function loadLedger(baseUrl: string): { offsetMs: number; records: LedgerRecord[] } {
  const { offsetMs, charges } = shelf.read(chargesKey(baseUrl))
  if (!Array.isArray(charges)) return { offsetMs: 0, records: [] }
  return {
    offsetMs: Number(offsetMs),
    records: charges.flatMap((stored) => tryOrUndefined(() => fromStored(stored)) ?? []),
  }
}

/** Whether nobody knows of a payment yet, or its proof is still to be sent to the BFF. */
function isPending({ payment, isNoticed, isReported }: LedgerRecord): boolean {
  const isKnown = isNoticed || isReported
  return payment !== undefined && (!isKnown || payment.proofDelivery === 'pending')
}

/** The record without what the ledger needs only while the page lives. */
function onlyRecord(record: LedgerRecord): LedgerRecord {
  const { reference, intent, paymentGroup, order, isOnScreen, payment, subject, isUnmatched } = record
  const { isNoticed, isReported } = record
  // A page load finds out itself whether the server answers.
  const shown = { ...record.shown, unreachableSince: undefined }
  const kept = { shown, reference, intent, paymentGroup, order, isOnScreen, payment, subject, isUnmatched }
  return { ...kept, isNoticed, isReported }
}

const PHASES = Object.values({
  payable: 'payable',
  unwatched: 'unwatched',
  expired_unchecked: 'expired_unchecked',
  expired: 'expired',
  ended_unchecked: 'ended_unchecked',
  ended_expiry_checked: 'ended_expiry_checked',
  ended: 'ended',
  unknown: 'unknown',
} satisfies { [Phase in ChargePhase]: Phase })

/** @throws LeydenError if the charge does not pass the check; any error if the record is damaged */
function fromStored(stored: unknown): LedgerRecord {
  const { shown, payment, ...fields } = fieldsOf(stored)
  const { phase, asked, doubts } = fieldsOf(shown)
  const { recipient, charge } = readStoredCharge(shown)
  const isReported = flag(fields.isReported)
  return {
    shown: {
      recipient,
      charge,
      phase: oneOf(PHASES)(phase),
      asked: optional(asked, count),
      doubts: optional(doubts, count),
    },
    paymentGroup: text(fields.paymentGroup),
    order: text(fields.order),
    reference: optional(fields.reference, text),
    intent: optional(fields.intent, text),
    isOnScreen: flag(fields.isOnScreen),
    payment: optional(payment, (value) => readStoredPayment(value, charge, isReported)),
    subject: optional(fields.subject, text),
    isUnmatched: optional(fields.isUnmatched, flag) || undefined,
    isNoticed: flag(fields.isNoticed),
    isReported,
  }
}
