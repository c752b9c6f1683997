import type { LeydenError } from '../error.js'
import type { Detection, Evidence, Mode, Network, SuccessNote } from '../wire.js'

/** Whom a payment goes to, from a checked look-up. */
export interface Recipient {
  /** Folded form. */
  address: string
  domain: string
  /** Whole sats, the smallest and the largest amount that the address takes. */
  minSats: bigint
  maxSats: bigint
  /** Characters; 0 when no note is taken. */
  commentAllowed: number
  description: string
  longDescription?: string
  /** What the address calls itself, only when it differs from `address`. */
  identifier?: string
  /** `data:image/png;base64,…` or jpeg, checked. */
  imageDataUrl?: string
  /** What it asks about the payer and can be told here (LUD-18), in the order of the asking. */
  payerData?: readonly PayerDataAsked[]
}

/** One thing that a recipient asks about the payer. */
export interface PayerDataAsked {
  kind: PayerDataKind
  mandatory: boolean
}

/** What a person can tell without a wallet: a name, a Lightning Address of their own, an e-mail address. */
export type PayerDataKind = 'name' | 'identifier' | 'email'

/** What a person asked for. */
export interface Order {
  amountMsat: bigint
  note?: string
}

/** A charge whose invoice passed every check. Nothing else may hold an invoice. */
export interface CheckedCharge {
  /** The payment hash, 64 hex digits: what identifies a charge. */
  id: string
  address: string
  amountMsat: bigint
  note?: string
  /** BOLT 11, lower case. */
  invoice: string
  createdAt: Date
  expiresAt: Date
  /** Until when a payment is looked for: expiry and a grace time. */
  watchUntil: Date
  watchUrl?: string
  detects: readonly Detection[]
  mode: Mode
  network: Network
}

/** Why an address was refused before anybody was asked, or by the answer. */
export interface AddressProblem {
  reason: string
  domain?: string
  /** The same address as the person may have meant it. */
  suggestion?: string
  /** Kinds of payer data that the address demands and nobody can give here (LUD-18). */
  fields?: readonly string[]
}

/** Why a charge's invoice was not shown. */
export interface Mismatch {
  /** `amount`, `network`, `recipient`, `expired`, `uri` or `invoice` (unreadable). */
  field: string
  expected?: string
  actual?: string
}

/**
 * Where one widget is. `earlier` is a charge that was shown before and can still be paid: it is watched on, so
 * that nobody pays twice.
 */
export type PayState =
  | { status: 'empty' }
  | { status: 'looking'; address: string; attempt: number }
  | { status: 'invalid'; address: string; problem: AddressProblem }
  /** The look-up failed, which says nothing of the address. */
  | { status: 'unreachable'; address: string; error: LeydenError }
  | { status: 'ready'; recipient: Recipient; earlier?: CheckedCharge }
  | { status: 'requesting'; recipient: Recipient; order: Order; attempt: number; earlier?: CheckedCharge }
  | { status: 'awaiting'; recipient: Recipient; charge: CheckedCharge; earlier?: CheckedCharge }
  /** A wallet is at work, or the time is over, and nothing is proven yet. */
  | {
      status: 'confirming'
      recipient: Recipient
      charge: CheckedCharge
      because: 'wallet' | 'expiry'
      earlier?: CheckedCharge
    }
  | {
      status: 'paid'
      recipient: Recipient
      charge: CheckedCharge
      evidence: Evidence
      /** 64 hex digits. */
      preimage?: string
      /** The recipient's own words after a payment: to be shown as text. */
      success?: SuccessNote
      at: Date
      /** Whether it came after the invoice had expired. */
      late: boolean
    }
  /** The time is over, and a payment would have been seen. */
  | { status: 'expired'; recipient: Recipient; charge: CheckedCharge; earlier?: CheckedCharge }
  /** Nobody can tell whether it was paid. */
  | { status: 'unconfirmed'; recipient: Recipient; charge: CheckedCharge; earlier?: CheckedCharge }
  | { status: 'mismatch'; recipient: Recipient; order: Order; mismatch: Mismatch; earlier?: CheckedCharge }
  | { status: 'failed'; recipient: Recipient; order: Order; error: LeydenError; earlier?: CheckedCharge }

