import { Note, Spinner } from '../card/parts.js'
import { FallbackBeside, FallbackForBlocked, ReadyLink } from './fallback-link.js'
import type { RampContextValue } from './ramp-context.js'
import { Cancelled, Completed, Elsewhere, Expired, Failed, NeedsReview, Processing } from './ramp-endings.js'
import { RampForm } from './ramp-form.js'
import { RampStart } from './ramp-start.js'
import { blockText, stepText } from './ramp-texts.js'
import { defaultNeeds } from './session-requests.js'

/** What leads to a session: the offer, and what a guest is asked; null from then on. */
export function startOf({ ramp, t }: RampContextValue) {
  const { state } = ramp
  switch (state.status) {
    case 'idle':
      return <RampStart t={t} onStart={() => ramp.actions.start()} />
    case 'asking':
      return <RampForm ramp={ramp} t={t} />
    default:
      return null
  }
}

/** What is below the frame, or instead of one; null before there is a session. */
export function statusOf({
  ramp,
  t,
  options,
  isFrameShown,
  showFrame,
  isLong,
  retrySeconds,
}: RampContextValue) {
  const { state } = ramp
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
          <span className="ly-grow ly-muted">{t(isLink ? 'makingLink' : 'rampOpening')}</span>
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
      if (!link) return <Elsewhere ramp={ramp} t={t} title={t('rampFollowed')} text={t('rampHandoffText')} />
      return (
        <>
          <p className="ly-muted">{t('rampHandoff')}</p>
          <ReadyLink link={link} t={t} />
        </>
      )
    }
    case 'blocked':
      return (
        <>
          <Note tone="warn" leads>
            <strong className="ly-strong ly-line">{t('rampBlocked')}</strong>
            {blockText(state.reason, options.needs ?? defaultNeeds, t)}
          </Note>
          <FallbackForBlocked ramp={ramp} t={t} fallbackLink={state.fallbackLink} />
        </>
      )
    case 'processing':
      // The frame itself is looked at.
      if (isFrameShown) return null
      return <Processing ramp={ramp} state={state} t={t} isLong={isLong} onShowFrame={showFrame} />
    case 'completed':
      return <Completed ramp={ramp} state={state} t={t} />
    case 'failed':
      return <Failed ramp={ramp} state={state} t={t} retrySeconds={retrySeconds} />
    case 'cancelled':
      return <Cancelled ramp={ramp} state={state} t={t} />
    case 'expired':
      return <Expired ramp={ramp} state={state} t={t} />
    case 'needs_review':
      return <NeedsReview ramp={ramp} state={state} t={t} />
    case 'resumed':
      return <Elsewhere ramp={ramp} t={t} title={t('rampResumed')} text={t('rampResumedText')} />
    default:
      return state satisfies never
  }
}
