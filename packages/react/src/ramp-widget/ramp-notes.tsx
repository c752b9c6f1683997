import { useEffect, useRef } from 'react'
import { Button, Note, Spinner, TextButton } from '../card/parts.js'
import { useNow } from '../pay-to-lightning-address/use-now.js'
import type { RampContentProps } from './ramp-content.js'
import { minutesOf, type Say } from './ramp-words.js'
import { ENDING_MS } from './session-clock.js'
import type { RampWidgetHandle } from './use-ramp-widget.js'

/** What is said above the frame. */
export function RampNotes(props: RampContentProps & { peeking: boolean }) {
  const { ramp, say, leaving, peeking } = props
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
  const now = useNow(true)
  const leftMs = now === null ? ENDING_MS : endsAt.getTime() - ramp.clockOffsetMs - now
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
