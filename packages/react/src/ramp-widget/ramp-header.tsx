import {
  frameOf,
  isTest,
  isUnderWay,
  type RampState,
  sessionOf,
  watchedSessions,
} from '../ramp-flow/index.js'
import type { RampScreenProps } from './ramp-context.js'
import { RampTitle } from './ramp-start.js'

/** The head with its badge and the cross that leaves. */
export function RampHeader({ ramp, t, options, onCross, setLeaving, onLeave }: RampScreenProps) {
  const { state } = ramp
  const cross =
    onCross ?? (isLeavable(state) ? () => (isUnderWay(state) ? setLeaving(true) : onLeave()) : undefined)
  return (
    <RampTitle
      t={t}
      leads={isHeaderLead(state)}
      quoteCurrency={options.quoteCurrency}
      origin={(sessionOf(state) ?? watchedSessions(state)[0])?.origin ?? options.rampOrigins?.[0]}
    >
      {isTest(state) && <span className="ly-tag">{t('testMode')}</span>}
      {cross && (
        <button type="button" className="ly-cross" aria-label={t('rampClose')} onClick={cross}>
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
    </RampTitle>
  )
}

/** Whether the view below has no first words of its own, as a form or the provider's page has none. */
export function isHeaderLead(state: RampState): boolean {
  switch (state.status) {
    case 'idle':
    case 'asking':
    case 'creating':
      return true
    case 'handoff':
      return !state.opened
    default:
      return frameOf(state)?.visibility === 'shown'
  }
}

/** Whether there is something that a cross would take away. */
function isLeavable({ status }: RampState): boolean {
  return ['creating', 'loading', 'open', 'handoff', 'blocked', 'expired', 'resumed'].includes(status)
}
