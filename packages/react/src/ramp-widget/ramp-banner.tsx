import { useEffect, useRef } from 'react'
import { Button, Note, Spinner, TextButton } from '../card/parts.js'
import { countdown } from '../widget/countdown.js'
import type { RampScreen } from './ramp-screen.js'
import { outageText } from './ramp-texts.js'
import { hasOneSession } from './ramp-view.js'

/** The notices above the frame; null if there is none. */
export function bannerOf(screen: RampScreen) {
  const { ramp, t, leaving, peeking } = screen
  const { state } = ramp
  if (leaving) return <LeaveQuestion {...screen} />
  const outage = outageText(ramp, t)
  if (outage !== undefined) return <Note tone="warn">{outage}</Note>
  if (state.status === 'open' && state.ending) return <EndingNote {...screen} />
  if (state.status === 'expired' && state.framed)
    return (
      <Note tone="warn" title={t('rampExpired')}>
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

function EndingNote({ ramp, t, options, endsInMs }: RampScreen) {
  const time = countdown(Math.max(0, Math.ceil(endsInMs / 1000)))
  return (
    <Note tone="warn">
      {/* A screen reader that reads a countdown every second reads nothing else. */}
      <strong className="ly-strong" role="timer" aria-live="off">
        {t('rampEnding', { time })}
      </strong>{' '}
      {!hasOneSession(options) && (
        <>
          {t('rampEndingText')} <TextButton onClick={ramp.actions.start}>{t('rampRenew')}</TextButton>
        </>
      )}
    </Note>
  )
}

function LeaveQuestion({ t, setLeaving, leave }: RampScreen) {
  const question = useRef<HTMLDivElement>(null)
  // The element that had the focus gets it back if the person stays.
  useEffect(() => {
    const { activeElement } = (question.current?.getRootNode() ?? document) as Document | ShadowRoot
    question.current?.focus()
    return () => {
      if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus()
    }
  }, [])
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
        <Button look="ghost" size="small" onClick={leave}>
          {t('rampLeaveNow')}
        </Button>
        <Button size="small" onClick={() => setLeaving(false)}>
          {t('rampStay')}
        </Button>
      </div>
    </div>
  )
}
