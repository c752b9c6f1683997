import { LeydenError } from '@leyden/core'
import { isRecord } from '@leyden/core/internal'
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

/** A type of core in an event. The OpenAPI document describes it by its type, which has the name of this schema. */
export function unchecked<Type>() {
  return v.custom<Type>(() => true)
}

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
export const RampField = v.picklist(RAMP_FIELDS, `must be one of ${RAMP_FIELDS.join(', ')}`)
export const Detection = v.picklist(['preimage', 'verify', 'app'])
