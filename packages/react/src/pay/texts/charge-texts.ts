import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { amountText, printAmount, satsDigits, satsText } from '../fields/amount-text.js'
import type { ArrivedPayment, CheckedCharge, PayState } from '../flow/pay-state.js'
import { isOver, isSeen, isShown } from '../flow/shown-charge.js'
import type { PayHandle } from '../pay-handle.js'
import { orderAmount } from '../pay-view.js'

/** What a screen reader announces of a charge, apart from its view; undefined for nothing. */
export function newsOf(pay: PayHandle, copied: unknown, t: PayTranslate): string | undefined {
  const { state, wallets } = pay
  if (copied) return t('copied')
  const news = state.arrived?.at(-1)
  if (news) return arrivedText(news, t)
  if (state.status === 'awaiting' && wallets.connection?.status === 'failed') return t('connectWalletFailed')
  return outageText(pay, t)
}

type ChargeKey = 'amountTo' | 'qrCode' | 'arrived' | 'arrivedAgain' | 'unclearNote' | 'stillOpen'

/**
 * A sentence with the amount and the address of a charge. `unclearNote` warns about a charge that a wallet may have
 * paid, before another invoice is paid.
 */
export function chargeText(key: ChargeKey, charge: CheckedCharge, t: PayTranslate): string {
  return t(key, { amount: amountText(charge, t), address: charge.address })
}

/** The notice of a payment that is not the one on the card. */
export function arrivedText({ charge, duplicateOf }: ArrivedPayment, t: PayTranslate): string {
  return chargeText(duplicateOf === undefined ? 'arrived' : 'arrivedAgain', charge, t)
}

/**
 * What arrived under the reference of the order and does not pay it: a part of the amount, or something else. Undefined
 * for nothing.
 */
export function unmatchedText(pay: PayHandle, t: PayTranslate): string | undefined {
  const { unmatched = [], status } = pay.state
  if (unmatched.length === 0) return undefined
  const sum = unmatched.reduce((sum, { amountMsat }) => sum + amountMsat, 0n)
  if (status === 'paid') return t('arrivedToo', { amount: satsText(sum, t) })
  const amount = orderAmount(pay)
  return amount !== null && sum < amount
    ? t('arrivedPart', { part: satsDigits(sum, t.locale), amount: satsText(amount, t) })
    : t('arrivedOther', { amount: satsText(sum, t) })
}

/** Why a payment would not be seen at the moment; null if it cannot be seen in any case. */
export function outageText({ state, view: { outage } }: Pick<PayHandle, 'state' | 'view'>, t: PayTranslate) {
  if (outage === null || !isShown(state) || !isSeen(state) || isOver(state)) return undefined
  // The view itself says that the shop does not answer.
  if (outage === 'shop' && state.status === 'confirming' && state.because === 'unreachable') return undefined
  return t(outage === 'offline' ? 'waitingOffline' : 'waitingLost')
}

/** The heading of each view after the form, which takes the focus. */
export function titleOf(state: PayState, t: PayTranslate): string {
  const waiting = {
    wallet: 'confirmingWallet',
    unclear: 'unclear',
    expiry: 'confirmingExpiry',
    unreachable: 'unreachable',
  } as const
  switch (state.status) {
    case 'awaiting':
      return chargeText('amountTo', state.charge, t)
    case 'confirming':
      return t(waiting[state.because])
    case 'paid':
      return t('paid', { amount: printAmount(state.charge, t).main })
    case 'expired':
    case 'unconfirmed':
      return t(state.status)
    case 'mismatch':
      return t('wrong')
    default:
      return t('payTitle')
  }
}
