import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, base64nopad } from '@scure/base'
import { badField } from '../http/bad-field.js'
import { equalInConstantTime } from '../tokens/constant-time.js'

/** A check of a webhook's signature. */
export interface SignatureVerifier {
  /** Whether the headers contain a valid signature of exactly these bytes. */
  verify(headers: Headers, body: Uint8Array, now: Date): boolean
}

/** Options of {@link standardWebhooksVerifier}. */
export interface StandardWebhooksOptions {
  /** `whsec_` and base64. Every one of them verifies, so that secrets can be rotated. */
  secrets: readonly string[]
}

/** The maximum difference between the time of a message and now. */
const TOLERANCE_MS = 300_000

/**
 * Verifies signatures of the Standard Webhooks specification: `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`.
 *
 * @throws LeydenError `BAD_REQUEST` for an invalid secret.
 */
export function standardWebhooksVerifier({ secrets }: StandardWebhooksOptions): SignatureVerifier {
  const keys = secrets.map(keyOf)
  return {
    verify(headers, body, now) {
      const id = headers.get('webhook-id')
      const timestamp = headers.get('webhook-timestamp')
      if (!id || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
      if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false
      const given = (headers.get('webhook-signature') ?? '').split(' ').slice(0, 10)
      const expected = keys.map((key) => `v1,${signatureOf(key, id, timestamp, body)}`)
      return given.some((one) => expected.some((other) => equalInConstantTime(one, other)))
    },
  }
}

/**
 * Creates the headers that sign a message by Standard Webhooks.
 *
 * @param secret `whsec_` and base64.
 * @throws LeydenError `BAD_REQUEST` for an invalid secret.
 */
export function signStandardWebhook(
  secret: string,
  message: { id: string; at: Date; body: Uint8Array },
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(keyOf(secret), message.id, timestamp, message.body)}`,
  }
}

function keyOf(secret: string): Uint8Array {
  try {
    const [, encoded = ''] = /^whsec_([^=]*)={0,2}$/.exec(secret) ?? []
    const key = base64nopad.decode(encoded)
    if (key.length >= 24) return key
  } catch {
    // Not base64.
  }
  throw badField('secrets', 'must be whsec_ and base64 of at least 24 bytes each')
}

function signatureOf(key: Uint8Array, id: string, timestamp: string, body: Uint8Array): string {
  return base64.encode(hmac(sha256, key, concatBytes(utf8ToBytes(`${id}.${timestamp}.`), body)))
}

/** Options of {@link hmacVerifier}. */
export interface HmacOptions {
  /** The header with the signature, such as `x-signature`. */
  header: string
  /** Every one of them verifies, so that secrets can be rotated. */
  secrets: readonly string[]
  /** A prefix of the signature in the header, such as `sha256=`. @default '' */
  prefix?: string | undefined
}

/**
 * Verifies an HMAC-SHA256 of the raw body in a header, in hex or base64. It contains no time, so a replayed copy is
 * valid too.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret, or with an empty one.
 */
export function hmacVerifier({ header, secrets, prefix = '' }: HmacOptions): SignatureVerifier {
  if (secrets.length === 0 || secrets.includes(''))
    throw badField('secrets', 'must contain at least one secret, and no empty one')
  const keys = secrets.map((secret) => utf8ToBytes(secret))
  return {
    verify(headers, body) {
      const value = headers.get(header)
      if (!value?.startsWith(prefix)) return false
      const given = value.slice(prefix.length)
      // Try every key, so that the time does not reveal which one matched.
      const matches = keys.map((key) => {
        const mac = hmac(sha256, key, body)
        const isHex = equalInConstantTime(given.toLowerCase(), bytesToHex(mac))
        const isBase64 = equalInConstantTime(given, base64.encode(mac))
        return isHex || isBase64
      })
      return matches.includes(true)
    },
  }
}
