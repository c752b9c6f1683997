import { useEffect, useRef } from 'react'
import { rampEnglish } from '../messages/ramp-english.js'
import { useWords } from '../messages/use-words.js'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { RampMoment, toneOf } from './ramp-moment.js'
import type { RampInsideProps } from './ramp-widget.js'
import { useRampWidget } from './use-ramp-widget.js'

/** The widget from the first click on. */
export function RampInside({ wasClicked, onMoment, ...props }: RampInsideProps) {
  const say = useWords(rampEnglish, props.messages, 'ramp')
  const autoStart = wasClicked || (props.autoStart ?? false)
  const ramp = useRampWidget({ ...props, autoStart })
  const { status } = ramp.state
  const tone = toneOf(ramp.state)
  useBrowserLayoutEffect(() => onMoment({ state: status, tone }), [onMoment, status, tone])

  const place = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(wasClicked)
  useEffect(() => {
    if (takesFocus.current)
      place.current?.querySelector<HTMLElement>('[data-lead]')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place}>
      <RampMoment ramp={ramp} options={{ ...props, autoStart }} say={say} />
    </div>
  )
}
