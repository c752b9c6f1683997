import type { User } from '@leyden/bff'
import { LeydenError } from '@leyden/core'
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

export interface JwtSettings {
  key: { secret: string } | { jwksUrl: string }
  issuer: string
  audience: string
  algorithms: string[]
  /** The cookie with the token, for requests without an `Authorization` header. */
  cookie: string | undefined
  /** The names of the claims. */
  claims: { id: string; email: string } & Partial<
    Record<'destination' | 'accessToken' | 'referenceId', string | undefined>
  >
}

const CLOCK_TOLERANCE_SECONDS = 30

/**
 * Finds the user of a request by its JSON Web Token (RFC 7519). Null without a token, or for a token whose e-mail
 * address is not verified.
 */
export function createJwtIdentity(settings: JwtSettings): (request: Request) => Promise<User | null> {
  const { issuer, audience, algorithms } = settings
  const key = keyOf(settings.key)
  const options = { issuer, audience, algorithms, clockTolerance: CLOCK_TOLERANCE_SECONDS }
  return async (request) => {
    const token = tokenOf(request, settings.cookie)
    if (token === null) return null
    try {
      const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ['exp'] })
      return userOf(payload, settings.claims)
    } catch (cause) {
      throw new LeydenError('SIGN_IN_REQUIRED', 'The token is invalid or has expired.', { cause })
    }
  }
}

/** The shared secret, or the public key that the token names. */
function keyOf(key: JwtSettings['key']): JWTVerifyGetKey {
  if ('jwksUrl' in key) return createRemoteJWKSet(new URL(key.jwksUrl), { timeoutDuration: 3_000 })
  const secret = new TextEncoder().encode(key.secret)
  return async () => secret
}

function tokenOf({ headers }: Request, cookie: string | undefined): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) return bearer
  if (cookie === undefined) return null
  for (const pair of (headers.get('cookie') ?? '').split(/; */)) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at) === cookie) return pair.slice(at + 1) || null
  }
  return null
}

function userOf(payload: JWTPayload, claims: JwtSettings['claims']): User | null {
  const fields = Object.entries(claims).flatMap(([field, claim = '']) => {
    const value = payload[claim]
    return typeof value === 'string' && value !== '' ? [[field, value]] : []
  })
  const { id, email, ...others }: Partial<User> = Object.fromEntries(fields)
  // Anybody can register with another person's e-mail address, so only a verified one counts.
  if (id === undefined || email === undefined || payload.email_verified !== true) return null
  return { id, email, ...others }
}
