import { isTest, sessionOf, watchedSessions } from '../ramp-flow/index.js'
import { isTitleLead, type RampScreen } from './ramp-screen.js'
import { RampTitle } from './ramp-start.js'

/** States with something that the close button would close. */
const LEAVABLE = ['creating', 'loading', 'open', 'handoff', 'blocked', 'expired', 'resumed']

/** The header, with its badge and the close button. */
export function headerOf({ ramp, t, options, isDialog, cross }: RampScreen) {
  const { state } = ramp
  return (
    <RampTitle
      t={t}
      leads={isTitleLead(state)}
      quoteCurrency={options.quoteCurrency}
      origin={(sessionOf(state) ?? watchedSessions(state)[0])?.origin ?? options.rampOrigins?.[0]}
    >
      {isTest(state) && <span className="ly-tag">{t('testMode')}</span>}
      {(isDialog || LEAVABLE.includes(state.status)) && (
        <button type="button" className="ly-cross" aria-label={t('rampClose')} onClick={cross}>
          <svg className="ly-icon" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path strokeWidth="1.6" strokeLinecap="round" d="M2 2l10 10M12 2L2 12" />
          </svg>
        </button>
      )}
    </RampTitle>
  )
}
