import type { RootAttributes } from '../foundation/card/part.js'
import type { RampMessageKey } from '../foundation/messages/ramp-english.js'
import type { RampOptions } from './ramp-options.js'

/** Props of `<RampWidget/>`: the options of the ramp, and the attributes of its root element. */
export type RampWidgetProps = RampOptions & Omit<RootAttributes<RampMessageKey>, keyof RampOptions>
