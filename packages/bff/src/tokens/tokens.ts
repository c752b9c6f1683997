import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { badField } from '../http/bad-field.js'
import { equalInConstantTime } from './constant-time.js'

/** The purpose of a token. Each has a separate key, so that a token is not valid on another route. */
const PURPOSES = ['webhook', 'watch', 'intent', 'order', 'check'] as const
export type TokenPurpose = (typeof PURPOSES)[number]

export type Tokens = ReturnType<typeof createTokens>

/** Our tokens have at most 130 characters, so longer texts need no HMAC check. */
const LONGEST_TOKEN = 200
const MAC_HEX_DIGITS = 32
const PSEUDONYM_HEX_DIGITS = 32

interface Key {
  id: string
  macKeys: Record<TokenPurpose, Uint8Array>
  pseudonymKey: Uint8Array
}

/**
 * HMAC-SHA256 tokens under keys derived by HKDF (RFC 5869). The first secret signs and all of them verify. To rotate,
 * put a new one first, and remove the old one after its last token has expired.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret.
 */
export function createTokens(secrets: readonly string[]) {
  const keys = secrets.map(deriveKey)
  const [signing] = keys
  if (!signing) throw badField('secrets', 'must be a list of at least one secret')

  /** Reads a genuine token, even an expired one; null for one that is forged or has another purpose. */
  function verify(purpose: TokenPurpose, token: string): { id: string; expiresAt: Date } | null {
    if (token.length > LONGEST_TOKEN) return null
    const [, claims, keyId, id, expiry, mac] =
      /^(([0-9a-f]{8})\.([0-9a-f]{32,64})\.([0-9a-z]{1,9}))\.([0-9a-f]{32})$/.exec(token) ?? []
    const key = keys.find((candidate) => candidate.id === keyId)
    if (!key || !claims || !id || !expiry || !mac) return null
    if (!equalInConstantTime(mac, macOf(key, purpose, claims))) return null
    return { id, expiresAt: new Date(Number.parseInt(expiry, 36) * 1000) }
  }

  return {
    verify,

    /** A URL-safe token for one id, `<key id>.<id>.<expiry>.<mac>`. It contains nothing else. */
    issue(purpose: TokenPurpose, id: string, expiresAt: Date): string {
      const seconds = Math.ceil(expiresAt.getTime() / 1000)
      const claims = `${signing.id}.${id}.${seconds.toString(36)}`
      return `${claims}.${macOf(signing, purpose, claims)}`
    },

    /** 32 hex digits that replace a text that must not be stored; the same text gives the same digits. */
    pseudonym: (of: string) =>
      bytesToHex(hmac(sha256, signing.pseudonymKey, utf8ToBytes(of))).slice(0, PSEUDONYM_HEX_DIGITS),

    /** The id, or null for a token that is forged, of another purpose or expired. Needs no store. */
    read(purpose: TokenPurpose, token: string, now: Date): string | null {
      const genuine = verify(purpose, token)
      return genuine && genuine.expiresAt > now ? genuine.id : null
    },
  }
}

function deriveKey(secret: string): Key {
  const derive = (label: string, length: number) =>
    hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`leyden bff ${label}`), length)
  const macKeys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose, 32)]))
  const id = bytesToHex(derive('key id', 4))
  return { id, macKeys: macKeys as Key['macKeys'], pseudonymKey: derive('pseudonym', 32) }
}

function macOf(key: Key, purpose: TokenPurpose, claims: string): string {
  return bytesToHex(hmac(sha256, key.macKeys[purpose], utf8ToBytes(claims))).slice(0, MAC_HEX_DIGITS)
}
