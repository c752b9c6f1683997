import { fieldsOf, isRecord, type Json, parseJson } from '@leyden/core/internal'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const MAX_BODY_BYTES = 262_144
const MAX_REASON_CHARACTERS = 200

export type LnurlBodyProblem = 'body_too_large' | 'bad_json' | 'bad_shape' | 'upstream_error'

export interface LnurlRefusal<Reason extends string> {
  /** Whether the answer can be used. */
  ok: false
  /** Why not. */
  reason: Reason
  /** For logs. Of `upstream_error`, the other side's own words: at most 200 characters, to be shown as text only. */
  message: string
}

/** A refusal with the reason as its message, where there is no other. */
export function refuse<Reason extends string>(
  reason: Reason,
  message = `The answer cannot be used: ${reason}.`,
): LnurlRefusal<Reason> {
  return { ok: false, reason, message }
}

export type LnurlBody = { ok: true; fields: Json } | LnurlRefusal<LnurlBodyProblem>

/**
 * Reads the body of an LNURL answer as JSON, whatever its HTTP status and content type (LUD-01): an object, not
 * over 256 KiB, that does not say `status: "ERROR"` (LUD-06; compared without case, as services spell it).
 * An object that was parsed already is taken as it is.
 */
export function readLnurlBody(body: string | object): LnurlBody {
  let json: unknown = body
  if (typeof body === 'string') {
    // UTF-8 never has fewer bytes than the string has units, so most oversized bodies are not even encoded.
    if (body.length > MAX_BODY_BYTES || utf8ToBytes(body).length > MAX_BODY_BYTES)
      return refuse('body_too_large')
    json = parseJson(body.replace(/^\ufeff/u, ''))
    if (json === undefined) return refuse('bad_json')
  }
  if (!isRecord(json)) return refuse('bad_shape')
  const fields = fieldsOf(json)
  const { status, reason } = fields
  return typeof status === 'string' && /^error$/i.test(status)
    ? refuse('upstream_error', cleanText(reason, MAX_REASON_CHARACTERS))
    : { ok: true, fields }
}

/**
 * Somebody else's text as it may be shown: at most so many characters, without control characters save line
 * break and tab, and without the marks that turn the writing direction around and so can disguise an amount or name.
 */
export function cleanText(text: unknown, maxCharacters: number): string {
  if (typeof text !== 'string') return ''
  // Cut first by units: the rest is linear, but there is no point in walking through 256 KiB for 200 characters.
  const cut = text.slice(0, maxCharacters * 4)
  const clean = cut.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu, '')
  return Array.from(clean).slice(0, maxCharacters).join('')
}
