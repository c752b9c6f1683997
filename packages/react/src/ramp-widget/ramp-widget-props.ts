import type { ComponentPropsWithoutRef } from 'react'
import type { Message } from '../messages/message.js'
import type { RampMessageKey } from '../messages/ramp-english.js'
import type { RampFlowStatus } from '../ramp-flow/ramp-state.js'
import type { RampOptions } from './ramp-options.js'

/** Props of `<RampWidget/>`: the options of the ramp, and all other attributes of a `<section>`. */
export interface RampWidgetProps
  extends RampOptions,
    Omit<ComponentPropsWithoutRef<'section'>, keyof RampOptions | 'children'> {
  /**
   * Messages of your own for this widget, by key.
   *
   * @default the messages of `LeydenProvider`
   */
  messages?: Partial<Record<RampMessageKey, Message>> | undefined
}

/** Props of the part of the widget that is loaded when a click is likely. */
export interface LoadedRampProps extends RampWidgetProps {
  /** Attributes of the card around it. */
  onStatus: (status: RampFlowStatus) => void
}
