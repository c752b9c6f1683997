import type { CheckedCharge, PayEvent, PaymentFacts, PayStage, PayState, ShownCharge } from './pay-state.js'

/** What a clock or a wallet says of a charge, whether it is on the screen or was before. */
export type ChargeEvent = Extract<
  PayEvent,
  { type: 'expired' | 'watch_ended' | 'wallet_unclear' | 'wallet_refused' }
>

/** A state that shows a charge which is not paid. */
export type ShownState = Extract<PayState, { status: 'awaiting' | 'confirming' | 'expired' | 'unconfirmed' }>

export function isShown(state: PayState): state is ShownState {
  return 'charge' in state && state.status !== 'paid'
}

/** How a charge is shown: payable until it expires, and never after that. */
export function stageOf(shown: ShownCharge): PayStage {
  if (!shown.isOver) return { ...shown, status: 'awaiting' }
  if (isDetectable(shown.charge)) return { ...shown, status: 'expired' }
  return shown.hasEnded
    ? { ...shown, status: 'unconfirmed' }
    : { ...shown, status: 'confirming', because: 'expiry' }
}

/** The charge of a state. Where a wallet is still at work, it may pay after the person went elsewhere. */
export function shownOf(state: ShownState): ShownCharge {
  const { recipient, charge, isOver, hasEnded } = state
  const isAtWork = state.status === 'confirming' && state.because === 'wallet'
  return { recipient, charge, isOver, hasEnded, isUnclear: isAtWork || state.isUnclear ? true : undefined }
}

/** The same charge, with what an event says of it. */
export function mark(shown: ShownCharge, { type }: ChargeEvent): ShownCharge {
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

/** Whether anybody but the paying page could see a payment of this charge. */
export function isDetectable(charge: CheckedCharge): boolean {
  return charge.detects.some((way) => way !== 'preimage')
}

/** The charges whose payment would change this state, the newest first. */
export function watchedCharges(state: PayState): readonly ShownCharge[] {
  return [...(isShown(state) ? [shownOf(state)] : []), ...(state.earlier ?? [])]
}

/** A charge that a wallet may have paid without a clear answer: warn before another invoice is shown. */
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
  {
    learntAt,
    paidAt,
    ...known
  }: Omit<PaymentFacts, 'at' | 'late'> & { learntAt: Date; paidAt?: Date | undefined },
): PaymentFacts {
  const late = learntAt <= expiresAt ? false : paidAt && paidAt > expiresAt
  return { ...known, at: paidAt ?? learntAt, late }
}
