import { Note, Spinner } from '../card/parts.js'
import type { RampContentProps } from './ramp-content.js'
import { Cancelled, Completed, Elsewhere, Expired, Failed, NeedsReview, Processing } from './ramp-endings.js'
import { RampForm } from './ramp-form.js'
import { RampOffer } from './ramp-offer.js'
import { ReadyLink, WayOutBeside, WayOutOfBlock } from './ramp-way-out.js'
import { blockWords, stepWords } from './ramp-words.js'
import { defaultNeeds } from './session-desk.js'
import type { RampWidgetHandle } from './use-ramp-widget.js'

/** What is below the frame, or instead of one. */
export function RampView({
  ramp,
  say,
  options,
  onShowFrame,
}: RampContentProps & { onShowFrame: () => void }) {
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
          <Note tone="warn" leads>
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
