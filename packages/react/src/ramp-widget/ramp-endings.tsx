import type { ReactNode } from 'react'
import { Button, Fact, Facts, Mark, Note, Spinner, TextButton, Tick } from '../card/parts.js'
import { useWait } from '../pay-to-lightning-address/use-wait.js'
import { useLasting } from '../provider/page-signals.js'
import type { RampState } from '../ramp-flow/index.js'
import { errorWords, type Say, timeOf } from './ramp-words.js'
import type { RampWidgetHandle } from './use-ramp-widget.js'

interface ViewProps<S extends RampState['status']> {
  ramp: RampWidgetHandle
  state: Extract<RampState, { status: S }>
  say: Say
}

interface EndingProps {
  mark: ReactNode
  title: string
  children: ReactNode
}

function Ending({ mark, title, children }: EndingProps) {
  return (
    <div className="leyden-done">
      {mark}
      <div>
        <h3 className="leyden-done-title" tabIndex={-1} data-lead="">
          {title}
        </h3>
        <div className="leyden-muted">{children}</div>
      </div>
    </div>
  )
}

const waiting = (
  <Mark>
    <Spinner size="big" />
  </Mark>
)

/** How long a purchase takes usually; after that people are told that it may take longer. */
const USUAL_MS = 180_000

export function Processing({
  ramp,
  state,
  say,
  onShowFrame,
}: ViewProps<'processing'> & { onShowFrame: () => void }) {
  const isLong = useLasting(true, USUAL_MS)
  return (
    <>
      <Ending mark={waiting} title={say('rampProcessing')}>
        {say(isLong ? 'rampProcessingLong' : 'rampProcessingText')}
      </Ending>
      <div className="leyden-links">
        {state.framed && <TextButton onClick={onShowFrame}>{say('rampShowFrame')}</TextButton>}
        {isLong && <TextButton onClick={ramp.close}>{say('rampClose')}</TextButton>}
      </div>
    </>
  )
}

export function Completed({ ramp, state, say }: ViewProps<'completed'>) {
  const { at, details = {} } = state
  const { amount, currency, destination, reference_id: reference } = details
  return (
    <>
      <Ending
        mark={
          <Mark tone="ok">
            <Tick />
          </Mark>
        }
        title={say('rampCompleted')}
      >
        {say('rampCompletedText', { time: timeOf(at, say.locale) })}
      </Ending>
      <Facts>
        {amount !== undefined && (
          <Fact name={say('bought')}>
            <bdi className="leyden-ltr">{[amount, currency].join(' ')}</bdi>
          </Fact>
        )}
        {destination !== undefined && (
          <Fact name={say('boughtTo')}>
            <bdi className="leyden-ltr">{destination}</bdi>
          </Fact>
        )}
        {reference !== undefined && <Fact name={say('boughtReference')}>{reference}</Fact>}
      </Facts>
      <Button onClick={ramp.close}>{say('done')}</Button>
    </>
  )
}

export function Failed({ ramp, state, say }: ViewProps<'failed'>) {
  const { failure } = state
  const error = failure.kind === 'request' ? failure.error : undefined
  const seconds = useWait(error, error?.retryAfterMs ?? 0)
  const { title, text, mayRepeat } = error
    ? errorWords(error, ramp.isOnline, say)
    : { title: say('rampFailed'), text: say('rampFailedText'), mayRepeat: true }
  return (
    <>
      <Note tone="bad" leads>
        <strong className="leyden-strong leyden-line">{title}</strong>
        {text}
      </Note>
      <div className="leyden-actions">
        <Button look={mayRepeat ? 'ghost' : 'main'} onClick={ramp.close}>
          {say('rampClose')}
        </Button>
        {mayRepeat && (
          <Button off={seconds > 0} onClick={seconds > 0 ? undefined : () => ramp.start()}>
            {seconds > 0 ? say('tryAgainIn', { seconds }) : say('tryAgain')}
          </Button>
        )}
      </div>
    </>
  )
}

export function Cancelled({ ramp, say }: ViewProps<'cancelled'>) {
  return (
    <>
      <Ending mark={<Mark>–</Mark>} title={say('rampCancelled')}>
        {say('rampCancelledText')}
      </Ending>
      <Button onClick={() => ramp.start()}>{say('rampNewSession')}</Button>
    </>
  )
}

export function Expired({ ramp, state, say }: ViewProps<'expired'>) {
  return (
    <>
      {!state.framed && (
        <Ending mark={<Mark>0:00</Mark>} title={say('rampExpired')}>
          {say('rampExpiredText')}
        </Ending>
      )}
      <Button onClick={() => ramp.start()}>{say('rampNewSession')}</Button>
    </>
  )
}

export function NeedsReview({ ramp, say }: ViewProps<'needs_review'>) {
  return (
    <>
      <Ending mark={<Mark tone="warn">?</Mark>} title={say('rampReview')}>
        {say('rampReviewText')}
      </Ending>
      <Button onClick={ramp.close}>{say('rampClose')}</Button>
    </>
  )
}

/** The result of something elsewhere is awaited: another tab, or an earlier page life. */
export function Elsewhere({
  ramp,
  title,
  text,
  say,
}: {
  ramp: RampWidgetHandle
  title: string
  text: string
  say: Say
}) {
  return (
    <>
      <Ending mark={waiting} title={title}>
        {text}
      </Ending>
      <div className="leyden-links">
        <TextButton onClick={() => ramp.start()}>{say('rampNewSession')}</TextButton>
      </div>
    </>
  )
}
