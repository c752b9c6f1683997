import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { DemoSettings } from './settings.js'
import type { ShopSession } from './shop-config.js'

/** The one customer of this shop. A real login would ask for more than a click. */
const DANA = { id: 'customer_dana', name: 'Dana', email: 'dana@mail.example' }
const COOKIE = 'shop_user'
const TOKEN_SECONDS = 300

/** Who this browser is, by the shop's own cookie. */
export function readSession(request: IncomingMessage): ShopSession {
  return { user: userOf(request) ? { name: DANA.name, email: DANA.email } : null }
}

export function signInCookie(): string {
  return `${COOKIE}=${DANA.id}; Path=/; HttpOnly; SameSite=Strict`
}

export function signOutCookie(): string {
  return `${signInCookie()}; Max-Age=0`
}

/**
 * What the page hands to the BFF as proof of who is asking: a JWT (RFC 7519, HS256) that the BFF verifies with
 * the secret it shares with this server. Null for somebody who is not signed in.
 */
export function createToken(request: IncomingMessage, { jwt }: DemoSettings): string | null {
  if (!userOf(request)) return null
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: jwt.issuer,
    aud: jwt.audience,
    sub: DANA.id,
    email: DANA.email,
    email_verified: true,
    iat: now,
    exp: now + TOKEN_SECONDS,
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', jwt.secret).update(signed).digest('base64url')}`
}

function userOf(request: IncomingMessage): boolean {
  return (request.headers.cookie ?? '').split('; ').includes(`${COOKIE}=${DANA.id}`)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
