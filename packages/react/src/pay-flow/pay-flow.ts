import type { Detection, Evidence, LeydenError, Mode, Network, SuccessNote } from '@leyden/core'

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

/** A charge that was shown to a person, and what is known of it besides. */
export interface ShownCharge {
  recipient: Recipient
  charge: CheckedCharge
  /** Its time is over: it is not offered any more, but may have been paid. */
  isOver?: true | undefined
  /** Nobody looks for its payment any more. */
  hasEnded?: true | undefined
  /** A wallet was asked to pay it, and has not said clearly whether it did. */
  isUnclear?: true | undefined
}

/** What is known of a payment. */
export interface PaymentFacts {
  evidence: Evidence
  /** 64 hex digits. */
  preimage?: string | undefined
  /** The recipient's own words after a payment: to be shown as text. */
  success?: SuccessNote | undefined
  /** When it happened, where that is known, else when it was learnt of. */
  at: Date
  /** Whether it happened after the invoice had expired; undefined where nobody knows. */
  late?: boolean | undefined
  /** The payment hash of the payment that this one repeats: the same order was paid before. */
  duplicateOf?: string | undefined
}

/** A payment that is told beside what the widget shows. */
export interface ArrivedPayment extends PaymentFacts {
  charge: CheckedCharge
  /** Whether this widget showed its invoice. */
  isOwn: boolean
}

/** Where one widget is, and what it does not forget. */
export type PayState = PayStage & PayMemory

interface PayMemory {
  /** Charges that this widget showed before and that were not paid so far; the newest first. */
  earlier?: readonly ShownCharge[] | undefined
  /** Payments that are told in a notice; the oldest first. */
  arrived?: readonly ArrivedPayment[] | undefined
}

type PayStage =
  | { status: 'empty' }
  | { status: 'looking'; address: string; attempt: number }
  | { status: 'invalid'; address: string; problem: AddressProblem }
  /** The look-up failed, which says nothing of the address. */
  | { status: 'unreachable'; address: string; error: LeydenError }
  | { status: 'ready'; recipient: Recipient }
  | { status: 'requesting'; recipient: Recipient; order: Order; attempt: number }
  | (ShownCharge & { status: 'awaiting' })
  /** A wallet is at work or gave no clear answer, or the time is over, and nothing is proven yet. */
  | (ShownCharge & { status: 'confirming'; because: 'wallet' | 'unclear' | 'expiry' })
  | (PaymentFacts & { status: 'paid'; recipient: Recipient; charge: CheckedCharge })
  /** The time is over, and a payment would have been seen. */
  | (ShownCharge & { status: 'expired' })
  /** Nobody can tell whether it was paid. */
  | (ShownCharge & { status: 'unconfirmed' })
  | { status: 'mismatch'; recipient: Recipient; order: Order; mismatch: Mismatch }
  | { status: 'failed'; recipient: Recipient; order: Order; error: LeydenError }

export type PayStatus = PayStage['status']

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
  /** Charges of this order from before: one to show again, if any, and others that can still be paid. */
  | { type: 'restored'; shown?: ShownCharge | undefined; earlier?: readonly ShownCharge[] | undefined }
  /** The page asks for something else now. What was shown belongs to the former order, and no longer here. */
  | { type: 'order_changed' }
  /** A browser wallet was asked to pay. */
  | { type: 'wallet_asked'; id: string }
  /** The browser wallet said clearly that it did not pay. */
  | { type: 'wallet_refused'; id: string }
  /** The browser wallet did not say clearly whether it paid. */
  | { type: 'wallet_unclear'; id: string }
  /** The server says paid, or a preimage was checked against the hash. */
  | (PaymentFacts & { type: 'paid'; id: string })
  /** A charge was paid that no widget shows. */
  | { type: 'arrived'; payment: ArrivedPayment }
  /** The notice of a payment was read. */
  | { type: 'dismissed'; id: string }
  /** The invoice's time is over. */
  | { type: 'expired'; id: string }
  /** The grace time is over too. */
  | { type: 'watch_ended'; id: string }
  /** The person says it is paid, where nobody can tell. */
  | { type: 'claimed'; id: string }
  /** Back to an invoice that still lives, from `unconfirmed` or while a wallet is at work. */
  | { type: 'reopened'; id: string }
  /** Back to the form, the recipient kept. */
  | { type: 'back' }
  /** Start over with another address. */
  | { type: 'changed_address' }

/**
 * What follows from a state and an event; pure, without a clock. An event that does not belong to the state,
 * to its attempt or to its charge changes nothing: the very same state comes back.
 *
 * A charge that was shown stays in `earlier` until it is paid, whatever the person does: evidence of its payment
 * always counts.
 */
