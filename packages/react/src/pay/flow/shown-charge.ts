import type { ChargePhase, CheckedCharge, PayState, ShownCharge } from './pay-state.js'

/** A state that shows a charge which is not paid. */
export type ShownState = PayState<'awaiting' | 'confirming' | 'expired' | 'unconfirmed'>

export function isShown(state: PayState): state is ShownState {
  return 'charge' in state && state.status !== 'paid'
}

/** Whether the invoice may be offered: it has not expired. */
export function isPayable({ phase }: Pick<ShownCharge, 'phase'>): boolean {
  return phase === 'payable' || phase === 'unwatched'
}

/** Whether the charge is no longer watched: nothing more will be learnt about it, except by a proof. */
export function isOver({ phase }: Pick<ShownCharge, 'phase'>): boolean {
  return phase === 'ended' || phase === 'unknown'
}

/** The phases in which the server does not report the charge. */
const UNREPORTED: ReadonlySet<ChargePhase> = new Set(['unwatched', 'unknown'])

/** Whether no real money moves, or not on mainnet. */
export function isTestCharge({ mode, network }: Pick<CheckedCharge, 'mode' | 'network'>): boolean {
  return mode !== 'live' || network !== 'mainnet'
}

/** Whether anybody but the paying page could see a payment of this charge. */
export function isDetectable(charge: CheckedCharge): boolean {
  return charge.detects.some((way) => way !== 'preimage')
}

/** Whether this page would learn of a payment without a proof. */
export function isSeen({ charge, phase }: Pick<ShownCharge, 'charge' | 'phase'>): boolean {
  return isDetectable(charge) && !UNREPORTED.has(phase)
}

/** Whether the server had the charge, and does not know it any more. */
export function isDisowned({ charge, phase }: Pick<ShownCharge, 'charge' | 'phase'>): boolean {
  return charge.watchUrl !== undefined && UNREPORTED.has(phase)
}

/** Whether a wallet may have paid the charge: it has not answered yet, or not clearly. */
export function isDoubtful({ asked = 0, doubts = 0 }: ShownCharge): boolean {
  return asked + doubts > 0
}

/** The end of a charge that was not paid, as far as can be known. */
export function unpaidStatus(shown: ShownCharge): 'expired' | 'unconfirmed' {
  return isSeen(shown) && !isDoubtful(shown) ? 'expired' : 'unconfirmed'
}

/** The charge of a state. */
export function shownOf({
  recipient,
  charge,
  phase,
  asked,
  doubts,
  unreachableSince,
}: ShownState): ShownCharge {
  return { recipient, charge, phase, asked, doubts, unreachableSince }
}

/** The charge of another tab that the form offers to show: not the one that a wallet may have paid. */
export function offeredCharge({ earlier, offered }: PayState): CheckedCharge | undefined {
  const found = earlier?.find(({ charge }) => charge.id === offered)
  return found && isPayable(found) && !isDoubtful(found) ? found.charge : undefined
}

/** The charges whose payment would change this state, the newest first. */
export function watchedCharges(state: PayState): readonly ShownCharge[] {
  return [...(isShown(state) ? [shownOf(state)] : []), ...(state.earlier ?? [])]
}

/** Whether the state shows that a wallet is paying its charge. */
function isPaying(state: PayState): boolean {
  return state.status === 'confirming' && state.because === 'wallet'
}

/**
 * A charge that a wallet may have paid without a clear answer, or unseen, as the server does not know it any more. Warn
 * before you show another invoice.
 */
export function unclearCharge(state: PayState): ShownCharge | undefined {
  if (isPaying(state)) return undefined
  return watchedCharges(state).find(isDoubtful) ?? state.earlier?.find(isDisowned)
}
