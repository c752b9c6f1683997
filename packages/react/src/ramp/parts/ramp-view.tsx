import type { ReactNode } from 'react'
import { Button, TextButton } from '../../foundation/card/buttons.js'
import { Note, Spinner } from '../../foundation/card/parts.js'
import { Fact, StateHeading, type StateHeadingProps, Tick } from '../../foundation/card/result-parts.js'
import { RetryButton } from '../../foundation/card/retry-button.js'
import type { RampMessageKey } from '../../foundation/messages/ramp-english.js'
import { isLinkImpossible } from '../engine/session-requests.js'
import { purchaseFacts } from '../flow/purchase-facts.js'
import type { PurchaseDetails, RampFlowStatus, RampState } from '../flow/ramp-state.js'
import { frameOf } from '../flow/ramp-view.js'
import { failureText, type RampTranslate, timeOf } from '../texts/ramp-texts.js'
import { decimalText } from './decimal-text.js'
import { FallbackBeside, FallbackForBlocked, RampPageCode, ReadyLink } from './fallback-link.js'
import { RampForm } from './ramp-form.js'
import { type RampScreen, useRampContext } from './ramp-screen.js'
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
  const { startNewSession, close } = ramp.actions
  const again = <Button onClick={startNewSession}>{t('rampNewSession')}</Button>
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
      // The place of the frame shows that it is loading.
      if (!isLink && !isSlow) return null
      return (
        <Progress text={t(isSlow ? 'requestSlow' : 'makingLink')}>
          {isSlow && <TextButton onClick={close}>{t('cancel')}</TextButton>}
        </Progress>
      )
    }
    case 'open': {
      const text = t(state.trouble ? 'rampTrouble' : state.quiet ? 'rampSilent' : 'rampStuck')
      const isDoubtful = state.trouble || (state.quiet && options.order !== undefined)
      return (
        <>
          <FallbackBeside fallbackLink={state.fallbackLink} text={text} />
          {/* A link of an order opens the same session, whose page may work only once. */}
          {isDoubtful && <NewSession />}
        </>
      )
    }
    case 'handoff': {
      const link = ramp.view.getLinkProps()
      return link ? (
        <>
          <p className="ly-muted">{t('rampHandoff')}</p>
          <ReadyLink link={link} />
        </>
      ) : (
        <RampHeading status="handoff">
          <WaysOn />
        </RampHeading>
      )
    }
    case 'blocked': {
      const isDeadEnd = isLinkImpossible(state.reason, options)
      // The console tells the page's developer why.
      const advice = state.reason === 'in_app_browser' ? 'blockedInApp' : 'rampBlockedText'
      return (
        <>
          <Note tone="warn" leads title={t('rampBlocked')}>
            {!isDeadEnd && t(advice)}
          </Note>
          {isDeadEnd ? <RampPageCode /> : <FallbackForBlocked fallbackLink={state.fallbackLink} />}
        </>
      )
    }
    case 'processing': {
      // People look at the frame itself.
      if (isFrameShown) return null
      const text = state.because === 'server' ? t('rampMoving') : undefined
      return (
        <RampHeading status="processing" text={isLong ? t('rampProcessingLong') : text}>
          <div className="ly-links">
            {frameLink}
            <ProviderLink />
            {isLong && <TextButton onClick={close}>{t('rampClose')}</TextButton>}
          </div>
        </RampHeading>
      )
    }
    case 'completed':
      return (
        <RampHeading status="completed" text={confirmedBy(state, t)}>
          {state.duplicateOf !== undefined && (
            <Note tone="warn" title={t('rampDuplicate')}>
              {t('rampDuplicateText')}
            </Note>
          )}
          <PurchaseFacts details={state.details} />
          <Button onClick={close}>{t('done')}</Button>
        </RampHeading>
      )
    case 'failed':
      return <Failed state={state} />
    case 'cancelled':
      return (
        <RampHeading status="cancelled">
          {ramp.view.canGoOn && state.by === 'person' ? <WaysOn /> : again}
        </RampHeading>
      )
    case 'expired':
      return state.framed ? again : <RampHeading status="expired">{again}</RampHeading>
    case 'needs_review':
      return (
        <RampHeading status="needs_review" text={state.suspect && t('rampSuspectText')}>
          <PurchaseFacts details={state.details} sessionId={state.session.id} />
          {closing}
        </RampHeading>
      )
    case 'unconfirmed':
      return isFrameShown ? null : (
        <RampHeading status="unconfirmed">
          {closing}
          {frameLink}
        </RampHeading>
      )
    case 'resumed':
      return (
        <RampHeading status="resumed">
          <WaysOn />
        </RampHeading>
      )
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
    <div className="ly-body ly-ending">
      <StateHeading heading="h3" mark={row.mark} tone={row.tone} title={t(row.title)}>
        {text ?? t(row.text)}
      </StateHeading>
      <div className="ly-body">{children}</div>
    </div>
  )
}

