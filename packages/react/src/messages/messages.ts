import type { Message } from './message.js'
import type { PayMessageKey } from './pay-english.js'
import type { RampMessageKey } from './ramp-english.js'

/** Every string that the widgets show, by key; each may be replaced by the `messages` prop. */
export type Messages = Record<PayMessageKey | RampMessageKey, Message>
