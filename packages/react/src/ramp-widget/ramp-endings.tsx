import { Button, Fact, Facts, Mark, Note, Spinner, TextButton, Tick } from '../card/parts.js'
import type { RampState } from '../ramp-flow/index.js'
import { Ending } from '../widget/ending.js'
import { errorText, type RampTranslate, timeOf } from './ramp-texts.js'
import type { RampHandle } from './use-ramp-widget.js'

interface ViewProps<S extends RampState['status']> {
  ramp: RampHandle
  state: Extract<RampState, { status: S }>
  t: RampTranslate
}

const waiting = (
  <Mark>
    <Spinner size="big" />
  </Mark>
)

export function Processing({
  ramp,
  state,
  t,
  isLong,
  onShowFrame,
}: ViewProps<'processing'> & { isLong: boolean; onShowFrame: () => void }) {
  return (
    <>
      <Ending heading="h3" mark={waiting} title={t('rampProcessing')}>
        {t(isLong ? 'rampProcessingLong' : 'rampProcessingText')}
      </Ending>
      <div className="ly-links">
        {state.framed && <TextButton onClick={onShowFrame}>{t('rampShowFrame')}</TextButton>}
        {isLong && <TextButton onClick={ramp.actions.close}>{t('rampClose')}</TextButton>}
      </div>
    </>
  )
}

export function Completed({ ramp, state, t }: ViewProps<'completed'>) {
  const { at, details = {} } = state
  const { amount, currency, destination, reference_id: reference } = details
  return (
    <>
      <Ending
        heading="h3"
        mark={
          <Mark tone="ok">
            <Tick />
          </Mark>
        }
        title={t('rampCompleted')}
      >
        {t('rampCompletedText', { time: timeOf(at, t.locale) })}
      </Ending>
      <Facts>
        {amount !== undefined && (
          <Fact name={t('bought')}>
            <bdi className="ly-ltr">{[amount, currency].join(' ')}</bdi>
          </Fact>
        )}
        {destination !== undefined && (
          <Fact name={t('boughtTo')}>
            <bdi className="ly-ltr">{destination}</bdi>
          </Fact>
        )}
        {reference !== undefined && <Fact name={t('boughtReference')}>{reference}</Fact>}
      </Facts>
      <Button onClick={ramp.actions.close}>{t('done')}</Button>
    </>
  )
}

export function Failed({
  ramp,
  state,
  t,
  retrySeconds: seconds,
}: ViewProps<'failed'> & { retrySeconds: number }) {
  const { failure } = state
  const error = failure.kind === 'request' ? failure.error : undefined
  const { title, text, mayRepeat } = error
    ? errorText(error, ramp.isOnline, t)
    : { title: t('rampFailed'), text: t('rampFailedText'), mayRepeat: true }
  return (
    <>
      <Note tone="bad" leads>
        <strong className="ly-strong ly-line">{title}</strong>
        {text}
      </Note>
      <div className="ly-actions">
        <Button look={mayRepeat ? 'ghost' : 'main'} onClick={ramp.actions.close}>
          {t('rampClose')}
        </Button>
        {mayRepeat && (
          <Button off={seconds > 0} onClick={seconds > 0 ? undefined : () => ramp.actions.start()}>
            {seconds > 0 ? t('tryAgainIn', { seconds }) : t('tryAgain')}
          </Button>
        )}
      </div>
    </>
  )
}

export function Cancelled({ ramp, t }: ViewProps<'cancelled'>) {
  return (
    <>
      <Ending heading="h3" mark={<Mark>–</Mark>} title={t('rampCancelled')}>
        {t('rampCancelledText')}
      </Ending>
      <Button onClick={() => ramp.actions.start()}>{t('rampNewSession')}</Button>
    </>
  )
}

export function Expired({ ramp, state, t }: ViewProps<'expired'>) {
  return (
    <>
      {!state.framed && (
        <Ending heading="h3" mark={<Mark>0:00</Mark>} title={t('rampExpired')}>
          {t('rampExpiredText')}
        </Ending>
      )}
      <Button onClick={() => ramp.actions.start()}>{t('rampNewSession')}</Button>
    </>
  )
}

export function NeedsReview({ ramp, t }: ViewProps<'needs_review'>) {
  return (
    <>
      <Ending heading="h3" mark={<Mark tone="warn">?</Mark>} title={t('rampReview')}>
        {t('rampReviewText')}
      </Ending>
      <Button onClick={ramp.actions.close}>{t('rampClose')}</Button>
    </>
  )
}

/** The result of something elsewhere is awaited: another tab, or an earlier page life. */
export function Elsewhere({
  ramp,
  title,
  text,
  t,
}: {
  ramp: RampHandle
  title: string
  text: string
  t: RampTranslate
}) {
  return (
    <>
      <Ending heading="h3" mark={waiting} title={title}>
        {text}
      </Ending>
      <div className="ly-links">
        <TextButton onClick={() => ramp.actions.start()}>{t('rampNewSession')}</TextButton>
      </div>
    </>
  )
}
