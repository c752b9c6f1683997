import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { satsText } from '../fields/amount-text.js'
import type { CheckedCharge, Mismatch } from '../flow/pay-state.js'

/** The checks that the invoice of a charge has passed, in words. No check proves who gets the money. */
export function checkedText({ address, checked }: CheckedCharge, t: PayTranslate): string {
  const values = { address, domain: address.slice(address.lastIndexOf('@') + 1) }
  const isMadeOut = checked.includes('description')
  if (checked.includes('source'))
    return t(isMadeOut ? 'checkedSourceAndDescription' : 'checkedSource', values)
  return t(isMadeOut ? 'checkedDescription' : 'checkedAmount', values)
}

/**
 * The value in the wrong invoice, beside the value that was requested. It names no culprit: the recipient, the payment
 * service or the shop may have sent it.
 */
export function mismatchText({ field, expected = '', actual }: Mismatch, t: PayTranslate): string {
  const sats = (msat: string) => (/^\d+$/.test(msat) ? satsText(BigInt(msat), t) : msat)
  switch (field) {
    case 'amount':
      return actual === undefined
        ? t('wrongAmountless', { expected: sats(expected) })
        : t('wrongAmount', { expected: sats(expected), actual: sats(actual) })
    case 'recipient':
      return t('wrongRecipient', { expected, actual: shortened(actual ?? '') })
    case 'network':
      return t('wrongNetwork', { expected, actual: shortened(actual ?? '') })
    case 'expired':
      return t('wrongTime')
    default:
      return t('wrongInvoice')
  }
}

/** A text from outside, in place of a name: shortened, so that it cannot pose as our message. */
const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
