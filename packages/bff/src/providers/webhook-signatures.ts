import { tryOrUndefined } from '@leyden/core/internal'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64nopad } from '@scure/base'
import { Webhook } from 'standardwebhooks'
import { badField } from '../kernel/http/bad-field.js'
import type { SignatureVerifier } from '../kernel/ramp/signature-verifier.js'
import { equalInConstantTime } from '../kernel/tokens/constant-time.js'
import { hmacSha256 } from '../kernel/tokens/hmac-sha256.js'

/** Options of {@link standardWebhooksVerifier}. */
export interface StandardWebhooksOptions {
  /**
   * Secrets as senders print them: base64 or base64url of at least 16 bytes each, with or without the prefix `whsec_` or
   * `v1,whsec_`. One text may contain several, separated by white space, commas or `|`. Every one of them verifies, so
   * that secrets can be rotated.
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
 * createBff({ …, ramp: { …, verifiers: [standardWebhooksVerifier({ secrets: ['whsec_…'] })] } })
 */
export function standardWebhooksVerifier({ secrets }: StandardWebhooksOptions): SignatureVerifier {
  if (secrets.length === 0)
    throw badField('secrets', 'of standardWebhooksVerifier must contain at least one secret')
  const webhooks = secrets.flatMap(webhooksOf)
  return verifierOf((headers, body, now) => {
    // `verify` of the library reads only the names `webhook-…`, and its own clock. So the message is signed here, with
    // the time that it states, and the BFF compares the time with its clock and the signatures in constant time.
    const id = headerOf(headers, 'id')
    const timestamp = headerOf(headers, 'timestamp')
    const signatures = headerOf(headers, 'signature')
    if (!id || !signatures || !timestamp) {
      const names = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures }
      const missing = Object.entries(names).flatMap(([name, value]) => (value ? [] : [name]))
      return `${missing.join(', ')}: missing, empty, or other than the header of the same name with svix-`
    }
    const wrongTime = timeProblem('webhook-timestamp', timestamp, now)
    if (wrongTime !== undefined) return wrongTime
    const payload = tryOrUndefined(() => UTF8.decode(body))
    if (payload === undefined) return 'the body is not UTF-8'
    const given = signatures.split(' ').slice(0, MAX_SIGNATURES)
    if (!given.some((one) => one.startsWith('v1,')))
      return 'webhook-signature has no part that begins with v1,'
    const at = new Date(Number(timestamp) * 1_000)
    const expected = webhooks.map((webhook) => webhook.sign(id, at, payload))
    const isValid = given.some((one) => expected.some((other) => equalInConstantTime(one, other)))
    return isValid ? undefined : NO_MATCH
  })
}

const NO_MATCH = 'no signature matches: another secret, or a body that was changed on the way'

function verifierOf(problem: NonNullable<SignatureVerifier['problem']>): SignatureVerifier {
  return { problem, verify: (...webhook) => problem(...webhook) === undefined }
}

/** @param seconds the time that a message states, in seconds since 1970. */
function timeProblem(name: string, seconds: string, now: Date): string | undefined {
  if (!/^[1-9]\d{0,11}$/.test(seconds)) return `${name} is not a number of seconds since 1970`
  const offMs = Math.abs(now.getTime() - Number(seconds) * 1_000)
  return offMs > TOLERANCE_MS ? `${name} is ${Math.round(offMs / 1_000)} seconds off this clock` : undefined
}

/** The value of a header under either name; null if there is none, or if the two names contradict each other. */
function headerOf(headers: Headers, name: 'id' | 'timestamp' | 'signature'): string | null {
  const standard = headers.get(`webhook-${name}`)
  const svix = headers.get(`svix-${name}`)
  if (standard !== null && svix !== null && standard !== svix) return null
  return standard ?? svix
}

/** The secrets in one text. */
function webhooksOf(text: string, index: number): Webhook[] {
  // `v1` is the version of the signature. Some senders write it before each secret.
  const secrets = text.split(/[\s|,]+/).filter((part) => part !== '' && part !== 'v1')
  const keys = secrets.map((secret) =>
    tryOrUndefined(() => base64nopad.decode(foldBase64(secret.replace(/^whsec_/, '')))),
  )
  if (keys.length > 0 && keys.every((key) => key !== undefined && key.length >= MIN_SECRET_BYTES))
    return keys.map((key) => new Webhook(key as Uint8Array, { format: 'raw' }))
  throw badField(
    `secrets.${index}`,
    `of standardWebhooksVerifier must be base64 or base64url of at least ${MIN_SECRET_BYTES} bytes, with or without the prefix whsec_ or v1,whsec_; several are separated by white space, commas or |`,
  )
}

/** One spelling for base64 and base64url, with and without padding. */
function foldBase64(text: string): string {
  return text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
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
}

/** A signature in a header, with the name that some senders write before it, such as `sha256=` or `v1=`. */
const SIGNATURE = /^(?:([a-z][\w-]{0,15})=)?([\w+/-]{43,64}=*)$/i

/** How the message begins that a signature with a time is of. No body of a webhook does, because it is JSON. */
const TIME_AND_DOT = /^\d+\./

/**
 * Verifies an HMAC-SHA256 of the raw body in a header, in hex, base64 or base64url. A name before it, such as `sha256=`,
 * does not count, and of several, separated by commas or spaces, one has to match. If the header contains the time of
 * the signature too, as in `t=1767225600,v1=…`, the HMAC is of the time, a dot and the body, and the time must be within
 * five minutes of this clock. Without a time, a replayed copy is valid too. A body that itself begins like a time and a
 * dot is refused then, because it may be a copy whose time was moved from the header into the body.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret, or with an empty one.
 * @example
 * createBff({ …, ramp: { …, verifiers: [hmacVerifier({ header: 'x-signature', secrets: ['…'] })] } })
 */
export function hmacVerifier({ header, secrets }: HmacOptions): SignatureVerifier {
  const keys = secrets.map((secret) => utf8ToBytes(secret.trim()))
  if (keys.length === 0 || keys.some((key) => key.length === 0))
    throw badField('secrets', 'of hmacVerifier must contain at least one secret, and no empty one')
  return verifierOf((headers, body, now) => {
    const value = headers.get(header)
    if (!value) return `${header} is missing or empty`
    const parts = value.split(/[\s,;]+/).slice(0, MAX_SIGNATURES)
    const time = parts.find((part) => part.startsWith('t='))?.slice(2)
    const wrongTime = time === undefined ? undefined : timeProblem(`t of ${header}`, time, now)
    if (wrongTime !== undefined) return wrongTime
    const given = parts.flatMap((part) => SIGNATURE.exec(part)?.[2] ?? [])
    if (given.length === 0) return `${header} has no SHA-256 in hex or base64`
    if (time === undefined && TIME_AND_DOT.test(new TextDecoder().decode(body.subarray(0, 20))))
      return `${header} has no t, and the body begins with a time`
    const message = time === undefined ? body : concatBytes(utf8ToBytes(`${time}.`), body)
    // Try every key with every signature, so that the time does not reveal which ones matched.
    const matches = keys.flatMap((key) => {
      const mac = hmacSha256(key, message)
      const [hex, base64] = [bytesToHex(mac), base64nopad.encode(mac)]
      return given.map((text) => {
        const isHex = equalInConstantTime(text.toLowerCase(), hex)
        const isBase64 = equalInConstantTime(foldBase64(text), base64)
        return isHex || isBase64
      })
    })
    return matches.includes(true) ? undefined : NO_MATCH
  })
}