/** On whose word a purchase is complete. */
function confirmedBy({ at, session }: RampState<'completed'>, t: RampTranslate): string {
  const key = session.reviewedAt === undefined ? 'rampCompletedText' : 'rampReleasedText'
  return t(key, { time: timeOf(at, t.locale) })
}

interface PurchaseFactsProps {
  details: PurchaseDetails | undefined
  /** The session, if a person may have to name it to the shop. */
  sessionId?: string | undefined
}

function PurchaseFacts({ details, sessionId }: PurchaseFactsProps) {
  const { t } = useRampContext()
  const { bought, paid, fee, rate, destination, reference } = purchaseFacts(details, (decimal) =>
    decimalText(decimal, t.locale),
  )
  const facts = [
    ['bought', bought],
    ['boughtFor', paid],
    ['boughtFee', fee],
    ['boughtRate', rate],
    ['boughtTo', destination],
    ['boughtReference', reference],
    ['boughtSession', sessionId],
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

/** The ways on while the result of a session is awaited: back to it, if its link may still be there, or a new one. */
function WaysOn() {
  const { ramp, t } = useRampContext()
  return (
    <>
      {ramp.view.canGoOn && <Button onClick={ramp.actions.start}>{t('rampGoOn')}</Button>}
      <NewSession />
    </>
  )
}

/** A new session beside one that may have been paid, after a sentence that says so. */
function NewSession() {
  const { ramp, t } = useRampContext()
  return (
    <div className="ly-stack">
      <p className="ly-small ly-muted">{t('rampNoSign')}</p>
      <TextButton onClick={ramp.actions.startNewSession}>{t('rampNewSession')}</TextButton>
    </div>
  )
}

/** The way back to the ramp's page while money moves: its link, or for an order a request for it. */
function ProviderLink() {
  const { ramp, t, options } = useRampContext()
  const { state } = ramp
  const link = ramp.view.getLinkProps()
  if (link)
    return (
      <a {...link} className="ly-link">
        {t('rampShowFrame')}
      </a>
    )
  if (options.order === undefined || frameOf(state) !== null) return null
  return <TextButton onClick={ramp.actions.start}>{t('rampShowFrame')}</TextButton>
}

function Failed({ state }: { state: RampState<'failed'> }) {
  const { ramp, t, isOnline, retrySeconds } = useRampContext()
  const { start, close } = ramp.actions
  const { title, text, way } = failureText(state, isOnline, t)
  const isEnd = way === 'shop' || way === undefined
  return (
    <>
      <Note tone="bad" leads title={title}>
        {text}
      </Note>
      <div className="ly-actions">
        <Button look={isEnd ? 'main' : 'ghost'} onClick={close}>
          {t(way === 'shop' ? 'rampBackToShop' : 'rampClose')}
        </Button>
        {way === 'again' && <RetryButton seconds={retrySeconds} onRetry={start} t={t} />}
        {way === 'go_on' && <Button onClick={start}>{t('rampGoOn')}</Button>}
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
