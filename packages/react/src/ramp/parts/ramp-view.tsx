import type { ReactNode } from 'react'
import { Button, RetryButton, TextButton } from '../../foundation/card/buttons.js'
import {
  Fact,
  Note,
  Spinner,
  StateHeading,
  type StateHeadingProps,
  Tick,
} from '../../foundation/card/parts.js'
import type { RampMessageKey } from '../../foundation/messages/ramp-english.js'
import { type RampScreen, useRampContext } from '../engine/ramp-screen.js'
import { defaultNeeds, isLinkImpossible } from '../engine/session-requests.js'
import { RampForm } from '../fields/ramp-form.js'
import type { PurchaseDetails, RampFailure, RampFlowStatus } from '../flow/ramp-state.js'
import { BLOCK_TEXTS, errorText, stepText, timeOf } from '../texts/ramp-texts.js'
import { FallbackBeside, FallbackForBlocked, RampPageCode, ReadyLink } from './fallback-link.js'
import { RampStart } from './ramp-start.js'

/** The start of a purchase: the offer, or the form of a guest; null after that. */
export function startOf({ ramp, t }: RampScreen) {
  const { status } = ramp.state
  if (status === 'idle') return <RampStart t={t} onStart={ramp.actions.start} />
  return status === 'asking' ? <RampForm /> : null
}

/** The view below the frame, or in place of one; null before there is a session. */
export function statusOf({ ramp, t, options, isFrameShown, isLong, isSlow, showFrame }: RampScreen) {
  const { state } = ramp
  const { start, close } = ramp.actions
  const again = <Button onClick={start}>{t('rampNewSession')}</Button>
  const quietly = !hasOneSession(options) && <TextButton onClick={start}>{t('rampNewSession')}</TextButton>
  const closing = <Button onClick={close}>{t('rampClose')}</Button>
  const frameLink = 'framed' in state && state.framed && (
    <TextButton onClick={showFrame}>{t('rampShowFrame')}</TextButton>
  )
  switch (state.status) {
    case 'idle':
    case 'asking':
      return null
    case 'creating':
    case 'loading': {
      const isLink = state.status === 'creating' && state.presentation === 'link'
      return (
        <Progress text={t(isSlow ? 'requestSlow' : isLink ? 'makingLink' : 'rampOpening')}>
          {isSlow && <TextButton onClick={close}>{t('cancel')}</TextButton>}
        </Progress>
      )
    }
    case 'open': {
      const step = state.step && stepText(state.step.name, t)
      const text = state.trouble ? t('rampTrouble') : state.quiet ? t('rampSilent') : (step ?? t('rampStuck'))
      return <FallbackBeside fallbackLink={state.fallbackLink} text={text} />
    }
    case 'handoff': {
      const link = ramp.view.getLinkProps()
      return link ? (
        <>
          <p className="ly-muted">{t('rampHandoff')}</p>
          <ReadyLink link={link} />
        </>
      ) : (
        <RampHeading status="handoff">{quietly}</RampHeading>
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
          {isLinkImpossible(state.reason, options) ? (
            <RampPageCode />
          ) : (
            <FallbackForBlocked fallbackLink={state.fallbackLink} />
          )}
        </>
      )
    }
    case 'processing':
      // People look at the frame itself.
      if (isFrameShown) return null
      return (
        <RampHeading status="processing" text={isLong ? t('rampProcessingLong') : undefined}>
          <div className="ly-links">
            {frameLink}
            {isLong && <TextButton onClick={close}>{t('rampClose')}</TextButton>}
          </div>
        </RampHeading>
      )
    case 'completed':
      return (
        <RampHeading status="completed" text={t('rampCompletedText', { time: timeOf(state.at, t.locale) })}>
          <PurchaseFacts details={state.details} />
          <Button onClick={close}>{t('done')}</Button>
        </RampHeading>
      )
    case 'failed':
      return <Failed failure={state.failure} />
    case 'cancelled':
      return <RampHeading status="cancelled">{again}</RampHeading>
    case 'expired':
      return state.framed ? again : <RampHeading status="expired">{again}</RampHeading>
    case 'needs_review':
      return <RampHeading status="needs_review">{closing}</RampHeading>
    case 'unconfirmed':
      return isFrameShown ? null : (
        <RampHeading status="unconfirmed">
          {closing}
          {frameLink}
        </RampHeading>
      )
    case 'resumed':
      return <RampHeading status="resumed">{quietly}</RampHeading>
    default:
      return state satisfies never
  }
}

interface HeadingRow extends Pick<StateHeadingProps, 'mark' | 'tone'> {
  title: RampMessageKey
  text: RampMessageKey
}

/** The states at the end of a purchase, and those whose result comes from elsewhere: another tab, an earlier page load. */
const HEADINGS = {
  handoff: { mark: <Spinner />, title: 'rampFollowed', text: 'rampHandoffText' },
  resumed: { mark: <Spinner />, title: 'rampResumed', text: 'rampResumedText' },
  processing: { mark: <Spinner />, title: 'rampProcessing', text: 'rampProcessingText' },
  completed: { mark: <Tick />, tone: 'ok', title: 'rampCompleted', text: 'rampCompletedText' },
  cancelled: { mark: '–', title: 'rampCancelled', text: 'rampCancelledText' },
  expired: { mark: '0:00', title: 'rampExpired', text: 'rampExpiredText' },
  needs_review: { mark: '?', tone: 'warn', title: 'rampReview', text: 'rampReviewText' },
  unconfirmed: { mark: '?', tone: 'warn', title: 'rampUnseen', text: 'rampUnseenText' },
} satisfies Partial<Record<RampFlowStatus, HeadingRow>>

interface RampHeadingProps {
  status: keyof typeof HEADINGS
  /** @default the text of the state */
  text?: string | undefined
  children: ReactNode
}

function RampHeading({ status, text, children }: RampHeadingProps) {
  const { t } = useRampContext()
  const row: HeadingRow = HEADINGS[status]
  return (
    <>
      <StateHeading heading="h3" mark={row.mark} tone={row.tone} title={t(row.title)}>
        {text ?? t(row.text)}
      </StateHeading>
      {children}
    </>
  )
}

function PurchaseFacts({ details = {} }: { details: PurchaseDetails | undefined }) {
  const { t } = useRampContext()
  const { amount, currency, destination, reference_id: reference } = details
  const facts = [
    ['bought', amount && [amount, currency].join(' ')],
    ['boughtTo', destination],
    ['boughtReference', reference],
  ] as const
  return (
    <dl className="ly-facts">
      {facts.map(
        ([key, value]) =>
          value && (
            <Fact key={key} name={t(key)}>
              <bdi className="ly-ltr">{value}</bdi>
            </Fact>
          ),
      )}
    </dl>
  )
}

function Failed({ failure }: { failure: RampFailure }) {
  const { ramp, t, retrySeconds } = useRampContext()
  const { title, text, mayRepeat } =
    failure.kind === 'request'
      ? errorText(failure.error, ramp.view.isOnline, t)
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

/** What the widget is doing, with a spinner. */
export function Progress({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="ly-row ly-small">
      <Spinner />
      <span className="ly-grow ly-muted">{text}</span>
      {children}
    </div>
  )
}

/** A signed order has one open session, but a function may return another order. */
export function hasOneSession({ order }: RampScreen['options']): boolean {
  return typeof order === 'string'
}
