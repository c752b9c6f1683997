import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import type { Message } from '../messages/message.js'
import { type RampMessageKey, rampEnglish } from '../messages/ramp-english.js'
import { useWords } from '../messages/use-words.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { RampCard } from './ramp-card.js'
import { type UseRampWidgetOptions, useRampWidget } from './use-ramp-widget.js'

export interface RampWidgetProps
  extends UseRampWidgetOptions,
    Omit<ComponentPropsWithoutRef<'section'>, keyof UseRampWidgetOptions | 'children'> {
  /** Words of your own, over those of the provider. */
  messages?: Partial<Record<RampMessageKey, Message>>
}

/**
 * Buys bitcoin at a ramp provider, in a frame of this page or behind a link. A session is made on a click, and
 * a purchase counts as complete only when the server has been told so.
 *
 * ```tsx
 * <RampWidget quoteCurrency="USD" baseCurrency="BTC" onCompleted={({ sessionId }) => thank(sessionId)} />
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` without a provider or `client`.
 */
export const RampWidget = forwardRef<HTMLElement, RampWidgetProps>(function RampWidget(props, ref) {
  const {
    quoteCurrency,
    baseCurrency,
    destination,
    metadata,
    email,
    guest,
    presentation,
    autoStart,
    rampOrigins,
    features,
    needs,
    messageAdapter,
    remember,
    name,
    client,
    onSession,
    onReady,
    onStep,
    onCompleted,
    onExpired,
    onBlocked,
    onClose,
    onDone,
    onError,
    onStateChange,
    messages,
    ...rest
  } = props
  const { locale } = useLeydenContext()
  const say = useWords(rampEnglish, messages, 'ramp')
  const ramp = useRampWidget(props)
  return <RampCard {...rest} ramp={ramp} options={props} say={say} lang={locale} rootRef={ref} />
})
