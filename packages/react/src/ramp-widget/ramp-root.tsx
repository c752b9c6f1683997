'use client'

import { forwardRef, type ReactNode, type Ref, useRef, useState } from 'react'
import { Card } from '../card/card.js'
import { joinClasses, useMergedRef } from '../card/merge.js'
import { withoutOptions } from '../card/option-table.js'
import type { PartProps } from '../card/part.js'
import type { Message } from '../messages/message.js'
import { type RampMessageKey, rampEnglish } from '../messages/ramp-english.js'
import { useMessages } from '../messages/use-messages.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { isUnderWay } from '../ramp-flow/index.js'
import { useStageFocus } from '../widget/use-stage-focus.js'
import { RampContext, type RampScreenProps } from './ramp-context.js'
import { type RampOptions, type RampPresentation, rampOptions } from './ramp-options.js'
import type { RampTranslate } from './ramp-texts.js'
import { announcementOf, stageOf, toneOf, useRampScreen } from './use-ramp-screen.js'
import { type RampHandle, useRampWidget } from './use-ramp-widget.js'

export interface RampRootProps
  extends Omit<RampOptions, 'presentation'>,
    Omit<PartProps<'section', RampHandle>, keyof RampOptions> {
  /**
   * As of `<RampWidget/>`; a dialog is the page's own.
   *
   * @default 'auto'
   */
  presentation?: Exclude<RampPresentation, 'dialog'> | undefined
  /** Messages of your own for this widget, by key. */
  messages?: Partial<Record<RampMessageKey, Message>> | undefined
  /** Parts, and whatever the page puts between them. */
  children?: ReactNode
}

/**
 * A ramp of one's own parts: it makes sessions, checks and follows them, and the parts in it show. Takes the options of
 * `<RampWidget/>`.
 */
export const RampRoot = forwardRef<HTMLElement, RampRootProps>(function RampRoot(
  { children, ...props },
  ref,
) {
  const { messages, ...rest } = withoutOptions(props, rampOptions)
  const { locale } = useLeydenContext()
  const t = useMessages(rampEnglish, messages, 'ramp')
  const ramp = useRampWidget(props)
  return (
    <RampRootView
      data-presentation={props.presentation}
      {...rest}
      ramp={ramp}
      options={props}
      t={t}
      lang={locale}
      rootRef={ref}
    >
      {children}
    </RampRootView>
  )
})

export interface RampRootViewProps extends PartProps<'section', RampHandle> {
  ramp: RampHandle
  options: RampScreenProps['options']
  t: RampTranslate
  lang: string
  rootRef?: Ref<HTMLElement> | undefined
  children?: ReactNode
}

/** The root at one moment of the flow: looks only, all behaviour is in `ramp`. */
export function RampRootView(props: RampRootViewProps) {
  const { ramp, options, t, lang, rootRef, className, children, ...rest } = props
  const { state } = ramp
  const root = useRef<HTMLElement>(null)
  const [isAsked, setAsked] = useState(false)
  const onLeave = () => {
    setAsked(false)
    ramp.actions.close()
  }
  const leaving = isAsked && isUnderWay(state)
  const isRead = useStageFocus(root, stageOf(state))
  const screen = useRampScreen({ ramp, options, t, leaving, setLeaving: setAsked, onLeave })
  return (
    <RampContext.Provider value={screen}>
      <Card
        name={t('rampTitle')}
        {...rest}
        className={joinClasses('ly-body', className)}
        handle={ramp}
        rootRef={useMergedRef(root, rootRef)}
        lang={lang}
        direction={t.direction}
        state={state.status}
        tone={toneOf(state)}
      >
        {children}
        <div className="ly-hidden ly-part" role="status">
          {announcementOf(screen, isRead)}
        </div>
      </Card>
    </RampContext.Provider>
  )
}
