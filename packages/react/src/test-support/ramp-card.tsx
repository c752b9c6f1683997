import { Card } from '../card/card.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { useWords } from '../messages/use-words.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { RampMoment, type RampMomentProps, toneOf } from '../ramp-widget/ramp-moment.js'

/** One moment of the flow in its card, with no engine behind it. */
export function RampCard({ ramp, options }: Omit<RampMomentProps, 'say'>) {
  const { locale } = useLeydenContext()
  const say = useWords(rampEnglish, undefined, 'ramp')
  return (
    <Card
      name={say('rampTitle')}
      lang={locale}
      direction={say.direction}
      state={ramp.state.status}
      tone={toneOf(ramp.state)}
    >
      <RampMoment ramp={ramp} options={options} say={say} />
    </Card>
  )
}
