import { Card } from '../card/card.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { useWords } from '../messages/use-words.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import type { RampState } from '../ramp-flow/index.js'
import { RampMoment, type RampMomentProps, toneOf } from '../ramp-widget/ramp-moment.js'
import type { RampWidgetHandle } from '../ramp-widget/use-ramp-widget.js'
import { rampModel } from './ramp-model.js'
import { useSandboxPage } from './use-sandbox-page.js'

export interface RampPictureProps {
  state: RampState
  options?: RampMomentProps['options']
  more?: Partial<RampWidgetHandle>
  /** What its buttons call. */
  actions?: Pick<RampWidgetHandle, 'start' | 'askWayOut' | 'close'>
}

/** The card at one moment of the flow, with no engine behind it; a page in its frame is the sandbox's own. */
export function RampPicture({ state, options, more, actions }: RampPictureProps) {
  const { frame, ref } = useSandboxPage(state)
  const ramp = rampModel(state, frame, { ...actions, ...more })
  const { locale } = useLeydenContext()
  const say = useWords(rampEnglish, undefined, 'ramp')
  return (
    <div ref={ref}>
      <Card
        name={say('rampTitle')}
        lang={locale}
        direction={say.direction}
        state={ramp.state.status}
        tone={toneOf(ramp.state)}
      >
        <RampMoment
          ramp={ramp}
          options={{ quoteCurrency: 'USD', rampOrigins: ['https://pay.provider.example'], ...options }}
          say={say}
        />
      </Card>
    </div>
  )
}
