import {
  cleanProviderMessage,
  fieldsOf,
  isRecord,
  type Json,
  parseJson,
  tryOrUndefined,
} from '@leyden/core/internal'

/** The largest reply to a look-up, a callback or a verification, in bytes: the image of a look-up may have 136,536 characters (LUD-06). */
export const MAX_REPLY_BYTES = 262_144

export type LnurlBodyProblem = 'body_too_large' | 'bad_json' | 'bad_shape' | 'upstream_error'

export interface LnurlRefusal<Reason extends string> {
  /** Whether the reply can be used. */
  ok: false
  /** Why not. */
  reason: Reason
  /**
   * For logs. With `upstream_error` it is the other server's own message, at most 200 characters; show it as text only.
   */
  message: string
}

/** A failed result; its message names the reason unless the caller passes another. */
export function refuse<Reason extends string>(
  reason: Reason,
  message = `The reply cannot be used: ${reason}.`,
): LnurlRefusal<Reason> {
  return { ok: false, reason, message }
}

export type LnurlBody = { ok: true; fields: Json } | LnurlRefusal<LnurlBodyProblem>

/**
 * Reads the body of an LNURL reply as JSON, whatever its HTTP status and content type (LUD-01): an object of at most
 * 256 KiB without `status: "ERROR"` (LUD-06; in any case, because services differ). Also accepts a parsed object.
 */
export function readLnurlBody(body: string | object): LnurlBody {
  let json: unknown = body
  if (typeof body === 'string') {
    // UTF-8 never has fewer bytes than the string has UTF-16 units, so most oversized bodies need no encoding.
    if (body.length > MAX_REPLY_BYTES || new TextEncoder().encode(body).length > MAX_REPLY_BYTES)
      return refuse('body_too_large')
    json = parseJson(body.replace(/^\ufeff/u, ''))
    if (json === undefined) return refuse('bad_json')
  }
  if (!isRecord(json)) return refuse('bad_shape')
  const fields = fieldsOf(json)
  const { status, reason } = fields
  return typeof status === 'string' && /^error$/i.test(status)
    ? refuse('upstream_error', cleanProviderMessage(reason) ?? '')
    : { ok: true, fields }
}

/** Decodes standard base64 with its padding and without other text around it; undefined for any other text. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = tryOrUndefined(() => atob(text))
  // The platform also reads text without padding, with spaces, or with bits that belong to no byte.
  if (bytes === undefined || btoa(bytes) !== text) return undefined
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
}
