import type { OmitFromEach } from '../../foundation/page/create-flow.js'
import type { CheckedCharge, PayEvent, PaymentFacts, PayStage, PayState, ShownCharge } from './pay-state.js'

/** An event of a clock or a wallet about a charge that is or was on the screen. */
export type ChargeEvent = PayEvent<'expired' | 'watch_ended' | 'wallet_unclear' | 'wallet_refused'>

/** A state that shows a charge which is not paid. */
export type ShownState = PayState<'awaiting' | 'confirming' | 'expired' | 'unconfirmed'>

export function isShown(state: PayState): state is ShownState {
  return 'charge' in state && state.status !== 'paid'
}

/** The stage of a charge: it can be paid until it expires, and never after that. */
export function stageOf(shown: ShownCharge): PayStage {
  if (!shown.isInvoiceExpired) return { ...shown, status: 'awaiting' }
  if (isDetectable(shown.charge)) return { ...shown, status: 'expired' }
  return shown.isWatchOver
    ? { ...shown, status: 'unconfirmed' }
    : { ...shown, status: 'confirming', because: 'expiry' }
}

/** The charge of a state. A wallet that is still at work may pay it after the person has left the view. */
export function shownOf(state: ShownState): ShownCharge {
  const { recipient, charge, isInvoiceExpired, isWatchOver } = state
  const isAtWork = state.status === 'confirming' && state.because === 'wallet'
  return {
    recipient,
    charge,
    isInvoiceExpired,
    isWatchOver,
    isUnclear: isAtWork || state.isUnclear ? true : undefined,
  }
}

const MARKS: Readonly<Record<ChargeEvent['type'], Partial<ShownCharge>>> = {
  expired: { isInvoiceExpired: true },
  watch_ended: { isInvoiceExpired: true, isWatchOver: true },
  wallet_unclear: { isUnclear: true },
  wallet_refused: { isUnclear: undefined },
}

/** The same charge after an event. */
export function mark(shown: ShownCharge, { type }: ChargeEvent): ShownCharge {
  return { ...shown, ...MARKS[type] }
}

/** Whether anybody but the paying page could see a payment of this charge. */
export function isDetectable(charge: CheckedCharge): boolean {
  return charge.detects.some((way) => way !== 'preimage')
}

/** The end of a charge that was not paid, as far as can be known. */
export function unpaidStatus(charge: CheckedCharge): 'expired' | 'unconfirmed' {
  return isDetectable(charge) ? 'expired' : 'unconfirmed'
}

/** The charges whose payment would change this state, the newest first. */
export function watchedCharges(state: PayState): readonly ShownCharge[] {
  return [...(isShown(state) ? [shownOf(state)] : []), ...(state.earlier ?? [])]
}

/** A charge that a wallet may have paid without a clear answer. Warn before you show another invoice. */
export function unclearCharge(state: PayState): ShownCharge | undefined {
  const isAtWork = state.status === 'confirming' && state.because === 'wallet'
  return watchedCharges(state).find(({ isUnclear }) => isUnclear && !isAtWork)
}

/**
 * A payment, from the time when the page learnt of it and, if known, the time when it happened. If the page learns of
 * it before the expiry, it was in time; if later, it may have happened at any time.
 */
export function paymentFacts(
  { expiresAt }: CheckedCharge,
  { learntAt, paidAt, ...known }: LearntPayment,
): PaymentFacts {
  const late = learntAt <= expiresAt ? false : paidAt && paidAt > expiresAt
  return { ...known, at: paidAt ?? learntAt, late }
}

/** A payment as the page learns of it. */
export type LearntPayment = OmitFromEach<PaymentFacts, 'at' | 'late'> & {
  learntAt: Date
  paidAt?: Date | undefined
}
