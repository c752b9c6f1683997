import { LeydenError } from '@leyden/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { equalInConstantTime } from '../tokens/constant-time.js'
import type { SignatureVerifier } from './signature-verifier.js'

export interface HmacOptions {
  /** The header that holds the signature, such as `x-signature`. */
  header: string
  /** All of them verify, so that they can rotate. */
  secrets: readonly string[]
  /** Stands before the signature in the header, such as `sha256=`. */
  prefix?: string | undefined
}

/**
 * HMAC-SHA256 of the raw body in a header, in hex or base64. Without a time in it, a copy is as good as the first.
 *
 * @throws LeydenError `BAD_REQUEST` without a secret, or with an empty one.
 */
export function hmacVerifier({ header, secrets, prefix = '' }: HmacOptions): SignatureVerifier {
  if (secrets.length === 0 || secrets.includes(''))
    throw new LeydenError(
      'BAD_REQUEST',
      'There must be a secret, and none may be empty: anybody knows that one.',
      {
        field: 'secrets',
      },
    )
  const keys = secrets.map((secret) => utf8ToBytes(secret))
  return {
    verify(headers, body) {
      const value = headers.get(header)
      if (!value?.startsWith(prefix)) return false
      const given = value.slice(prefix.length)
      // Every key is tried, so that the time tells nothing of which one it was.
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
