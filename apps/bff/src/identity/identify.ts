import type { Identify, User } from '@leyden/bff'
import { LeydenError } from '@leyden/core'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Settings } from '../configuration/configuration.js'

const CLOCK_TOLERANCE_SECONDS = 30
/** Errors of `createRemoteJWKSet`: no answer in time, another status than 200 or no JSON, and no set of keys. */
const KEYS_FAILED = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID']

const SYMMETRIC = ['HS256', 'HS384', 'HS512']
const ASYMMETRIC = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Finds the sender of a request: a user by token, else a guest if guests are allowed. */
export function createIdentify(settings: Settings): Identify {
  if (settings.LEYDEN_DEV_IDENTITY) return async () => ({ id: 'developer', email: 'developer@example.com' })
  const userOf = createJwtIdentity(settings)
  return async (request) => (await userOf(request)) ?? (settings.LEYDEN_GUESTS ? { guest: true } : null)
}

/**
 * Finds the user of a request by its JSON Web Token (RFC 7519). Null without a token, or for a token whose e-mail
 * address is not verified.
 */
function createJwtIdentity(settings: Settings): (request: Request) => Promise<User | null> {
  const { LEYDEN_JWT_ISSUER: issuer = '', LEYDEN_JWT_AUDIENCE: audience = '' } = settings
  const { LEYDEN_JWT_COOKIE: cookie } = settings
  const key = keyOf(settings)
  if (!key) return async () => null
  // If a public key were used as a shared secret, anybody could sign.
  const algorithms = settings.LEYDEN_JWKS_URL === undefined ? SYMMETRIC : ASYMMETRIC
  const options = { issuer, audience, algorithms, clockTolerance: CLOCK_TOLERANCE_SECONDS }
  const named = Object.fromEntries(settings.LEYDEN_JWT_CLAIMS.map((pair) => pair.split('=')))
  const claims: Record<string, string> = { id: 'sub', email: 'email', ...named }
  return async (request) => {
    const token = tokenOf(request, cookie)
    if (token === null) return null
    try {
      const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ['exp'] })
      return userOf(payload, claims)
    } catch (cause) {
      // Without the keys nobody knows whether the token is valid.
      if (!(cause instanceof errors.JOSEError) || KEYS_FAILED.includes(cause.code)) throw cause
      throw new LeydenError('SIGN_IN_REQUIRED', 'The token is invalid or has expired.', { cause })
    }
  }
}

/** The shared secret, or the public key that the token names; undefined without sign-in. */
function keyOf({ LEYDEN_JWT_SECRET: secret, LEYDEN_JWKS_URL: url }: Settings): JWTVerifyGetKey | undefined {
  if (url !== undefined) return createRemoteJWKSet(new URL(url), { timeoutDuration: 3_000 })
  if (secret === undefined) return undefined
  const bytes = new TextEncoder().encode(secret)
  return async () => bytes
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

/** @param claims the name of the claim by the field of the user. */
function userOf(payload: JWTPayload, claims: Readonly<Record<string, string>>): User | null {
  const fields = Object.entries(claims).flatMap(([field, claim]) => {
    const value = payload[claim]
    return typeof value === 'string' && value !== '' ? [[field, value]] : []
  })
  const { id, email, ...others }: Partial<User> = Object.fromEntries(fields)
  // Anybody can register with another person's e-mail address, so only a verified one counts.
  if (id === undefined || email === undefined || payload.email_verified !== true) return null
  return { id, email, ...others }
}
