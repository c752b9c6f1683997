import { isNews, stageOf } from './charge-stage.js'
import type {
  ArrivedPayment,
  PayEvent,
  PayStage,
  PayState,
  PayStatus,
  ShownCharge,
  UnmatchedPayment,
} from './pay-state.js'
import {
  isDoubtful,
  isOver,
  isPayable,
  isSeen,
  isShown,
  type ShownState,
  shownOf,
  watchedCharges,
} from './shown-charge.js'

/** An event that the table below handles. */
type StageEvent = Exclude<
  PayEvent,
  PayEvent<'paid' | 'updated' | 'arrived' | 'unmatched' | 'released' | 'dismissed' | 'order_changed'>
>
type Row<S extends PayStatus> = {
  [E in StageEvent['type']]?: (state: PayState<S>, event: PayEvent<E>) => PayStage
}

const request = (_: PayState, { recipient, terms, attempt }: PayEvent<'requested'>): PayStage => ({
  status: 'requesting',
  recipient,
  terms,
  attempt,
})

/** Returns to the form. A charge that was shown can still be paid, so it is still watched. */
const back = (): PayStage => ({ status: 'idle' })

/** Transitions while nothing is pending: to the form, or to a new invoice. */
const endRow = { requested: request, back }

const rows: { readonly [S in PayStatus]: Row<S> } = {
  idle: {
    requested: request,
    restored: (state, { shown, payment }) => {
      if (!shown) return state
      const { recipient, charge } = shown
      return payment ? { ...payment, status: 'paid', recipient, charge, isRestored: true } : stageOf(shown)
    },
    reopened: (state, { id }) => {
      const shown = state.earlier?.find((earlier) => earlier.charge.id === id && isPayable(earlier))
      return shown ? stageOf(shown) : state
    },
  },
  requesting: {
    charged: (state, { charge }) => {
      // A server may return the open charge of an order again.
      const known = state.earlier?.find((shown) => shown.charge.id === charge.id)
      return stageOf(known ?? { recipient: state.recipient, charge, phase: 'payable' })
    },
    mismatched: ({ recipient, terms }, { mismatch }) => ({ status: 'mismatch', recipient, terms, mismatch }),
    request_failed: ({ recipient, terms }, { error }) => ({ status: 'failed', recipient, terms, error }),
    back,
  },
  awaiting: {
    wallet_asked: (state) => ({ ...shownOf(state), status: 'confirming', because: 'wallet' }),
    wallet_refused: (state) => ({ ...state, walletRefused: true }),
    claimed: (state) => (isSeen(state) ? state : { ...shownOf(state), status: 'unconfirmed' }),
    back,
  },
  confirming: {
    // After the expiry a person may want another invoice before anybody can tell whether this one was paid.
    requested: (state, event) => (isPayable(state) ? state : request(state, event)),
    reopened: (state) => (isPayable(state) ? stageOf(shownOf(state)) : state),
    back,
  },
  unconfirmed: {
    ...endRow,
    reopened: (state) => (isPayable(state) ? stageOf(shownOf(state)) : state),
  },
  paid: { back },
  expired: endRow,
  mismatch: endRow,
  failed: endRow,
}

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
      return hasNotice(state, event.payment.charge.id) || isUnmatched(state, event.payment.charge.id)
        ? state
        : notify(state, event.payment)
    case 'unmatched':
      return addUnmatched(state, event.payments)
    case 'released':
      return release(state, event.ids)
    case 'dismissed':
      return hasNotice(state, event.id) ? withoutNotices(state, [event.id]) : state
    case 'order_changed':
      // The charges belong to another order, so this widget does not report them any more.
      return { status: 'idle', arrived: state.arrived }
    case 'updated':
      return update(state, event.shown)
    default: {
      if (isOther(state, event)) return state
      // The types of the table connect each row to its status and event. A look-up by both loses this connection.
      const row = rows[state.status][event.type] as
        | ((state: PayState, event: PayEvent) => PayStage)
        | undefined
      const restored: Restored = event.type === 'restored' ? event : {}
      const stage = row?.(state, event) ?? state
      if (stage === state && !restored.shown && !restored.earlier?.length) return state
      return { ...keepCharges(state, stage, restored), offered: restored.offered ?? state.offered }
    }
  }
}

/** Whether an event belongs to another attempt or charge than the one that is shown. */
function isOther(state: PayState, event: StageEvent): boolean {
  if ('attempt' in event && 'attempt' in state) return event.attempt !== state.attempt
  return 'id' in event && 'charge' in state && event.id !== state.charge.id
}

type Restored = Partial<PayEvent<'restored'>>

/** The next stage, with the charges that must not be lost beside the one that it shows. */
function keepCharges(
  state: PayState,
  stage: PayStage,
  { shown, payment, earlier: others = [] }: Restored = {},
): PayState {
  const restored = [shown ?? [], others].flat()
  // A stage that does not show a receipt drops it: what is kept here can be paid.
  const unpaid = payment ? others : restored
  const charges = [...watchedCharges(state), ...unpaid].map((each) => [each.charge.id, each] as const)
  const earlier = new Map(charges)
  if ('charge' in stage) earlier.delete(stage.charge.id)
  const ids = restored.map(({ charge }) => charge.id)
  return {
    ...stage,
    ...paymentsBeside(state),
    // What is restored for an order belongs to it.
    unmatched: state.unmatched?.filter(({ id }) => !ids.includes(id)),
    earlier: earlier.size > 0 ? [...earlier.values()] : undefined,
  }
}

