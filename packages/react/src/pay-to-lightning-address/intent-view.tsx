import { Button, Hint, Note, Spinner } from '../card/parts.js'
import { errorText } from '../lightning-address/address-texts.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Translate } from '../messages/use-messages.js'
import { mayAskAgain, mayReassure } from '../widget/error-kind.js'
import type { IntentState } from './intent-reader.js'
import type { PayHandle } from './pay-handle.js'
import { ViewHead } from './view-head.js'

interface IntentViewProps {
  pay: PayHandle
  entry: Exclude<IntentState, { status: 'read' }>
  t: Translate<PayMessageKey>
}

/** Where a signed order is not there yet, or cannot be paid. */
export function IntentView({ pay, entry, t }: IntentViewProps) {
  if (entry.status === 'reading')
    return (
      <>
        <ViewHead pay={pay} title={t('payTitle')} t={t} />
        <Hint>
          <span className="ly-grow" role="status">
            {t('readingOrder')}
          </span>
          <Spinner />
        </Hint>
      </>
    )
  const isExpired = entry.status === 'expired'
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} leads={false} t={t} />
      <Note tone="bad" leads>
        <strong className="ly-strong ly-line">
          {isExpired ? t('orderExpired') : failureText(entry.error, pay.isOnline, t)}
        </strong>
        {isExpired ? t('orderExpiredText') : mayReassure(entry.error) && t('nothingPaid')}
      </Note>
      {!isExpired && mayAskAgain(entry.error) && (
        <Button onClick={pay.actions.retryIntent}>{t('tryAgain')}</Button>
      )}
    </>
  )
}

function failureText(
  error: Extract<IntentState, { status: 'failed' }>['error'],
  isOnline: boolean,
  t: Translate<PayMessageKey>,
): string {
  if (error.code === 'BAD_REQUEST' && error.field === 'intent') return t('orderRefused')
  return errorText(error, { address: '', domain: '' }, t, isOnline)
}