export type PayStatus = PayState['status']

export type PayEvent =
  /** The address field was emptied. */
  | { type: 'cleared' }
  /** The text is refused without a look-up. */
  | { type: 'refused'; address: string; problem: AddressProblem }
  /** A look-up starts. */
  | { type: 'looked'; address: string; attempt: number }
  | { type: 'found'; attempt: number; recipient: Recipient }
  | { type: 'not_found'; attempt: number; problem: AddressProblem }
  | { type: 'unreachable'; attempt: number; error: LeydenError }
  /** An invoice is asked for, the first or a new one. */
  | { type: 'ordered'; order: Order; attempt: number }
  | { type: 'charged'; attempt: number; charge: CheckedCharge }
  | { type: 'mismatched'; attempt: number; mismatch: Mismatch }
  | { type: 'order_failed'; attempt: number; error: LeydenError }
  /** The open charge of an earlier page life was found. */
  | { type: 'restored'; recipient: Recipient; charge: CheckedCharge }
  /** A browser wallet was asked to pay. */
  | { type: 'wallet_asked'; id: string }
  /** The browser wallet refused or was closed. */
  | { type: 'wallet_refused'; id: string }
  /** The server says paid, or a preimage was checked against the hash. */
  | { type: 'paid'; id: string; evidence: Evidence; preimage?: string; success?: SuccessNote; at: Date }
  /** The invoice's time is over. */
  | { type: 'expired'; id: string }
  /** The grace time is over too. */
  | { type: 'watch_ended'; id: string }
  /** The person says it is paid, where nobody can tell. */
  | { type: 'claimed'; id: string }
  /** Back from `unconfirmed` to an invoice that still lives. */
  | { type: 'reopened'; id: string }
  /** Back to the form, the recipient kept. */
  | { type: 'back' }
  /** Start over with another address. */
  | { type: 'changed_address' }

/**
 * What follows from a state and an event; pure, without a clock. An event that does not belong to the state,
 * to its attempt or to its charge changes nothing: the very same state comes back.
 */
export function payTransition(state: PayState, event: PayEvent): PayState {
  const next = follow(state, event)
  if (next === state || next.status === 'paid' || !('recipient' in next)) return next
  // What was shown and is not shown any more may still be paid.
  const shown = 'charge' in next ? next.charge.id : undefined
  const earlier = watchedCharges(state).find(({ id }) => id !== shown)
  return earlier ? { ...next, earlier } : next
}