export function payTransition(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'paid':
      return settle(state, event)
    case 'arrived':
      return isTold(state, event.payment.charge.id)
        ? state
        : { ...state, arrived: [...(state.arrived ?? []), event.payment] }
    case 'dismissed':
      return state.arrived?.some(({ charge }) => charge.id === event.id)
        ? { ...state, arrived: state.arrived.filter(({ charge }) => charge.id !== event.id) }
        : state
    case 'order_changed':
      // The charges are somebody else's to tell from now on: they are not this order's.
      return isForm(state)
        ? { ...state, earlier: undefined }
        : { status: 'ready', recipient: state.recipient, arrived: state.arrived }
    case 'expired':
    case 'watch_ended':
    case 'wallet_unclear':
    case 'wallet_refused': {
      const stage = followShown(state, event)
      const earlier = markEarlier(state.earlier, event)
      if (stage === state && earlier === state.earlier) return state
      return { ...stage, earlier, arrived: state.arrived }
    }
    default: {
      const stage = follow(state, event)
      return stage === state ? state : remember(state, stage, event)
    }
  }
}

/** Carries on what a new stage must not lose. */
function remember(state: PayState, stage: PayStage, event: PayEvent): PayState {
  const shownNow = 'charge' in stage ? stage.charge.id : undefined
  const restored =
    event.type === 'restored' ? [...(event.shown ? [event.shown] : []), ...(event.earlier ?? [])] : []
  const earlier = unique([...watchedCharges(state), ...restored]).filter(
    ({ charge }) => charge.id !== shownNow,
  )
  return {
    ...stage,
    earlier: earlier.length > 0 ? earlier : undefined,
    arrived: state.arrived,
  }
}

function unique(charges: readonly ShownCharge[]): ShownCharge[] {
  return [...new Map(charges.map((shown) => [shown.charge.id, shown])).values()]
}

type FollowedEvent = Exclude<
  PayEvent,
  {
    type:
      | 'paid'
      | 'arrived'
      | 'dismissed'
      | 'order_changed'
      | 'expired'
      | 'watch_ended'
      | 'wallet_unclear'
      | 'wallet_refused'
  }
>

function follow(state: PayState, event: FollowedEvent): PayStage {
  switch (event.type) {
    case 'cleared':
      return isForm(state) ? { status: 'empty' } : state
    case 'refused':
      return isForm(state) ? { status: 'invalid', address: event.address, problem: event.problem } : state
    case 'looked':
      return isForm(state) ? { status: 'looking', address: event.address, attempt: event.attempt } : state
    case 'restored': {
      const { shown, earlier = [] } = event
      if (shown && isForm(state)) return stageOfShown(shown)
      return shown || earlier.length > 0 ? { ...state } : state
    }
    case 'changed_address':
      return state.status === 'empty' ? state : { status: 'empty' }
    case 'back':
      return isForm(state) ? state : { status: 'ready', recipient: state.recipient }
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
    case 'charged': {
      if (!isAt(state, 'requesting', event)) return state
      // A server may give the open charge of an order again.
      const known = state.earlier?.find(({ charge }) => charge.id === event.charge.id)
      return stageOfShown(known ?? { recipient: state.recipient, charge: event.charge })
    }
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
        ? { ...shownOf(state), status: 'confirming', because: 'wallet' }
        : state
    case 'claimed':
      return isAt(state, 'awaiting', event) && !isDetectable(state.charge)
        ? { ...shownOf(state), status: 'unconfirmed' }
        : state
    case 'reopened':
      if (isAt(state, 'unconfirmed', event))
        return state.isOver ? state : { ...shownOf(state), status: 'awaiting' }
      return isAt(state, 'confirming', event) && state.because !== 'expiry'
        ? stageOfShown(shownOf(state))
        : state
    default:
      return event satisfies never
  }
}

type ChargeEvent = Extract<
  PayEvent,
  { type: 'expired' | 'watch_ended' | 'wallet_unclear' | 'wallet_refused' }
>

/** What a clock or a wallet says of the charge on the screen. */
function followShown(state: PayState, event: ChargeEvent): PayState {
  if (!('charge' in state) || state.status === 'paid' || state.charge.id !== event.id) return state
  const shown = shownOf(state)
  const marked = mark(shown, event)
  switch (event.type) {
    case 'expired':
      return state.status === 'awaiting' ? stageOfShown(marked) : flagged(state, marked)
    case 'watch_ended':
      // A wallet that may have paid, and nobody who saw it: "expired" would claim too much.
      if (state.status === 'confirming') return { ...marked, status: 'unconfirmed' }
      return state.status === 'awaiting' ? stageOfShown(marked) : flagged(state, marked)
    case 'wallet_unclear':
      return state.status === 'confirming' && state.because === 'wallet'
        ? { ...marked, status: 'confirming', because: 'unclear' }
        : flagged(state, marked)
    case 'wallet_refused':
      return state.status === 'confirming' && state.because !== 'expiry'
        ? stageOfShown(marked)
        : flagged(state, marked)
    default:
      return event satisfies never
  }
}

type ShownState = PayMemory &
  Extract<PayStage, { status: 'awaiting' | 'confirming' | 'expired' | 'unconfirmed' }>

