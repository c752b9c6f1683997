import { tryOrUndefined } from '@leyden/core/internal'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, base64nopad } from '@scure/base'
import { Webhook } from 'standardwebhooks'
import { badField } from '../http/bad-field.js'
import { equalInConstantTime } from '../tokens/constant-time.js'

/** A check of a webhook's signature. */
export interface SignatureVerifier {
  /** Whether the headers contain a valid signature of exactly these bytes. */
  verify(headers: Headers, body: Uint8Array, now: Date): boolean
}

/** Options of {@link standardWebhooksVerifier}. */
export interface StandardWebhooksOptions {
  /**
   * Base64 of at least 16 bytes each, with or without the prefix `whsec_`. White space around a secret, such as the line
   * break at the end of a file, does not count. Every one of them verifies, so that secrets can be rotated.
   */
  secrets: readonly string[]
}

/** The maximum difference between the time of a message and now. */
const TOLERANCE_MS = 300_000
/** The specification asks for 24 bytes or more, but the secrets of some senders are a little shorter. */
const MIN_SECRET_BYTES = 16
/** While a sender rotates its secret, it sends one signature for each of its secrets. */
const MAX_SIGNATURES = 10

/** Rejects what is not UTF-8 and keeps a byte order mark, so that no two bodies have the same text. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Verifies signatures of the Standard Webhooks specification: `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`, or the same headers under the names of Svix, `svix-…`. If a webhook has a header under both names
 * with different values, it is refused.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret, or with an invalid one.
 * @example
 * createBff({ …, verifiers: [standardWebhooksVerifier({ secrets: ['whsec_…'] })] })
 */
export function standardWebhooksVerifier({ secrets }: StandardWebhooksOptions): SignatureVerifier {
  if (secrets.length === 0)
    throw badField('secrets', 'of standardWebhooksVerifier must contain at least one secret')
  const webhooks = secrets.map(webhookOf)
  return {
    // `verify` of the library reads only the names `webhook-…`, and its own clock. So the message is signed here, with
    // the time that it states, and the BFF compares the time with its clock and the signatures in constant time.
    verify(headers, body, now) {
      const id = headerOf(headers, 'id')
      const timestamp = headerOf(headers, 'timestamp')
      const signatures = headerOf(headers, 'signature')
      if (!id || !signatures || !timestamp || !/^[1-9]\d{0,11}$/.test(timestamp)) return false
      const at = new Date(Number(timestamp) * 1_000)
      if (Math.abs(now.getTime() - at.getTime()) > TOLERANCE_MS) return false
      const payload = tryOrUndefined(() => UTF8.decode(body))
      if (payload === undefined) return false
      const given = signatures.split(' ').slice(0, MAX_SIGNATURES)
      const expected = webhooks.map((webhook) => webhook.sign(id, at, payload))
      return given.some((one) => expected.some((other) => equalInConstantTime(one, other)))
    },
  }
}

/** The value of a header under either name; null if there is none, or if the two names contradict each other. */
function headerOf(headers: Headers, name: 'id' | 'timestamp' | 'signature'): string | null {
  const standard = headers.get(`webhook-${name}`)
  const svix = headers.get(`svix-${name}`)
  if (standard !== null && svix !== null && standard !== svix) return null
  return standard ?? svix
}

function webhookOf(secret: string, index: number): Webhook {
  const encoded = secret
    .trim()
    .replace(/^whsec_/, '')
    .replace(/=+$/, '')
  const key = tryOrUndefined(() => base64nopad.decode(encoded))
  if (key !== undefined && key.length >= MIN_SECRET_BYTES) return new Webhook(key, { format: 'raw' })
  throw badField(
    `secrets.${index}`,
    `of standardWebhooksVerifier must be base64 of at least ${MIN_SECRET_BYTES} bytes, with or without the prefix whsec_`,
  )
}

/** Options of {@link hmacVerifier}. */
export interface HmacOptions {
  /** The header with the signature, such as `x-signature`. */
  header: string
  /**
   * Texts. White space around a secret, such as the line break at the end of a file, does not count. Every one of them
   * verifies, so that secrets can be rotated.
   */
  secrets: readonly string[]
  /** A prefix of the signature in the header, such as `sha256=`. @default '' */
  prefix?: string | undefined
}

/**
 * Verifies an HMAC-SHA256 of the raw body in a header, in hex or base64. It contains no time, so a replayed copy is
 * valid too.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret, or with an empty one.
 * @example
 * createBff({ …, verifiers: [hmacVerifier({ header: 'x-signature', secrets: ['…'], prefix: 'sha256=' })] })
 */
export function hmacVerifier({ header, secrets, prefix = '' }: HmacOptions): SignatureVerifier {
  const keys = secrets.map((secret) => utf8ToBytes(secret.trim()))
  if (keys.length === 0 || keys.some((key) => key.length === 0))
    throw badField('secrets', 'of hmacVerifier must contain at least one secret, and no empty one')
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
