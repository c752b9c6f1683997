import { Button, Note } from '../card/parts.js'
import { errorText } from '../lightning-address/address-texts.js'
import type { PayState } from '../pay-flow/index.js'
import { mayAskAgain, mayReassure } from '../widget/error-kind.js'
import type { ViewProps } from './pay-context.js'
import type { PayFields } from './pay-handle.js'
import { mismatchText } from './pay-texts.js'
import { ViewHead } from './view-head.js'

export function MismatchView({ pay, state, t }: ViewProps<'mismatch'>) {
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} leads={false} t={t} />
      <Note tone="bad" leads>
        <strong className="ly-strong ly-line">{t('wrong')}</strong>
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

export function FailedView({ pay, state, t }: ViewProps<'failed'>) {
  const { error, recipient } = state
  const seconds = pay.retrySeconds
  const mayRepeat = mayAskAgain(error)
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} leads={false} t={t} />
      <Note tone="bad" leads>
        <strong className="ly-strong ly-line">{errorText(error, recipient, t, pay.isOnline)}</strong>
        {mayReassure(error) && nothingPaid(state, t)} {hasInput(pay.fields) && t('inputKept')}
      </Note>
      <div className="ly-choices">
        <Button look={mayRepeat ? 'ghost' : 'main'} onClick={pay.actions.back}>
          {t('back')}
        </Button>
        {mayRepeat && (
          <Button off={seconds > 0} onClick={seconds > 0 ? undefined : pay.actions.renew}>
            {seconds > 0 ? t('tryAgainIn', { seconds }) : t('tryAgain')}
          </Button>
        )}
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