/** The same stage with other flags; the very same state where none changed. */
function flagged(state: ShownState, marked: ShownCharge): PayState {
  const { isOver, hasEnded, isUnclear } = state
  const isSame = isOver === marked.isOver && hasEnded === marked.hasEnded && isUnclear === marked.isUnclear
  return isSame ? state : { ...state, ...marked }
}

function markEarlier(earlier: PayState['earlier'], event: ChargeEvent): PayState['earlier'] {
  return earlier?.some(({ charge }) => charge.id === event.id)
    ? earlier.map((shown) => (shown.charge.id === event.id ? mark(shown, event) : shown))
    : earlier
}

function mark(shown: ShownCharge, { type }: ChargeEvent): ShownCharge {
  switch (type) {
    case 'expired':
      return { ...shown, isOver: true }
    case 'watch_ended':
      return { ...shown, isOver: true, hasEnded: true }
    case 'wallet_unclear':
      return { ...shown, isUnclear: true }
    case 'wallet_refused':
      return { ...shown, isUnclear: undefined }
    default:
      return type satisfies never
  }
}

/** How a charge is shown: payable as long as its time is not over, and never after it. */
function stageOfShown(shown: ShownCharge): PayStage {
  if (!shown.isOver) return { ...shown, status: 'awaiting' }
  if (isDetectable(shown.charge)) return { ...shown, status: 'expired' }
  return shown.hasEnded
    ? { ...shown, status: 'unconfirmed' }
    : { ...shown, status: 'confirming', because: 'expiry' }
}

/** The charge of a stage. Where a wallet is still at work, it may pay after the person went elsewhere. */
function shownOf(state: ShownState): ShownCharge {
  const { recipient, charge, isOver, hasEnded } = state
  const isAtWork = state.status === 'confirming' && state.because === 'wallet'
  return { recipient, charge, isOver, hasEnded, isUnclear: isAtWork || state.isUnclear ? true : undefined }
}

/** Whether anybody but the paying page could see a payment of this charge. */
export function isDetectable(charge: CheckedCharge): boolean {
  return charge.detects.some((way) => way !== 'preimage')
}

type FormState = PayMemory &
  Extract<PayStage, { status: 'empty' | 'looking' | 'invalid' | 'unreachable' | 'ready' }>

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

/**
 * A payment takes over the card where it is about what the person does: the charge on the screen, or an earlier one
 * to the same recipient, which withdraws a newer invoice at once. Beside another order it is told in a notice.
 */
function settle(state: PayState, event: Extract<PayEvent, { type: 'paid' }>): PayState {
  const { success } = event
  // The recipient's words may come after the proof; nothing else of a payment ever changes.
  if (state.status === 'paid' && state.charge.id === event.id)
    return success && !state.success ? { ...state, success } : state
  const held = watchedCharges(state).find(({ charge }) => charge.id === event.id)
  if (!held || isTold(state, event.id)) return state

  const { recipient, charge } = held
  const { evidence, preimage, at, late, duplicateOf } = event
  const facts: PaymentFacts = { evidence, preimage, success, at, late, duplicateOf }
  const others = watchedCharges(state).filter((other) => other.charge.id !== event.id)
  const earlier = (without: string | undefined) => {
    const rest = others.filter((other) => other.charge.id !== without)
    return rest.length > 0 ? rest : undefined
  }
  const about = addressOf(state)
  if (state.status !== 'paid' && (about === undefined || about === recipient.address))
    return {
      ...facts,
      status: 'paid',
      recipient,
      charge,
      earlier: earlier(undefined),
      arrived: state.arrived,
    }
  const shownNow = 'charge' in state ? state.charge.id : undefined
  const arrived = [...(state.arrived ?? []), { ...facts, charge, isOwn: true }]
  return { ...state, earlier: earlier(shownNow), arrived }
}

/**
 * What is known of a payment, from when it was learnt of and, where that is known, when it happened. Learnt of in
 * time, it happened in time; learnt of later, it may have happened at any time.
 */
export function paymentFacts(
  { expiresAt }: CheckedCharge,
  {
    learntAt,
    paidAt,
    ...known
  }: Omit<PaymentFacts, 'at' | 'late'> & { learntAt: Date; paidAt?: Date | undefined },
): PaymentFacts {
  const late = learntAt <= expiresAt ? false : paidAt && paidAt > expiresAt
  return { ...known, at: paidAt ?? learntAt, late }
}

/** Whom the person is about to pay, as far as the state knows. */
function addressOf(state: PayState): string | undefined {
  if ('recipient' in state) return state.recipient.address
  return 'address' in state ? state.address : undefined
}

function isTold({ arrived = [] }: PayState, id: string): boolean {
  return arrived.some(({ charge }) => charge.id === id)
}

/** The charges whose payment would change this state, the newest first. */
export function watchedCharges(state: PayState): readonly ShownCharge[] {
  const shown = 'charge' in state && state.status !== 'paid' ? [shownOf(state)] : []
  return [...shown, ...(state.earlier ?? [])]
}
