import type * as wire from '@leyden/core'
import { LeydenError } from '@leyden/core'
import { ADDRESS_FAULTS, isRecord, PUBLIC_REASONS } from '@leyden/core/internal'
import { RAMP_FIELDS } from '@leyden/lightning'
import * as v from 'valibot'
import type { HttpRequest } from './http-request.js'

/**
 * The schema of a request's JSON object. It refuses unknown fields, and arrays.
 *
 * @param notAllowed the message about an unknown field.
 */
export function requestObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
  notAllowed = 'is not allowed here',
) {
  const object = v.strictObject(entries, ({ expected }) => (expected === 'never' ? notAllowed : 'is missing'))
  return v.pipe(v.custom<v.InferInput<typeof object>>(isRecord, 'must be an object'), object)
}

/**
 * Validates untrusted input by its schema.
 *
 * @param code error codes by field, for fields whose code is not `BAD_REQUEST`.
 * @throws LeydenError `BAD_REQUEST` whose `field` is the path of the first field that is wrong.
 */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  code: Readonly<Record<string, string>> = {},
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const [issue] = issues
  const field = (v.getDotPath(issue) ?? 'body').slice(0, 100)
  const itsCode = Object.hasOwn(code, field) ? code[field] : undefined
  throw new LeydenError(itsCode ?? 'BAD_REQUEST', `${field} ${issue.message}.`, { field })
}

/** Validates the query parameters of a URL like {@link check}; of a repeated parameter one value counts. */
export function checkQuery<Schema extends v.GenericSchema>(schema: Schema, { url }: HttpRequest) {
  return check(schema, Object.fromEntries(new URL(url).searchParams))
}

/**
 * A schema for each field of a type of the wire contract: `{ … } satisfies FieldsOf<wire.Charge>` does not compile
 * if a field is missing, or if a schema allows values that the type does not.
 */
export type FieldsOf<Type> = { [Field in keyof Type]-?: v.GenericSchema<Type[Field]> }

/** A schema with its description in the OpenAPI document. */
export function described<const Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.pipe(schema, v.description(text))
}

/** An optional field with its description in the OpenAPI document. */
export function optional<const Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.optional(described(schema, text))
}

/** A text of a limited length. */
export function text(maxCharacters: number) {
  return v.pipe(
    v.string('must be a string'),
    v.maxLength(maxCharacters, `may have at most ${maxCharacters} characters`),
  )
}

/** The maximum amount of bitcoin, in millisatoshis. */
const MAX_MSAT = 2_100_000_000_000_000_000n

export const Network = described(
  v.picklist(['mainnet', 'testnet', 'signet', 'regtest']),
  'The Bitcoin network of the invoices.',
)
export const Mode = described(v.picklist(['test', 'live']), '`live` moves real money; `test` does not.')
export const Msat = described(
  v.pipe(
    v.string('must be a string of decimal digits, in millisatoshis'),
    v.regex(/^[1-9][0-9]{0,18}$/, 'must be a string of decimal digits, in millisatoshis, over 0'),
    v.check((digits) => BigInt(digits) <= MAX_MSAT, 'is more than all existing bitcoin'),
  ),
  'The amount in millisatoshis, in decimal digits.',
)
export const LightningAddress = described(text(2_048), 'The Lightning Address, `<user>@<domain>` (LUD-16).')
export const Hash = described(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), '32 bytes in hex.')
/** For requests: upper or lower case. */
export const AnyCaseHash = described(
  v.pipe(
    v.string('must be 64 hex digits'),
    v.regex(/^[0-9A-Fa-f]{64}$/, 'must be 64 hex digits'),
    v.toLowerCase(),
  ),
  '32 bytes in hex.',
)
export const Time = v.pipe(v.string(), v.isoTimestamp())
export const ServerTime = described(
  Time,
  'When the BFF sent this reply or event, by the clock of its server.',
)
/** The status of a ramp session. */
export const RampStatus = v.picklist([
  'created',
  'open',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'needs_review',
]) satisfies v.GenericSchema<wire.RampStatus>
export const RampField = v.picklist(RAMP_FIELDS, `must be one of ${RAMP_FIELDS.join(', ')}`)
/** A session of a ramp order, in the reply with a session and in an error about the order. */
export const RampOrderSession = v.strictObject({
  session_id: described(v.string(), 'The service’s id of the session.'),
  status: described(RampStatus, 'The status that the events of the session report.'),
  at: described(Time, 'Since when the session has this status.'),
  created_at: described(Time, 'When the session was opened.'),
  expires_at: described(Time, 'When the session expires.'),
  watch_url: described(v.string(), 'The URL of the session’s state, relative to the public URL of the BFF.'),
  widget_url: optional(
    v.string(),
    'The link under which the session may be opened again, until it expires or has ended.',
  ),
} satisfies FieldsOf<wire.RampOrderSession>)
export const UserSubject = described(
  v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
  'Identifies the signed-in user, so that a page can store data per user: a keyed hash of the id that `identify` returns. Null if nobody is signed in. Absent if the BFF did not ask `identify`, or got no answer.',
)
export const Detection = v.picklist(['preimage', 'verify', 'app'])

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
