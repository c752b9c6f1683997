import type { WidgetAttributes } from '../foundation/card/part.js'
import type { RampMessageKey } from '../foundation/messages/ramp-english.js'
import type { RampOptions } from './ramp-options.js'

/** Props of `<RampWidget/>`: the options of the ramp, and attributes of its root element. */
export type RampWidgetProps = RampOptions & WidgetAttributes<RampMessageKey>