function follow(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'cleared':
      return isForm(state) ? { status: 'empty' } : state
    case 'refused':
      return isForm(state) ? { status: 'invalid', address: event.address, problem: event.problem } : state
    case 'looked':
      return isForm(state) ? { status: 'looking', address: event.address, attempt: event.attempt } : state
    case 'restored':
      return isForm(state) ? { status: 'awaiting', recipient: event.recipient, charge: event.charge } : state
    case 'changed_address':
      return state.status === 'empty' ? state : { status: 'empty' }
    case 'back':
      return isForm(state) ? state : { status: 'ready', recipient: state.recipient }
    case 'paid':
      return settle(state, event)
    case 'found':
      return isAt(state, 'looking', event) ? { status: 'ready', recipient: event.recipient } : state
    case 'not_found':
      return isAt(state, 'looking', event)
        ? { status: 'invalid', address: state.address, problem: event.problem }
        : state
    case 'unreachable':
      return isAt(state, 'looking', event)
        ? { status: 'unreachable', address: state.address, error: event.error }
        : state
    case 'ordered':
      return 'recipient' in state && ORDERABLE.includes(state.status)
        ? { status: 'requesting', recipient: state.recipient, order: event.order, attempt: event.attempt }
        : state
    case 'charged':
      return isAt(state, 'requesting', event)
        ? { status: 'awaiting', recipient: state.recipient, charge: event.charge }
        : state
    case 'mismatched':
      return isAt(state, 'requesting', event)
        ? { status: 'mismatch', recipient: state.recipient, order: state.order, mismatch: event.mismatch }
        : state
    case 'order_failed':
      return isAt(state, 'requesting', event)
        ? { status: 'failed', recipient: state.recipient, order: state.order, error: event.error }
        : state
    case 'wallet_asked':
      return isAt(state, 'awaiting', event)
        ? { status: 'confirming', recipient: state.recipient, charge: state.charge, because: 'wallet' }
        : state
    case 'wallet_refused':
      return isAt(state, 'confirming', event) && state.because === 'wallet'
        ? { status: 'awaiting', recipient: state.recipient, charge: state.charge }
        : state
    case 'expired':
      if (!isAt(state, 'awaiting', event)) return state
      return isDetectable(state.charge)
        ? { status: 'expired', recipient: state.recipient, charge: state.charge }
        : { status: 'confirming', recipient: state.recipient, charge: state.charge, because: 'expiry' }
    case 'watch_ended':
      // A wallet that said it would pay, and nobody who saw it: "expired" would claim too much.
      return isAt(state, 'confirming', event)
        ? { status: 'unconfirmed', recipient: state.recipient, charge: state.charge }
        : state
    case 'claimed':
      return isAt(state, 'awaiting', event) && !isDetectable(state.charge)
        ? { status: 'unconfirmed', recipient: state.recipient, charge: state.charge }
        : state
    case 'reopened':
      return isAt(state, 'unconfirmed', event)
        ? { status: 'awaiting', recipient: state.recipient, charge: state.charge }
        : state
    default:
      return event satisfies never
  }
}

/** Whether anybody but the paying page could see a payment of this charge. */
export function isDetectable(charge: CheckedCharge): boolean {
  return charge.detects.some((way) => way !== 'preimage')
}

type FormState = Extract<PayState, { status: 'empty' | 'looking' | 'invalid' | 'unreachable' | 'ready' }>

function isForm(state: PayState): state is FormState {
  return ['empty', 'looking', 'invalid', 'unreachable', 'ready'].includes(state.status)
}

/** From where an invoice can be asked for, the first or a new one. */
const ORDERABLE: readonly PayStatus[] = ['ready', 'expired', 'unconfirmed', 'mismatch', 'failed']

/** Whether an event is about the very attempt, or the charge, of a state of this status. */
function isAt<S extends 'looking' | 'requesting' | 'awaiting' | 'confirming' | 'unconfirmed'>(
  state: PayState,
  status: S,
  { attempt, id }: { attempt?: number; id?: string },
): state is Extract<PayState, { status: S }> {
  if (state.status !== status) return false
  return 'charge' in state ? state.charge.id === id : 'attempt' in state && state.attempt === attempt
}

function settle(state: PayState, event: Extract<PayEvent, { type: 'paid' }>): PayState {
  const { success } = event
  // The recipient's words may come after the proof; nothing else of a payment ever changes.
  if (state.status === 'paid')
    return success && !state.success && state.charge.id === event.id ? { ...state, success } : state
  const charge = watchedCharges(state).find(({ id }) => id === event.id)
  if (!charge || !('recipient' in state)) return state
  const { recipient } = state
  const { evidence, preimage, at } = event
  const late = at > charge.expiresAt
  return {
    status: 'paid',
    recipient,
    charge,
    evidence,
    at,
    late,
    ...(preimage && { preimage }),
    ...(success && { success }),
  }
}

/** The charges whose payment would change this state, the newest first. */
export function watchedCharges(state: PayState): CheckedCharge[] {
  if (state.status === 'paid') return []
  return [
    ...('charge' in state ? [state.charge] : []),
    ...('earlier' in state && state.earlier ? [state.earlier] : []),
  ]
}
