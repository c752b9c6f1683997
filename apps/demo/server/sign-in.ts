import { type Request, Router } from 'express'
import { SignJWT } from 'jose'
import type { DemoSettings } from './settings.js'
import type { ShopSession } from './shop-config.js'

/** The only customer of this shop. A real sign-in would require more than a click. */
const DANA = { id: 'customer_dana', name: 'Dana', email: 'dana@mail.example' }
const COOKIE = 'shop_user'

/** The shop's own sign-in with a cookie, and the token that authenticates the customer to the BFF. */
export function signIn(jwt: DemoSettings['jwt']): Router {
  const router = Router()
  router.get('/', (request, response) => void response.json(sessionOf(isSignedIn(request))))
  router.get('/token', async (request, response) => {
    response.set('cache-control', 'no-store')
    response.json({ token: isSignedIn(request) ? await createToken(jwt) : null })
  })
  router.post('/', (_, response) => {
    response.cookie(COOKIE, DANA.id, { httpOnly: true, sameSite: 'strict' }).json(sessionOf(true))
  })
  router.post('/end', (_, response) => void response.clearCookie(COOKIE).json(sessionOf(false)))
  return router
}

function sessionOf(isSignedIn: boolean): ShopSession {
  return { user: isSignedIn ? { name: DANA.name, email: DANA.email } : null }
}

function isSignedIn({ headers: { cookie = '' } }: Request): boolean {
  return cookie.split('; ').includes(`${COOKIE}=${DANA.id}`)
}

/** A JWT (RFC 7519) that the BFF verifies with the secret that it shares with this server. */
function createToken({ secret, issuer, audience }: DemoSettings['jwt']): Promise<string> {
  return new SignJWT({ email: DANA.email, email_verified: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(DANA.id)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret))
}
