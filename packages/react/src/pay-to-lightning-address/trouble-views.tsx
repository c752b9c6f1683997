import { Button, Note } from '../card/parts.js'
import { errorWords } from '../lightning-address/address-words.js'
import type { PayState } from '../pay-flow/index.js'
import type { ViewProps } from './pay-card.js'
import { mismatchWords } from './pay-words.js'
import { useWait } from './use-wait.js'
import { ViewHead } from './view-head.js'

export function MismatchView({ pay, state, say }: ViewProps<'mismatch'>) {
  return (
    <>
      <ViewHead pay={pay} title={say('payTitle')} leads={false} say={say} />
      <Note tone="bad" leads>
        <strong className="leyden-strong leyden-line">{say('wrong')}</strong>
        {mismatchWords(state.mismatch, state.recipient.domain, say)} {nothingPaid(state, say)}
      </Note>
      <div className="leyden-choices">
        {!pay.address.locked && (
          <Button look="ghost" onClick={pay.changeAddress}>
            {say('changeAddress')}
          </Button>
        )}
        <Button onClick={pay.renew}>{say('askAgain')}</Button>
      </div>
    </>
  )
}

export function FailedView({ pay, state, say }: ViewProps<'failed'>) {
  const { error, recipient } = state
  const seconds = useWait(error, error.retryAfterMs ?? 0)
  // Asking the same again would get the same answer, unless something has to change first.
  const mayRepeat = error.retryable || error.code === 'SIGN_IN_REQUIRED'
  return (
    <>
      <ViewHead pay={pay} title={say('payTitle')} leads={false} say={say} />
      <Note tone="bad" leads>
        <strong className="leyden-strong leyden-line">{errorWords(error, recipient, say)}</strong>
        {nothingPaid(state, say)} {hasInput(pay) && say('inputKept')}
      </Note>
      <div className="leyden-choices">
        <Button look={mayRepeat ? 'ghost' : 'main'} onClick={pay.back}>
          {say('back')}
        </Button>
        {mayRepeat && (
          <Button off={seconds > 0} onClick={seconds > 0 ? undefined : pay.renew}>
            {seconds > 0 ? say('tryAgainIn', { seconds }) : say('tryAgain')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Whether anything stands there that a person could have put there. */
function hasInput({ address, amount, note, payer }: ViewProps['pay']): boolean {
  return [address, amount, note, ...payer.fields].some(
    (entry) => !('locked' in entry && entry.locked) && entry.text !== '',
  )
}

/** True unless an earlier invoice of the same order may still be paid. */
function nothingPaid({ earlier = [] }: PayState, say: ViewProps['say']): string {
  return earlier.every(({ hasEnded, isUnclear }) => hasEnded && !isUnclear) ? say('nothingPaid') : ''
}
