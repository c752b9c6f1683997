import { errorText } from '../../address/address-texts.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { paymentPart } from '../loading/payment-part.js'
import type { PayHandle } from '../pay-handle.js'

interface Screen {
  copied: unknown
  isSlow: boolean
  isOnline: boolean
}

/**
 * What a screen reader announces, once, when the widget has a new state.
 *
 * @param isRead whether the focus moved to the new view, so that screen readers read its heading already
 */
export function announcement(pay: PayHandle, screen: Screen, isRead: boolean, t: PayTranslate): string {
  const part = paymentPart.current()
  const news = part?.newsOf(pay, screen.copied, t)
  if (news !== undefined) return news
  return (isRead ? '' : viewText(pay, screen, t)) || (part?.unmatchedText(pay, t) ?? '')
}

function viewText({ state, fields }: PayHandle, { isSlow, isOnline }: Screen, t: PayTranslate): string {
  switch (state.status) {
    case 'idle': {
      const { lookup, locked, unusedAmount } = fields.address
      // The field shows the other states itself.
      if (lookup.status !== 'found' || locked) return ''
      const found = t('found', { address: lookup.address })
      return unusedAmount === undefined ? found : `${found} ${t('amountUnused', { amount: unusedAmount })}`
    }
    case 'requesting':
      return t(isSlow ? 'requestSlow' : 'requesting')
    case 'failed':
      return errorText(state.error, state.recipient, t, isOnline)
    default:
      return paymentPart.current()?.titleOf(state, t) ?? ''
  }
}
