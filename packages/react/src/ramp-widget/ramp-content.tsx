import { frameOf, isTest, isUnderWay, type RampState, sessionOf, watchedSessions } from '@leyden/core/ramp'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, Note, Spinner, TextButton } from '../card/parts.js'
import { useNow } from '../pay-to-lightning-address/use-now.js'
import { useStageFocus } from '../pay-to-lightning-address/use-stage-focus.js'
import { Cancelled, Completed, Elsewhere, Expired, Failed, NeedsReview, Processing } from './ramp-endings.js'
import { RampForm } from './ramp-form.js'
import { RampFrameBox } from './ramp-frame.js'
import { RampHead, RampOffer } from './ramp-offer.js'
import { ReadyLink, WayOutBeside, WayOutOfBlock } from './ramp-way-out.js'
import { announcement, blockWords, minutesOf, type Say, stepWords } from './ramp-words.js'
import { defaultNeeds } from './session-desk.js'
import type { RampWidgetHandle, UseRampWidgetOptions } from './use-ramp-widget.js'

export interface RampContentProps {
  ramp: RampWidgetHandle
  options: Pick<UseRampWidgetOptions, 'quoteCurrency' | 'destination' | 'email' | 'needs' | 'rampOrigins'>
  say: Say
  /** Whether it asks before a purchase under way is left. */
  leaving: boolean
  setLeaving: (leaving: boolean) => void
  /** Leaves what is shown. */
  onLeave: () => void
  /** The cross in the corner; absent, it is shown where there is something to leave. */
  onCross?: (() => void) | undefined
}

/** All that a widget shows of one moment of the flow, but for the card around it. */
export function RampContent(props: RampContentProps) {
  const { ramp, say } = props
  const { state } = ramp
  const [peeking, setPeeking] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const moved = useStageFocus(root, stageOf(state))
  const place = frameOf(state)
  const isHidden = place?.visibility === 'hidden' && !peeking
  // One expression for each place, so that the frame never changes its own.
  return (
    <div className="leyden-body" ref={root}>
      <Head {...props} />
      {notesOf(props, peeking)}
      {(place || (state.status === 'creating' && state.way === 'frame')) && (
        <RampFrameBox
          sessionId={place?.session.id}
          frame={ramp.getFrameProps()}
          title={say('rampFrame', { provider: place ? new URL(place.session.origin).host : '' })}
          hidden={isHidden}
        />
      )}
      {place && !isHidden && state.status === 'processing' ? null : restOf(props, () => setPeeking(true))}
      {/* Where focus goes to the heading, that is read out already. */}
      <div className="leyden-hidden" role="status">
        {moved ? '' : announcement(state, ramp.isOnline, say)}
      </div>
    </div>
  )
}

/** Views that replace each other as a whole; within one, focus stays where it is. */
function stageOf(state: RampState): string {
  const isFrame =
    frameOf(state)?.visibility === 'shown' || (state.status === 'creating' && state.way === 'frame')
  return isFrame ? 'frame' : state.status
}

function Head({ ramp, say, options, onCross, setLeaving, onLeave }: RampContentProps) {
  const { state } = ramp
  const cross =
    onCross ?? (isLeavable(state) ? () => (isUnderWay(state) ? setLeaving(true) : onLeave()) : undefined)
  return (
    <RampHead
      say={say}
      quoteCurrency={options.quoteCurrency}
      origin={(sessionOf(state) ?? watchedSessions(state)[0])?.origin ?? options.rampOrigins?.[0]}
    >
      {isTest(state) && <span className="leyden-tag">{say('testMode')}</span>}
      {cross && (
        <button type="button" className="leyden-cross" aria-label={say('rampClose')} onClick={cross}>
          <svg
            width="14"
            height="14"
            viewBox="0 0 14 14"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
          >
            <path strokeWidth="1.6" strokeLinecap="round" d="M2 2l10 10M12 2L2 12" />
          </svg>
        </button>
      )}
    </RampHead>
  )
}

/** Whether there is something that a cross would take away. */
function isLeavable({ status }: RampState): boolean {
  return ['creating', 'loading', 'open', 'handoff', 'blocked', 'expired', 'resumed'].includes(status)
}

/** What is said above the frame. */
function notesOf(props: RampContentProps, peeking: boolean): ReactNode {
  const { ramp, say, leaving } = props
  const { state } = ramp
  if (leaving) return <LeaveQuestion {...props} />
  if (!ramp.isOnline && state.status !== 'failed' && state.status !== 'completed')
    return <Note tone="warn">{say('rampOffline')}</Note>
  if (state.status === 'open' && state.ending)
    return <EndingNote endsAt={state.session.expiresAt} ramp={ramp} say={say} />
  if (state.status === 'expired' && state.framed)
    return (
      <Note tone="warn">
        <strong className="leyden-strong leyden-line">{say('rampExpired')}</strong>
        {say('rampOverText')}
      </Note>
    )
  if (state.status === 'processing' && state.framed && (state.because === 'server' || peeking))
    return (
      <div className="leyden-row leyden-small">
        <Spinner />
        <span className="leyden-grow leyden-muted">{say('rampPaying')}</span>
      </div>
    )
  return null
}

