import { Button, Hint, Note, Spinner } from '../card/parts.js'
import { errorWords } from '../lightning-address/address-words.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { IntentEntry } from './use-intent.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'
import { ViewHead } from './view-head.js'

interface IntentViewProps {
  pay: PayToLightningAddress
  entry: Exclude<IntentEntry, { status: 'read' }>
  say: Words<PayMessageKey>
}

/** Where a signed order is not there yet, or cannot be paid. */
export function IntentView({ pay, entry, say }: IntentViewProps) {
  if (entry.status === 'reading')
    return (
      <>
        <ViewHead pay={pay} title={say('payTitle')} say={say} />
        <Hint>
          <span className="leyden-grow" role="status">
            {say('readingOrder')}
          </span>
          <Spinner />
        </Hint>
      </>
    )
  const isExpired = entry.status === 'expired'
  return (
    <>
      <ViewHead pay={pay} title={say('payTitle')} leads={false} say={say} />
      <Note tone="bad" leads>
        <strong className="leyden-strong leyden-line">
          {isExpired ? say('orderExpired') : failureWords(entry.error, say)}
        </strong>
        {isExpired ? say('orderExpiredText') : say('nothingPaid')}
      </Note>
      {!isExpired && (entry.error.retryable || entry.error.code === 'SIGN_IN_REQUIRED') && (
        <Button onClick={pay.retryIntent}>{say('tryAgain')}</Button>
      )}
    </>
  )
}

function failureWords(
  error: Extract<IntentEntry, { status: 'failed' }>['error'],
  say: Words<PayMessageKey>,
): string {
  if (error.code === 'BAD_REQUEST' && error.field === 'intent') return say('orderRefused')
  // The recipient is not known yet: whatever does not answer is the shop's.
  return error.retryable && error.code !== 'RATE_LIMITED'
    ? say('noConnection')
    : errorWords(error, { address: '', domain: '' }, say)
}
