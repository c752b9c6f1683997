import type { ReactNode } from 'react'
import { Button, Fact, Note, RetryButton, Spinner, TextButton, Tick } from '../card/parts.js'
import type { PurchaseDetails, RampFailure } from '../ramp-flow/ramp-state.js'
import { Ending, type EndingProps } from '../widget/ending.js'
import { FallbackBeside, FallbackForBlocked, RampPageCode, ReadyLink } from './fallback-link.js'
import { RampForm } from './ramp-form.js'
import type { RampScreen } from './ramp-screen.js'
import { RampStart } from './ramp-start.js'
import { BLOCK_TEXTS, errorText, stepText, timeOf } from './ramp-texts.js'
import { defaultNeeds, isShutOff } from './session-requests.js'

/** The start of a purchase: the offer, or the form of a guest; null after that. */
export function startOf({ ramp, t }: RampScreen) {
  const { status } = ramp.state
  if (status === 'idle') return <RampStart t={t} onStart={ramp.actions.start} />
  return status === 'asking' ? <RampForm ramp={ramp} t={t} /> : null
}

/** The view below the frame, or in place of one; null before there is a session. */
export function statusOf(screen: RampScreen) {
  const { ramp, t, options } = screen
  const { state } = ramp
  const again = <Button onClick={ramp.actions.start}>{t('rampNewSession')}</Button>
  switch (state.status) {
    case 'idle':
    case 'asking':
      return null
    case 'creating':
    case 'loading': {
      const isLink = state.status === 'creating' && state.way === 'link'
      return (
        <div className="ly-row ly-small">
          <Spinner />
          <span className="ly-grow ly-muted">
            {t(screen.isSlow ? 'requestSlow' : isLink ? 'makingLink' : 'rampOpening')}
          </span>
          {screen.isSlow && <TextButton onClick={ramp.actions.close}>{t('cancel')}</TextButton>}
        </div>
      )
    }
    case 'open': {
      const step = state.step && stepText(state.step.name, t)
      const text = state.trouble ? t('rampTrouble') : state.quiet ? t('rampSilent') : (step ?? t('rampStuck'))
      return <FallbackBeside ramp={ramp} t={t} fallbackLink={state.fallbackLink} text={text} />
    }
    case 'handoff': {
      const link = ramp.getLinkProps()
      if (!link) return elsewhere(screen, t('rampFollowed'), t('rampHandoffText'))
      return (
        <>
          <p className="ly-muted">{t('rampHandoff')}</p>
          <ReadyLink link={link} t={t} />
        </>
      )
    }
    case 'blocked': {
      const lacksCamera = (options.needs ?? defaultNeeds).includes('camera')
      const isOther = state.reason === 'permissions_policy' && !lacksCamera
      return (
        <>
          <Note tone="warn" leads title={t('rampBlocked')}>
            {t(isOther ? 'blockedFeature' : BLOCK_TEXTS[state.reason])}
          </Note>
          {isShutOff(state.reason, options) ? (
            <RampPageCode t={t} />
          ) : (
            <FallbackForBlocked ramp={ramp} t={t} fallbackLink={state.fallbackLink} />
          )}
        </>
      )
    }
    case 'processing': {
      // People look at the frame itself.
      if (screen.isFrameShown) return null
      const { isLong, showFrame } = screen
      const text = t(isLong ? 'rampProcessingLong' : 'rampProcessingText')
      const links = (
        <div className="ly-links">
          {state.framed && <TextButton onClick={showFrame}>{t('rampShowFrame')}</TextButton>}
          {isLong && <TextButton onClick={ramp.actions.close}>{t('rampClose')}</TextButton>}
        </div>
      )
      return ended(waiting, t('rampProcessing'), text, links)
    }
    case 'completed': {
      const time = timeOf(state.at, t.locale)
      const next = (
        <>
          <PurchaseFacts details={state.details} t={t} />
          <Button onClick={ramp.actions.close}>{t('done')}</Button>
        </>
      )
      return ended({ tone: 'ok', mark: <Tick /> }, t('rampCompleted'), t('rampCompletedText', { time }), next)
    }
    case 'failed':
      return <Failed screen={screen} failure={state.failure} />
    case 'cancelled':
      return ended({ mark: '–' }, t('rampCancelled'), t('rampCancelledText'), again)
    case 'expired':
      if (state.framed) return again
      return ended({ mark: '0:00' }, t('rampExpired'), t('rampExpiredText'), again)
    case 'needs_review': {
      const close = <Button onClick={ramp.actions.close}>{t('rampClose')}</Button>
      return ended(unknown, t('rampReview'), t('rampReviewText'), close)
    }
    case 'unconfirmed': {
      if (screen.isFrameShown) return null
      const next = (
        <>
          <Button onClick={ramp.actions.close}>{t('rampClose')}</Button>
          {state.framed && <TextButton onClick={screen.showFrame}>{t('rampShowFrame')}</TextButton>}
        </>
      )
      return ended(unknown, t('rampUnseen'), t('rampUnseenText'), next)
    }
    case 'resumed':
      return elsewhere(screen, t('rampResumed'), t('rampResumedText'))
    default:
      return state satisfies never
  }
}

function PurchaseFacts({
  details = {},
  t,
}: Pick<RampScreen, 't'> & { details?: PurchaseDetails | undefined }) {
  const { amount, currency, destination, reference_id: reference } = details
  return (
    <dl className="ly-facts">
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
    </dl>
  )
}

function Failed({ screen, failure }: { screen: RampScreen; failure: RampFailure }) {
  const { ramp, t, retrySeconds } = screen
  const { title, text, mayRepeat } =
    failure.kind === 'request'
      ? errorText(failure.error, ramp.isOnline, t)
      : { title: t('rampFailed'), text: t('rampFailedText'), mayRepeat: true }
  return (
    <>
      <Note tone="bad" leads title={title}>
        {text}
      </Note>
      <div className="ly-actions">
        <Button look={mayRepeat ? 'ghost' : 'main'} onClick={ramp.actions.close}>
          {t('rampClose')}
        </Button>
        {mayRepeat && <RetryButton seconds={retrySeconds} onRetry={ramp.actions.start} t={t} />}
      </div>
    </>
  )
}

type Icon = Pick<EndingProps, 'mark' | 'tone'>

/** The icons of a result that is awaited, and of one that only somebody else knows. */
const waiting: Icon = { mark: <Spinner /> }
const unknown: Icon = { tone: 'warn', mark: '?' }

/** Waits for a result from elsewhere: another tab, or an earlier page load. */
function elsewhere({ ramp, t, options }: RampScreen, title: string, text: string) {
  const again = <TextButton onClick={ramp.actions.start}>{t('rampNewSession')}</TextButton>
  return ended(waiting, title, text, !hasOneSession(options) && again)
}

/** A signed order has one open session, but a function may return another order. */
export function hasOneSession({ order }: RampScreen['options']): boolean {
  return typeof order === 'string'
}

function ended(icon: Icon, title: string, text: string, next: ReactNode) {
  return (
    <>
      <Ending heading="h3" {...icon} title={title}>
        {text}
      </Ending>
      {next}
    </>
  )
}