function EndingNote({ endsAt, ramp, say }: { endsAt: Date; ramp: RampWidgetHandle; say: Say }) {
  const leftMs = endsAt.getTime() - useNow(true)
  return (
    <Note tone="warn">
      {/* A clock that is read out every second drowns everything else. */}
      <strong className="leyden-strong" role="timer" aria-live="off">
        {say('rampEnding', { time: minutesOf(leftMs) })}
      </strong>{' '}
      {say('rampEndingText')} <TextButton onClick={() => ramp.start()}>{say('rampRenew')}</TextButton>
    </Note>
  )
}

function LeaveQuestion({ say, setLeaving, onLeave }: RampContentProps) {
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div
      ref={question}
      className="leyden-note leyden-stack"
      data-tone="warn"
      role="alertdialog"
      tabIndex={-1}
      aria-label={say('rampLeave')}
    >
      <div>
        <strong className="leyden-strong leyden-line">{say('rampLeave')}</strong>
        {say('rampLeaveText')}
      </div>
      <div className="leyden-actions">
        <Button look="ghost" size="small" onClick={onLeave}>
          {say('rampLeaveNow')}
        </Button>
        <Button size="small" onClick={() => setLeaving(false)}>
          {say('rampStay')}
        </Button>
      </div>
    </div>
  )
}

/** What is below the frame, or instead of one. */
function restOf({ ramp, say, options }: RampContentProps, onShowFrame: () => void): ReactNode {
  const { state } = ramp
  switch (state.status) {
    case 'idle':
      return <RampOffer say={say} onStart={() => ramp.start()} />
    case 'asking':
      return (
        <RampForm
          say={say}
          entry={{ ...(options.email !== undefined && { email: options.email }), ...ramp.entry }}
          destination={options.destination}
          refused={state.problem === 'email' && sentEmail(ramp, options) !== undefined}
          checkDestination={ramp.checkDestination}
          onSubmit={ramp.start}
        />
      )
    case 'creating':
    case 'loading': {
      const isLink = state.status === 'creating' && state.way === 'link'
      return (
        <div className="leyden-row leyden-small">
          <Spinner />
          <span className="leyden-grow leyden-muted">{say(isLink ? 'makingLink' : 'rampOpening')}</span>
        </div>
      )
    }
    case 'open': {
      const step = state.step && stepWords(state.step.name, say)
      const text = state.trouble
        ? say('rampTrouble')
        : state.quiet
          ? say('rampSilent')
          : (step ?? say('rampStuck'))
      return <WayOutBeside ramp={ramp} say={say} wayOut={state.wayOut} text={text} />
    }
    case 'handoff': {
      const link = ramp.getLinkProps()
      if (!link)
        return <Elsewhere ramp={ramp} say={say} title={say('rampFollowed')} text={say('rampHandoffText')} />
      return (
        <>
          <p className="leyden-muted">{say('rampHandoff')}</p>
          <ReadyLink link={link} say={say} />
        </>
      )
    }
    case 'blocked':
      return (
        <>
          <Note tone="warn">
            <strong className="leyden-strong leyden-line">{say('rampBlocked')}</strong>
            {blockWords(state.reason, options.needs ?? defaultNeeds, say)}
          </Note>
          <WayOutOfBlock ramp={ramp} say={say} wayOut={state.wayOut} />
        </>
      )
    case 'processing':
      return <Processing ramp={ramp} state={state} say={say} onShowFrame={onShowFrame} />
    case 'completed':
      return <Completed ramp={ramp} state={state} say={say} />
    case 'failed':
      return <Failed ramp={ramp} state={state} say={say} />
    case 'cancelled':
      return <Cancelled ramp={ramp} state={state} say={say} />
    case 'expired':
      return <Expired ramp={ramp} state={state} say={say} />
    case 'needs_review':
      return <NeedsReview ramp={ramp} state={state} say={say} />
    case 'resumed':
      return <Elsewhere ramp={ramp} say={say} title={say('rampResumed')} text={say('rampResumedText')} />
    default:
      return state satisfies never
  }
}

/** The address that the server did not take, if one was sent at all. */
function sentEmail({ entry }: RampWidgetHandle, options: RampContentProps['options']): string | undefined {
  return entry.email ?? options.email
}
