import { useEffect, useRef } from 'react'
import { AddressText } from '../../foundation/card/address-text.js'
import { Button, SecondButton, TextButton } from '../../foundation/card/buttons.js'
import { Note } from '../../foundation/card/parts.js'
import { countdown } from '../../foundation/page/countdown.js'
import { outageText } from '../texts/ramp-texts.js'
import { type RampScreen, useRampContext } from './ramp-screen.js'
import { Progress } from './ramp-view.js'

/** The notices above the frame; null if there is none. */
export function bannerOf({ ramp, t, leaving, peeking }: RampScreen) {
  const { state } = ramp
  if (leaving) return <LeaveQuestion />
  const outage = outageText(ramp, t)
  if (outage !== undefined) return <Note tone="warn">{outage}</Note>
  if (state.status === 'open' && state.ending) return <EndingNote />
  if (state.status === 'expired' && state.framed)
    return (
      <Note tone="warn" title={t('rampExpired')}>
        {t('rampOverText')}
      </Note>
    )
  const isPaying = state.status === 'processing' && state.framed && (state.because === 'server' || peeking)
  return isPaying ? <Progress text={t('rampPaying')} /> : null
}

function EndingNote() {
  const { ramp, t, endsInMs } = useRampContext()
  const time = countdown(Math.max(0, Math.ceil(endsInMs / 1000)))
  return (
    <Note tone="warn">
      {/* A screen reader that reads a countdown every second reads nothing else. */}
      <strong className="ly-strong" role="timer" aria-live="off">
        <AddressText text={t('rampEnding', { time })} />
      </strong>{' '}
      {t('rampEndingText')} <TextButton onClick={ramp.actions.startNewSession}>{t('rampRenew')}</TextButton>
    </Note>
  )
}

function LeaveQuestion() {
  const { t, setLeaving, leave } = useRampContext()
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
        <SecondButton onClick={leave}>{t('rampLeaveNow')}</SecondButton>
        <Button onClick={() => setLeaving(false)}>{t('rampStay')}</Button>
      </div>
    </div>
  )
}
