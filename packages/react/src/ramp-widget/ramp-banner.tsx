import { useEffect, useRef } from 'react'
import { Button, Note, Spinner, TextButton } from '../card/parts.js'
import { useNow } from '../widget/use-now.js'
import type { RampScreenProps } from './ramp-body.js'
import { minutesOf, type RampTranslate } from './ramp-texts.js'
import { ENDING_MS } from './session-timers.js'
import type { RampHandle } from './use-ramp-widget.js'

/** What is said above the frame. */
export function RampBanner(props: RampScreenProps & { peeking: boolean }) {
  const { ramp, t, leaving, peeking } = props
  const { state } = ramp
  if (leaving) return <LeaveQuestion {...props} />
  if (!ramp.isOnline && state.status !== 'failed' && state.status !== 'completed')
    return <Note tone="warn">{t('rampOffline')}</Note>
  if (state.status === 'open' && state.ending)
    return <EndingNote endsAt={state.session.expiresAt} ramp={ramp} t={t} />
  if (state.status === 'expired' && state.framed)
    return (
      <Note tone="warn">
        <strong className="ly-strong ly-line">{t('rampExpired')}</strong>
        {t('rampOverText')}
      </Note>
    )
  if (state.status === 'processing' && state.framed && (state.because === 'server' || peeking))
    return (
      <div className="ly-row ly-small">
        <Spinner />
        <span className="ly-grow ly-muted">{t('rampPaying')}</span>
      </div>
    )
  return null
}

function EndingNote({ endsAt, ramp, t }: { endsAt: Date; ramp: RampHandle; t: RampTranslate }) {
  const now = useNow(true)
  const leftMs = now === null ? ENDING_MS : endsAt.getTime() - ramp.clockOffsetMs - now
  return (
    <Note tone="warn">
      {/* A clock that is read out every second drowns everything else. */}
      <strong className="ly-strong" role="timer" aria-live="off">
        {t('rampEnding', { time: minutesOf(leftMs) })}
      </strong>{' '}
      {t('rampEndingText')} <TextButton onClick={() => ramp.actions.start()}>{t('rampRenew')}</TextButton>
    </Note>
  )
}

function LeaveQuestion({ t, setLeaving, onLeave }: RampScreenProps) {
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div
      ref={question}
      className="ly-note ly-stack"
      data-tone="warn"
      role="alertdialog"
      tabIndex={-1}
      aria-label={t('rampLeave')}
    >
      <div>
        <strong className="ly-strong ly-line">{t('rampLeave')}</strong>
        {t('rampLeaveText')}
      </div>
      <div className="ly-actions">
        <Button look="ghost" size="small" onClick={onLeave}>
          {t('rampLeaveNow')}
        </Button>
        <Button size="small" onClick={() => setLeaving(false)}>
          {t('rampStay')}
        </Button>
      </div>
    </div>
  )
}
