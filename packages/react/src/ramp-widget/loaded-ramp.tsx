import { useEffect, useRef } from 'react'
import { rampEnglish } from '../messages/ramp-english.js'
import { useMessages } from '../messages/use-messages.js'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { RampBody } from './ramp-body.js'
import type { LoadedRampProps } from './ramp-widget.js'
import { toneOf } from './use-ramp-screen.js'
import { useRampWidget } from './use-ramp-widget.js'

/** The widget from the first click on. */
export function LoadedRamp({ wasClicked, onMoment, ...props }: LoadedRampProps) {
  const t = useMessages(rampEnglish, props.messages, 'ramp')
  const autoStart = wasClicked || (props.autoStart ?? false)
  const ramp = useRampWidget({ ...props, autoStart })
  const { status } = ramp.state
  const tone = toneOf(ramp.state)
  useBrowserLayoutEffect(() => onMoment({ state: status, tone }), [onMoment, status, tone])

  const place = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(wasClicked)
  useEffect(() => {
    if (takesFocus.current)
      place.current?.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place}>
      <RampBody ramp={ramp} options={{ ...props, autoStart }} t={t} />
    </div>
  )
}