/** The payments that a state shows beside its stage, which the next stage shows too. */
function paymentsBeside({ arrived, unmatched, offered }: PayState) {
  return { arrived, unmatched, offered }
}

/** Takes what the ledger knows about a charge: it may change the stage, and is stored with an earlier charge. */
function update(state: PayState, shown: ShownCharge): PayState {
  // The server does not know the payment that this device has kept.
  if (isKept(state, shown.charge.id)) return keepCharges(state, stageOf(shown))
  const isUpdated = (other: ShownCharge) => other.charge.id === shown.charge.id && isNews(other, shown)
  const stage: PayStage = isShown(state) && isUpdated(state) ? updatedStage(state, shown) : state
  if (stage === state && !state.earlier?.some(isUpdated)) return state
  const earlier = state.earlier?.map((other) => (isUpdated(other) ? shown : other))
  return { ...stage, ...paymentsBeside(state), earlier }
}

function updatedStage(state: ShownState, shown: ShownCharge): PayStage {
  const next = stageOf(shown)
  switch (state.status) {
    case 'awaiting':
      return next.status === 'awaiting' ? { ...next, walletRefused: state.walletRefused } : next
    case 'confirming': {
      if (isOver(shown)) return next
      if (state.because === 'wallet' && (shown.asked ?? 0) > 0) return { ...state, ...shown }
      // The invoice is shown again after an unclear answer only if the person asks for it.
      return isPayable(shown) && isDoubtful(shown)
        ? { ...shown, status: 'confirming', because: 'unclear' }
        : next
    }
    case 'unconfirmed':
      return { ...state, ...shown }
    case 'expired':
      return next
    default:
      return state satisfies never
  }
}

/**
 * A payment is shown on the card if it is for the charge on the screen, or for an earlier charge to the same recipient;
 * a newer invoice is then removed at once. Beside another order it is shown in a notice.
 */
function settle(state: PayState, event: PayEvent<'paid'>): PayState {
  const { type: _type, id, formAddress, ...facts } = event
  const { success, proofDelivery } = facts
  // Only the recipient's message and the shop's confirmation of the proof can arrive after the payment itself.
  if (state.status === 'paid' && state.charge.id === id) {
    const { recipient, charge, isRestored } = state
    // The server confirms what this device has kept.
    if (isKept(state, id))
      return { ...state, ...facts, isKept: undefined, status: 'paid', recipient, charge, isRestored }
    const isNews = (success && !state.success) || proofDelivery !== state.proofDelivery
    return isNews ? { ...state, success: state.success ?? success, proofDelivery } : state
  }
  const held = watchedCharges(state).find(({ charge }) => charge.id === id)
  if (!held || isUnmatched(state, id)) return state

  const { recipient, charge } = held
  const about = state.status === 'idle' ? formAddress : state.recipient.address
  const takesOver = state.status !== 'paid' && (about === undefined || about === recipient.address)
  const stage: PayStage = takesOver ? { ...facts, status: 'paid', recipient, charge } : state
  // A notice of it is of the time when the widget showed another order.
  const next = withoutNotices(keepCharges(state, stage), [id])
  if (takesOver) return next
  const earlier = next.earlier?.filter((other) => other.charge.id !== id)
  return notify({ ...next, earlier }, { ...facts, charge, isOwn: true })
}

function isKept(state: PayState, id: string): boolean {
  return state.status === 'paid' && state.isKept === true && state.charge.id === id
}

function notify(state: PayState, payment: ArrivedPayment): PayState {
  return { ...state, arrived: [...(state.arrived ?? []), payment] }
}

/**
 * A payment of the order's reference that does not pay the order is shown as what it is, in no notice and not as paid:
 * the watch of a charge reports its payment, and only the BFF knows whether the shop has changed the order before.
 */
function addUnmatched(state: PayState, payments: readonly UnmatchedPayment[]): PayState {
  const known = state.unmatched ?? []
  const news = payments.filter(({ id }) => !isUnmatched(state, id))
  if (news.length === 0) return state
  return {
    ...withoutCharges(
      state,
      news.map(({ id }) => id),
    ),
    unmatched: [...known, ...news].sort((one, other) => one.at.getTime() - other.at.getTime()),
  }
}

/** What is left on the screen for somebody else. */
function release(state: PayState, ids: readonly string[]): PayState {
  const isKnown = ids.some(
    (id) =>
      ('charge' in state && state.charge.id === id) ||
      state.earlier?.some(({ charge }) => charge.id === id) ||
      hasNotice(state, id) ||
      isUnmatched(state, id),
  )
  if (!isKnown) return state
  const unmatched = state.unmatched?.filter(({ id }) => !ids.includes(id))
  return { ...withoutCharges(state, ids), unmatched }
}

/** The form in place of one of these charges, and no trace of the others. */
function withoutCharges(state: PayState, ids: readonly string[]): PayState {
  const isOfStage = 'charge' in state && ids.includes(state.charge.id)
  const stage: PayStage = isOfStage ? { status: 'idle' } : state
  return {
    ...withoutNotices({ ...stage, ...paymentsBeside(state) }, ids),
    earlier: state.earlier?.filter(({ charge }) => !ids.includes(charge.id)),
  }
}

function withoutNotices(state: PayState, ids: readonly string[]): PayState {
  const arrived = state.arrived?.filter(({ charge }) => !ids.includes(charge.id))
  return { ...state, arrived }
}

function hasNotice({ arrived = [] }: PayState, id: string): boolean {
  return arrived.some(({ charge }) => charge.id === id)
}

function isUnmatched({ unmatched = [] }: PayState, id: string): boolean {
  return unmatched.some((payment) => payment.id === id)
}
