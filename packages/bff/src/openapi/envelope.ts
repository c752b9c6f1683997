import type * as wire from '@leyden/core'
import { ADDRESS_FAULTS, PUBLIC_REASONS } from '@leyden/core/internal'
import * as v from 'valibot'
import { described, type FieldsOf, optional, Time } from '../kernel/http/schema.js'
import { RampOrderSession } from './ramp-replies.js'

export const ServerTime = described(
  Time,
  'When the BFF sent this reply or event, by the clock of its server.',
)
export const UserSubject = described(
  v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
  'Identifies the signed-in user, so that a page can store data per user: a keyed hash of the id that `identify` returns. Null if nobody is signed in. Absent if the BFF did not ask `identify`, or got no answer.',
)

/** The envelope of every error. */
const ErrorReply = v.strictObject({
  success: v.literal(false),
  error: v.strictObject({
    code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/)),
    message: described(v.string(), 'The reason, for developers and logs. Do not show it to people.'),
    field: v.optional(v.string()),
    expected: v.optional(v.string()),
    actual: v.optional(v.string()),
    retry_after_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    sessions: optional(
      v.array(RampOrderSession),
      'Of an error about a ramp order: its sessions, oldest first.',
    ),
    party: optional(
      v.picklist(['recipient', 'service']),
      "The party that failed, if the BFF did not: the recipient's provider or the payment service.",
    ),
    reason: optional(
      v.picklist(PUBLIC_REASONS),
      'Why the address cannot be paid (`NOT_LIGHTNING_ADDRESS`), or why no further session of an order is opened (`NO_FURTHER_SESSION`).',
    ),
    detail: optional(
      v.picklist(ADDRESS_FAULTS),
      "What is wrong with the reply of the recipient's server, beside the reason `not_usable`.",
    ),
    provider_message: optional(
      v.string(),
      "The recipient's own words (LUD-06), in one line of at most 200 characters. Show them as quoted text only.",
    ),
    provider_host: optional(v.string(), 'The host that said `provider_message`.'),
  } satisfies FieldsOf<wire.WireError['error']>),
  server_time: ServerTime,
} satisfies FieldsOf<wire.WireError>)

export { ErrorReply as Error }
