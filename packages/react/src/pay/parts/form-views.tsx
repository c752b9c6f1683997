import type { ReactNode } from 'react'
import { errorText } from '../../address/address-texts.js'
import { ProviderQuote } from '../../address/provider-quote.js'
import { errorWords } from '../../address/resolve-recipient.js'
import { sentenceInElement } from '../../foundation/card/address-text.js'
import { Button } from '../../foundation/card/buttons.js'
import { Hint, Note, Spinner } from '../../foundation/card/parts.js'
import { RetryButton } from '../../foundation/card/retry-button.js'
import { type ErrorKind, errorKind, mayAskAgain, mayReassure } from '../../foundation/errors/error-kind.js'
import { asksReload } from '../../foundation/later/file-not-loaded.js'
import type { PayMessageKey } from '../../foundation/messages/pay-english.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import type { PayState } from '../flow/pay-state.js'
import { isOver, unpaidStatus } from '../flow/shown-charge.js'
import type { PayFields } from '../pay-handle.js'
import { type PayContextValue, usePayContext, type ViewProps } from './pay-context.js'
import { UnmatchedList } from './unmatched-list.js'
import { ViewHead } from './view-head.js'
import { useWarningsId } from './warnings.js'

// The views that the form needs: before it, and if a request or the loading of the next part fails.

/**
 * The view in place of a form: while a signed order is being read, or if it cannot be paid; for a wrong prop that the
 * page's developer has to fix, or while the page does not know yet what is to be paid.
 */
export function StartView({ pay, screen, t }: PayContextValue) {
  const { intent, isReady } = pay.view
  const { isOnline } = screen
  if (!isReady)
    return (
      <>
        <ViewHead />
        <p className="ly-muted">{t('notReady')}</p>
      </>
    )
  switch (intent?.status) {
    case 'reading':
      return (
        <>
          <ViewHead />
          <Hint>
            <span className="ly-grow" role="status">
              {t('readingOrder')}
            </span>
            <Spinner />
          </Hint>
        </>
      )
    case 'expired':
      return (
        <Problem title={t('orderExpired')} texts={[t('orderExpiredText')]}>
          <NewOrder />
        </Problem>
      )
    case 'failed': {
      const { error } = intent
      const isRefused =
        errorKind(error) !== 'wrongOption' && error.code === 'BAD_REQUEST' && error.field === 'intent'
      const advice = ADVICE[errorKind(error, isOnline)]
      const title = isRefused ? t('orderRefused') : errorText(error, { address: '', domain: '' }, t, isOnline)
      return (
        // Without its order the page does not know whether it is paid, here or elsewhere.
        <Problem
          title={title}
          texts={[
            isRefused && t('orderExpiredText'),
            advice !== undefined && t(advice),
            asksReload(error, isOnline) && t('reloadPage'),
          ]}
        >
          {isRefused || advice !== undefined ? (
            <NewOrder />
          ) : (
            mayAskAgain(error) && <Button onClick={pay.actions.retryIntent}>{t('tryAgain')}</Button>
          )}
        </Problem>
      )
    }
    default:
      return null
  }
}

/** Asks for another order: the page's function, or the page itself, which gave this one. */
function NewOrder() {
  const { pay, screen, t } = usePayContext()
  return screen.canRenewOrder ? (
    <Button onClick={pay.actions.retryIntent}>{t('tryAgain')}</Button>
  ) : (
    <Button onClick={() => location.reload()}>{t('reload')}</Button>
  )
}

/** What to do about an error, beside its title. */
const ADVICE: { readonly [K in ErrorKind]?: PayMessageKey } = {
  orderExpired: 'orderExpiredText',
  orderChanged: 'orderChangedText',
}

export function FailedView({ pay, screen, t, state }: ViewProps<'failed'>) {
  const { error, recipient, unmatched = [] } = state
  const warnings = useWarningsId()
  const mayRepeat = mayAskAgain(error)
  const kind = errorKind(error, screen.isOnline)
  const advice = ADVICE[kind]
  // The order was paid before the shop changed it.
  const isPaidOtherwise = kind === 'orderPaid' && unmatched.length > 0
  const isOrderGone = advice !== undefined
  const texts = [
    mayReassure(error) && nothingPaid(state, t),
    advice !== undefined && t(advice),
    isPaidOtherwise && t('arrivedAsk'),
    asksReload(error, screen.isOnline) ? t('reloadPage') : hasInput(pay.fields) && t('inputKept'),
  ]
  return (
    <Problem
      title={errorText(error, recipient, t, screen.isOnline)}
      details={isPaidOtherwise && <UnmatchedList />}
      quote={<ProviderQuote words={errorWords(error, recipient.domain)} t={t} />}
      texts={texts}
    >
      <Button look={mayRepeat || isOrderGone ? 'ghost' : 'main'} onClick={pay.actions.back}>
        {t('back')}
      </Button>
      {isOrderGone && <NewOrder />}
      {mayRepeat && (
        <RetryButton
          seconds={screen.retrySeconds}
          onRetry={pay.actions.renew}
          t={t}
          aria-describedby={warnings}
        />
      )}
    </Problem>
  )
}

/** What cannot be paid and why, which takes the focus, and the buttons. */
export function Problem({
  title,
  details,
  quote,
  texts,
  children,
}: {
  title: string
  details?: ReactNode
  quote?: ReactNode
  texts: (string | false)[]
  children?: ReactNode
}) {
  return (
    <>
      <ViewHead leads={false} />
      <Note tone="bad" leads title={title}>
        {details}
        {sentenceInElement(texts.filter(Boolean).join(' '))}
      </Note>
      {quote}
      {children && <div className="ly-actions">{children}</div>}
    </>
  )
}

/** Whether a field holds something that a person may have entered. */
function hasInput({ address, amount, note, payer }: PayFields): boolean {
  return [address, amount, note, ...payer.fields].some(
    (entry) => !('locked' in entry && entry.locked) && entry.text !== '',
  )
}

/**
 * Says that nothing was paid here, unless something was, or an earlier invoice of the same order may still be paid. The
 * order may be paid elsewhere.
 */
export function nothingPaid(
  { earlier = [], arrived = [], unmatched = [] }: PayState,
  t: PayTranslate,
): string {
  const isUnpaid = earlier.every((shown) => isOver(shown) && unpaidStatus(shown) === 'expired')
  return isUnpaid && arrived.length + unmatched.length === 0 ? t('nothingPaid') : ''
}
