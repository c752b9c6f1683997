import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { equalInConstantTime } from '../../kernel/tokens/constant-time.js'
import { randomId } from '../../kernel/tokens/random-id.js'

const COOKIE = 'leyden_operator'
const LIFE_SECONDS = 8 * 3_600

/** Where a cookie is valid. */
export interface CookiePlace {
  path: string
  isHttps: boolean
}

/**
 * Sessions in a signed cookie, `<expiry>.<nonce>.<mac>`, which is valid for eight hours. Its key is derived from the
 * admin token, so a new token ends all sessions. A session that was signed out is no longer valid in this process.
 */
export function createOperatorSessions(token: string, now: () => Date) {
  const key = hkdf(sha256, utf8ToBytes(token), undefined, utf8ToBytes('leyden bff operators page'), 32)
  const macOf = (claims: string) => bytesToHex(hmac(sha256, key, utf8ToBytes(claims)))
  /** The nonces of ended sessions, with the time at which they would have expired. */
  const ended = new Map<string, number>()
  const nowSeconds = () => Math.floor(now().getTime() / 1_000)

  /** The parts of a genuine session that is not over; undefined for any other value. */
  function read(value: string): { nonce: string; expiry: number } | undefined {
    const [, claims, expiry = '', nonce = '', mac = ''] =
      /^(([0-9a-z]{1,9})\.([0-9a-f]{32}))\.([0-9a-f]{64})$/.exec(value) ?? []
    if (claims === undefined || !equalInConstantTime(mac, macOf(claims))) return undefined
    const session = { nonce, expiry: Number.parseInt(expiry, 36) }
    return session.expiry > nowSeconds() && !ended.has(nonce) ? session : undefined
  }

  /** A browser may send several, for different paths of this host. */
  const sentIn = (cookies: string | null) =>
    (cookies ?? '').split(';').flatMap((pair) => {
      const [name, value = ''] = pair.trim().split('=')
      return name === COOKIE ? (read(value) ?? []) : []
    })

  const cookie = (value: string, seconds: number, { path, isHttps }: CookiePlace) =>
    `${COOKIE}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`

  return {
    /** The `Set-Cookie` of a new session. */
    begin(place: CookiePlace): string {
      const claims = `${(nowSeconds() + LIFE_SECONDS).toString(36)}.${randomId()}`
      return cookie(`${claims}.${macOf(claims)}`, LIFE_SECONDS, place)
    },
    /** Whether the `Cookie` header of a request has a session. */
    isIn: (cookies: string | null) => sentIn(cookies).length > 0,
    /** Ends the sessions of a request. @returns the `Set-Cookie` that deletes the cookie. */
    end(cookies: string | null, place: CookiePlace): string {
      for (const [nonce, expiry] of ended) if (expiry <= nowSeconds()) ended.delete(nonce)
      for (const { nonce, expiry } of sentIn(cookies)) ended.set(nonce, expiry)
      return cookie('', 0, place)
    },
  }
}
