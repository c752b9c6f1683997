import type { LeydenError } from '@leyden/core'
import type { FunctionComponent } from 'react'
import { Button, Hint, Note, RetryButton, Spinner } from '../card/parts.js'
import { errorText } from '../lightning-address/address-texts.js'
import type { PayState, PayStatus } from '../pay-flow/pay-state.js'
import { mayAskAgain, mayReassure } from '../widget/error-kind.js'
import { ConfirmingView, ExpiredView, PaidView, UnconfirmedView } from './ending-views.js'
import type { IntentState } from './intent-reader.js'
import type { ViewProps } from './pay-context.js'
import type { PayFields } from './pay-handle.js'
import { mismatchText } from './pay-texts.js'
import { ViewHead } from './view-head.js'

const VIEWS: { readonly [S in PayStatus]: FunctionComponent<ViewProps<S>> } = {
  idle: StartView,
  requesting: StartView,
  awaiting: () => null,
  confirming: ConfirmingView,
  paid: PaidView,
  expired: ExpiredView,
  unconfirmed: UnconfirmedView,
  mismatch: MismatchView,
  failed: FailedView,
}

/** The view that is shown in place of form and invoice. */
export function StatusView({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  // The types of the table connect each view to its state. A look-up by its name loses this connection.
  const View = VIEWS[pay.state.status] as FunctionComponent<ViewProps>
  return <View pay={pay} state={pay.state} t={t} />
}

function StartView({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  const { intent } = pay
  if (!pay.isReady) return <NotReadyView pay={pay} t={t} />
  return intent && intent.status !== 'read' ? <IntentView pay={pay} intent={intent} t={t} /> : null
}

/**
 * The view for a wrong prop that the page's developer has to fix, or while the page does not know yet what is to be
 * paid.
 */
function NotReadyView({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} t={t} />
      <p className="ly-muted">{t('notReady')}</p>
    </>
  )
}

interface IntentViewProps extends Pick<ViewProps, 'pay' | 't'> {
  intent: Exclude<IntentState, { status: 'read' }>
}

/** The view while a signed order is being read, or if it cannot be paid. */
function IntentView({ pay, intent, t }: IntentViewProps) {
  if (intent.status === 'reading')
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
  const error = intent.status === 'failed' ? intent.error : null
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} leads={false} t={t} />
      <Note tone="bad" leads title={error ? intentErrorText(error, pay.isOnline, t) : t('orderExpired')}>
        {error ? mayReassure(error) && t('nothingPaid') : t('orderExpiredText')}
      </Note>
      {error && mayAskAgain(error) && <Button onClick={pay.actions.retryIntent}>{t('tryAgain')}</Button>}
    </>
  )
}

function intentErrorText(error: LeydenError, isOnline: boolean, t: ViewProps['t']): string {
  if (error.code === 'BAD_REQUEST' && error.field === 'intent') return t('orderRefused')
  return errorText(error, { address: '', domain: '' }, t, isOnline)
}

function MismatchView({ pay, state, t }: ViewProps<'mismatch'>) {
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} leads={false} t={t} />
      <Note tone="bad" leads title={t('wrong')}>
        {mismatchText(state.mismatch, state.recipient.domain, t)} {nothingPaid(state, t)}
      </Note>
      <div className="ly-choices">
        {!pay.fields.address.locked && (
          <Button look="ghost" onClick={pay.actions.changeAddress}>
            {t('changeAddress')}
          </Button>
        )}
        <Button onClick={pay.actions.renew}>{t('askAgain')}</Button>
      </div>
    </>
  )
}

function FailedView({ pay, state, t }: ViewProps<'failed'>) {
  const { error, recipient } = state
  const mayRepeat = mayAskAgain(error)
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} leads={false} t={t} />
      <Note tone="bad" leads title={errorText(error, recipient, t, pay.isOnline)}>
        {mayReassure(error) && nothingPaid(state, t)} {hasInput(pay.fields) && t('inputKept')}
      </Note>
      <div className="ly-choices">
        <Button look={mayRepeat ? 'ghost' : 'main'} onClick={pay.actions.back}>
          {t('back')}
        </Button>
        {mayRepeat && <RetryButton seconds={pay.retrySeconds} onRetry={pay.actions.renew} t={t} />}
      </div>
    </>
  )
}

/** Whether a field holds something that a person may have entered. */
function hasInput({ address, amount, note, payer }: PayFields): boolean {
  return [address, amount, note, ...payer.fields].some(
    (entry) => !('locked' in entry && entry.locked) && entry.text !== '',
  )
}

/** True unless an earlier invoice of the same order may still be paid. */
function nothingPaid({ earlier = [] }: PayState, t: ViewProps['t']): string {
  return earlier.every(({ hasEnded, isUnclear }) => hasEnded && !isUnclear) ? t('nothingPaid') : ''
}
