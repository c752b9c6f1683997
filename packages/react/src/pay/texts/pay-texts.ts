import { errorText } from '../../address/address-texts.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { amountText, printAmount, satsDigits, satsText } from '../fields/amount-text.js'
import type { ArrivedPayment, CheckedCharge, PayState } from '../flow/pay-state.js'
import { isOver, isSeen, isShown } from '../flow/shown-charge.js'
import type { PayHandle } from '../pay-handle.js'
import { orderAmount } from '../pay-view.js'

/**
 * What a screen reader announces, once, when the widget has a new state.
 *
 * @param isRead whether the focus moved to the new view, so that screen readers read its heading already
 */
export function announcement(
  pay: PayHandle,
  screen: { copied: unknown; isSlow: boolean; isOnline: boolean },
  isRead: boolean,
  t: PayTranslate,
): string {
  const { state, fields, wallets } = pay
  if (screen.copied) return t('copied')
  const news = state.arrived?.at(-1)
  if (news) return arrivedText(news, t)
  if (state.status === 'awaiting' && wallets.connection?.status === 'failed') return t('connectWalletFailed')
  const outage = outageText(pay, t)
  if (outage !== undefined) return outage
  const unmatched = unmatchedText(pay, t) ?? ''
  if (isRead) return unmatched
  switch (state.status) {
    case 'idle': {
      const { lookup, locked, unusedAmount } = fields.address
      // The field shows the other states itself.
      if (lookup.status !== 'found' || locked) return unmatched
      const found = t('found', { address: lookup.address })
      return unusedAmount === undefined ? found : `${found} ${t('amountUnused', { amount: unusedAmount })}`
    }
    case 'requesting':
      return t(screen.isSlow ? 'requestSlow' : 'requesting')
    case 'failed':
      return errorText(state.error, state.recipient, t, screen.isOnline)
    default:
      return titleOf(state, t)
  }
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

/** The button that pays with the connected wallet, which may have no name. */
export function walletText(name: string, t: PayTranslate): string {
  return name ? t('payWithWallet', { name }) : t('payWithConnectedWallet')
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
