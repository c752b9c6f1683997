import { LeydenError } from '@leyden/core'
import { UNKNOWN_HERE } from '@leyden/core/internal'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { badField } from '../http/bad-field.js'
import { equalInConstantTime } from './constant-time.js'
import { hmacSha256 } from './hmac-sha256.js'

/** The purpose of a token. Each has a separate key, so that a token is not valid on another route. */
export type TokenPurpose = 'webhook' | 'watch' | 'intent' | 'ramp-order' | 'check'

export type Tokens = ReturnType<typeof createTokens>

/** The error of a genuine token that has not expired, and of which the store has nothing. */
export function unknownHere(what: string, field?: string): LeydenError {
  const message = `This server does not know the ${what}, although it has signed it. Its store may be new.`
  return new LeydenError('NOT_FOUND', message, { reason: UNKNOWN_HERE, field })
}

/** Our tokens have at most 130 characters, so longer texts need no HMAC check. */
const LONGEST_TOKEN = 200
const NONCE_BYTES = 12

/**
 * What the secrets sign and encrypt, under keys derived by HKDF (RFC 5869). The first secret signs and encrypts; all of
 * them verify and decrypt. To rotate, put a new one first, and remove the old one after its last token has expired.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret.
 */
export function createTokens(secrets: readonly string[]) {
  const keys = secrets.map(deriveKeys)
  const [first] = keys
  if (!first) throw badField('secrets', 'must be a list of at least one secret')

  /** Reads a genuine token, even an expired one; null for one that is forged or has another purpose. */
  function verify(purpose: TokenPurpose, token: string): { id: string; expiresAt: Date } | null {
    if (token.length > LONGEST_TOKEN) return null
    const [, claims, keyId, id, expiry, mac] =
      /^(([0-9a-f]{8})\.([0-9a-f]{32,64})\.([0-9a-z]{1,9}))\.([0-9a-f]{32})$/.exec(token) ?? []
    const key = keys.find((candidate) => candidate.id === keyId)
    if (!key || !claims || !id || !expiry || !mac) return null
    if (!equalInConstantTime(mac, key.mac(purpose, claims))) return null
    return { id, expiresAt: new Date(Number.parseInt(expiry, 36) * 1000) }
  }

  return {
    verify,

    /** A URL-safe token for one id, `<key id>.<id>.<expiry>.<mac>`. It contains nothing else. */
    issue(purpose: TokenPurpose, id: string, expiresAt: Date): string {
      const seconds = Math.ceil(expiresAt.getTime() / 1000)
      const claims = `${first.id}.${id}.${seconds.toString(36)}`
      return `${claims}.${first.mac(purpose, claims)}`
    },

    /** 32 hex digits that replace a text that must not be stored; the same text gives the same digits. */
    pseudonym: (of: string) => first.mac('pseudonym', of),

    /** 32 hex digits by which pages recognise a signed-in user, without the shop's id of the user. */
    userSubject: (userId: string) => first.mac('subject', userId),

    /** The id, or null for a token that is forged, of another purpose or expired. Needs no store. */
    read(purpose: TokenPurpose, token: string, now: Date): string | null {
      const genuine = verify(purpose, token)
      return genuine && genuine.expiresAt > now ? genuine.id : null
    },

    /**
     * Encrypts a text that must not be readable in the store, by AES-256-GCM: `<key id>.<nonce and ciphertext>`.
     *
     * @param place where the text is stored: it can only be decrypted for the same place.
     */
    async seal(place: string, text: string): Promise<string> {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const bytes = new Uint8Array(utf8ToBytes(text))
      const encrypted = await crypto.subtle.encrypt(cipher(place, nonce), await first.cipherKey(), bytes)
      return `${first.cipherId}.${base64urlnopad.encode(concatBytes(nonce, new Uint8Array(encrypted)))}`
    },

    /** Decrypts a text; null if it was changed, moved, or encrypted with a secret that is no longer listed. */
    async open(place: string, sealed: string): Promise<string | null> {
      const [cipherId, text = ''] = sealed.split('.')
      const key = keys.find((candidate) => candidate.cipherId === cipherId)
      if (!key) return null
      try {
        const bytes = new Uint8Array(base64urlnopad.decode(text))
        const algorithm = cipher(place, bytes.subarray(0, NONCE_BYTES))
        const encrypted = bytes.subarray(NONCE_BYTES)
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(algorithm, await key.cipherKey(), encrypted),
        )
      } catch {
        return null
      }
    },
  }
}

function cipher(place: string, iv: Uint8Array<ArrayBuffer>) {
  return { name: 'AES-GCM', iv, additionalData: new Uint8Array(utf8ToBytes(place)) }
}

function deriveKeys(secret: string) {
  const derive = (label: string, length: number) =>
    hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`leyden bff ${label}`), length)
  const macKeys = new Map<string, Uint8Array>()
  const rawCipherKey = derive('seal', 32)
  return {
    id: bytesToHex(derive('key id', 4)),
    /** 32 hex digits. */
    mac(purpose: TokenPurpose | 'pseudonym' | 'subject', text: string): string {
      const key = macKeys.get(purpose) ?? derive(purpose, 32)
      macKeys.set(purpose, key)
      return bytesToHex(hmacSha256(key, utf8ToBytes(text))).slice(0, 32)
    },
    cipherId: bytesToHex(derive('seal key id', 4)),
    cipherKey: () => crypto.subtle.importKey('raw', rawCipherKey, 'AES-GCM', false, ['encrypt', 'decrypt']),
  }
}
