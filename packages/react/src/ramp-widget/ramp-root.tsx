'use client'

import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { forwardRef, type ReactNode, type Ref, useRef } from 'react'
import { Card } from '../card/card.js'
import { withoutOptions } from '../card/option-table.js'
import type { PartProps } from '../card/part.js'
import type { Message } from '../messages/message.js'
import { type RampMessageKey, rampEnglish } from '../messages/ramp-english.js'
import { useMessages } from '../messages/use-messages.js'
import { type RampOptions, type RampPresentation, rampOptions } from './ramp-options.js'
import { RampContext, type RampScreenProps, useAnnouncement, useRampScreen } from './ramp-screen.js'
import { rampTones } from './ramp-start.js'
import { type RampHandle, useRampWidget } from './use-ramp-widget.js'

/** Props of `<Ramp.Root/>`: the options of the ramp, and all other attributes of a `<section>`. */
export interface RampRootProps
  extends Omit<RampOptions, 'presentation'>,
    Omit<PartProps<'section', RampHandle>, keyof RampOptions> {
  /**
   * As in `<RampWidget/>`, without `dialog`: the page makes its own dialog.
   *
   * @default 'auto'
   */
  presentation?: Exclude<RampPresentation, 'dialog'> | undefined
  /** Messages of your own for this widget, by key. */
  messages?: Partial<Record<RampMessageKey, Message>> | undefined
  /** Parts, and the page's own elements between them. */
  children?: ReactNode
}

/**
 * The root of a ramp widget made of parts: it makes, checks and watches sessions, and its parts show them. Takes the
 * options of `<RampWidget/>`.
 */
export const RampRoot = forwardRef<HTMLElement, RampRootProps>(function RampRoot(
  { children, ...props },
  ref,
) {
  const { messages, ...rest } = withoutOptions(props, rampOptions)
  const t = useMessages(rampEnglish, messages, 'ramp')
  const ramp = useRampWidget(props)
  return (
    <RampRootView
      data-presentation={props.presentation}
      {...rest}
      ramp={ramp}
      options={props}
      t={t}
      rootRef={ref}
    >
      {children}
    </RampRootView>
  )
})

export interface RampRootViewProps
  extends PartProps<'section', RampHandle>,
    Pick<RampScreenProps, 'ramp' | 'options' | 't'> {
  rootRef?: Ref<HTMLElement> | undefined
  children?: ReactNode
}

/** The root in one state of the flow. It only renders; all behaviour is in `ramp`. */
export function RampRootView(props: RampRootViewProps) {
  const { ramp, options, t, rootRef, children, ...rest } = props
  const { status } = ramp.state
  const root = useRef<HTMLElement>(null)
  const screen = useRampScreen({ ramp, options, t })
  return (
    <RampContext.Provider value={screen}>
      <Card
        name={t('rampTitle')}
        {...rest}
        layout="ly-body"
        handle={ramp}
        rootRef={useComposedRefs(root, rootRef)}
        direction={t.direction}
        state={status}
        tone={rampTones[status]}
        announced={useAnnouncement(root, screen)}
      >
        {children}
      </Card>
    </RampContext.Provider>
  )
}
