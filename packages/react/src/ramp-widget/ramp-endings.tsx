import { Button, Fact, Facts, Mark, Note, Spinner, TextButton, Tick } from '../card/parts.js'
import type { RampFlowStatus, RampState } from '../ramp-flow/index.js'
import { Ending } from '../widget/ending.js'
import type { RampScreen } from './ramp-screen.js'
import { errorText, timeOf } from './ramp-texts.js'

type ViewProps<S extends RampFlowStatus> = RampScreen & { state: Extract<RampState, { status: S }> }

/** The mark of what is not known yet. */
export const waiting = (
  <Mark>
    <Spinner size="big" />
  </Mark>
)

export function Processing({ ramp, state, t, isLong, showFrame }: ViewProps<'processing'>) {
  return (
    <>
      <Ending heading="h3" mark={waiting} title={t('rampProcessing')}>
        {t(isLong ? 'rampProcessingLong' : 'rampProcessingText')}
      </Ending>
      <div className="ly-links">
        {state.framed && <TextButton onClick={showFrame}>{t('rampShowFrame')}</TextButton>}
        {isLong && <TextButton onClick={ramp.actions.close}>{t('rampClose')}</TextButton>}
      </div>
    </>
  )
}

export function Completed({ ramp, state, t }: ViewProps<'completed'>) {
  const { at, details = {} } = state
  const { amount, currency, destination, reference_id: reference } = details
  const mark = (
    <Mark tone="ok">
      <Tick />
    </Mark>
  )
  return (
    <>
      <Ending heading="h3" mark={mark} title={t('rampCompleted')}>
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

export function Failed({ ramp, state, t, retrySeconds: seconds }: ViewProps<'failed'>) {
  const { failure } = state
  const { title, text, mayRepeat } =
    failure.kind === 'request'
      ? errorText(failure.error, ramp.isOnline, t)
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
          <Button off={seconds > 0} onClick={seconds > 0 ? undefined : ramp.actions.start}>
            {seconds > 0 ? t('tryAgainIn', { seconds }) : t('tryAgain')}
          </Button>
        )}
      </div>
    </>
  )
}
