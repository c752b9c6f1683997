import type { Charge } from '@leyden/core'
import { fieldsOf } from '@leyden/core/internal'
import {
  type AmountUnit,
  checkCharge,
  type PaymentFacts,
  type Price,
  type Recipient,
  type ShownCharge,
} from '../pay-flow/index.js'
import { readJson, writeJson } from '../widget/json-storage.js'

/** A charge that a widget is about to show. */
export interface NewCharge {
  /** The charge, and how it is shown. */
  shown: ShownCharge
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
  /** The person's attempt to pay that it belongs to. A renewed invoice belongs to the same attempt. */
  attempt: string
}

/** One charge of the ledger, and what the ledger knows about it. */
export interface LedgerRecord extends NewCharge {
  /** The order that the charge was made for, with the number of its widget among identical ones on the page. */
  order: string
  /**
   * Whether the widget showed this charge last, as an invoice or a receipt, so that it is shown again after a reload.
   */
  isOnScreen: boolean
  payment?: PaymentFacts | undefined
  /** Whether a widget has shown the payment. */
  isTold: boolean
  /** Whether `onPaid` has been called for it. */
  isReported: boolean
}

interface StoredRecord extends Omit<LedgerRecord, 'shown' | 'payment'> {
  recipient: Omit<Recipient, 'minSats' | 'maxSats'> & { minSats: string; maxSats: string }
  note?: string | undefined
  price?: Price | undefined
  unit?: AmountUnit | undefined
  createdAt: string
  reply: Charge
  flags: Pick<ShownCharge, 'isOver' | 'hasEnded' | 'isUnclear'>
  payment?: (Omit<PaymentFacts, 'at'> & { at: string }) | undefined
}

interface Stored {
  version: 1
  /** By how much the server's clock was ahead of this machine's, in milliseconds. */
  offsetMs: number
  charges: StoredRecord[]
}

/** Ended charges that are kept, so that a second payment of an order is recognised. */
const MAX_ENDED = 8

const keyOf = (baseUrl: string) => `leyden:charges:${baseUrl}`

/**
 * Writes the ledger of one BFF to `sessionStorage`: a phone may discard a tab while its wallet is open, and the payment
 * must still be reported afterwards. Storage may be missing, full or forbidden; then a reload loses the charges.
 */
export function saveLedger(baseUrl: string, offsetMs: number, records: readonly LedgerRecord[]): void {
  const ended = records.filter(hasEnded).slice(-MAX_ENDED)
  const storedRecords = records.filter((record) => !hasEnded(record) || ended.includes(record))
  const stored: Stored = { version: 1, offsetMs, charges: storedRecords.map(toStored) }
  writeJson(() => sessionStorage, keyOf(baseUrl), storedRecords.length > 0 ? stored : undefined)
}

/** Reads the ledger of one BFF. Each charge has to pass the same check as when it arrived. */
export function loadLedger(baseUrl: string): { offsetMs: number; records: LedgerRecord[] } {
  const { version, offsetMs, charges } = fieldsOf(
    readJson(() => sessionStorage, keyOf(baseUrl)),
  ) as Partial<Stored>
  if (version !== 1 || !Array.isArray(charges)) return { offsetMs: 0, records: [] }
  return { offsetMs: Number(offsetMs), records: charges.flatMap((stored) => fromStored(stored) ?? []) }
}

function hasEnded({ shown, payment }: LedgerRecord): boolean {
  return shown.hasEnded === true || payment !== undefined
}

function toStored(record: LedgerRecord): StoredRecord {
  const { order, reference, attempt, isOnScreen, isTold, isReported, payment } = record
  const { recipient, charge, isOver, hasEnded, isUnclear } = record.shown
  return {
    order,
    reference,
    attempt,
    isOnScreen,
    isTold,
    isReported,
    recipient: { ...recipient, minSats: String(recipient.minSats), maxSats: String(recipient.maxSats) },
    note: charge.note,
    price: charge.price,
    unit: charge.unit,
    createdAt: charge.createdAt.toISOString(),
    reply: {
      lnaddress: charge.address,
      amount: String(charge.amountMsat),
      invoice: { request: charge.invoice, uri: `lightning:${charge.invoice}` },
      watch_until: charge.watchUntil.toISOString(),
      watch_url: charge.watchUrl,
      detects: [...charge.detects],
      mode: charge.mode,
      network: charge.network,
    },
    flags: { isOver, hasEnded, isUnclear },
    payment: payment && { ...payment, at: payment.at.toISOString() },
  }
}

function fromStored(stored: StoredRecord): LedgerRecord | null {
  try {
    const { recipient, note, price, unit, createdAt, reply, flags, payment, ...record } = stored
    const verdict = checkCharge(reply, {
      address: recipient.address,
      order: { amountMsat: BigInt(reply.amount), note, unit },
      // A charge that has expired since then may still be paid in its grace time.
      now: new Date(createdAt),
    })
    if (!verdict.ok) return null
    const limits = { minSats: BigInt(recipient.minSats), maxSats: BigInt(recipient.maxSats) }
    return {
      ...record,
      shown: { ...flags, recipient: { ...recipient, ...limits }, charge: { ...verdict.charge, price } },
      payment: payment && { ...payment, at: new Date(payment.at) },
    }
  } catch {
    return null
  }
}
