import type { Message } from './message.js'
import type { PayMessageKey } from './pay-english.js'
import type { RampMessageKey } from './ramp-english.js'

/** Every message of the widgets, by key. The `messages` prop can replace each. */
export type Messages = Record<PayMessageKey | RampMessageKey, Message>

/** An address that exists in the sandbox: the `{example}` of messages. */
export const SANDBOX_EXAMPLE = 'alice@wallet.example'
