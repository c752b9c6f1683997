import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfiguration } from '../configuration/configuration.js'
import { environment } from '../test-support/environment.js'
import { createIdentify } from './identify.js'

const SECRET = 'a shared secret of more than 32 characters'
const TOKENS = { LEYDEN_JWT_ISSUER: 'shop', LEYDEN_JWT_AUDIENCE: 'leyden' }
const BY_SECRET = {
  ...TOKENS,
  LEYDEN_JWT_SECRET: SECRET,
  LEYDEN_JWT_COOKIE: 'session',
  LEYDEN_JWT_CLAIMS: 'destination=payout',
}
const identifyWith = (more: Record<string, string>) =>
  createIdentify(readConfiguration(environment('https://service.example', more)).settings)
const good = { sub: 'u1', email: 'u1@example.com', email_verified: true }

interface Making {
  secret?: string
  alg?: string
  issuer?: string
  audience?: string
  expires?: string | number
}

async function make(claims: JWTPayload, { secret = SECRET, alg = 'HS256', ...rest }: Making = {}) {
  const { issuer = 'shop', audience = 'leyden', expires = '5m' } = rest
  const jwt = new SignJWT(claims).setProtectedHeader({ alg }).setIssuer(issuer).setAudience(audience)
  return jwt.setExpirationTime(expires).sign(new TextEncoder().encode(secret))
}
const requestWith = (headers: Record<string, string>) => new Request('http://bff.example/', { headers })
const bearer = (token: string) => requestWith({ authorization: `Bearer ${token}` })

describe('a user by token', () => {
  const userOf = identifyWith(BY_SECRET)

  it('is found in the header and in the cookie', async () => {
    const token = await make(good)
    const user = { id: 'u1', email: 'u1@example.com' }
    expect(await userOf(bearer(token))).toEqual(user)
    expect(await userOf(requestWith({ cookie: `a=b; session=${token}; c=d` }))).toEqual(user)
  })

  it('has the values of the configured claims', async () => {
    const user = await userOf(bearer(await make({ ...good, payout: 'u1@wallet.example' })))
    expect(user).toMatchObject({ destination: 'u1@wallet.example' })
  })

  it('is nobody without a token', async () => {
    expect(await userOf(requestWith({}))).toBeNull()
    expect(await userOf(requestWith({ authorization: 'Basic abc', cookie: 'other=x' }))).toBeNull()
  })

  it.each([
    ['an address without a verification', { ...good, email_verified: undefined }],
    ['an address that is not verified', { ...good, email_verified: false }],
    ['an address with the text "true" as its verification', { ...good, email_verified: 'true' }],
    ['no address', { sub: 'u1', email_verified: true }],
    ['no id', { email: 'u1@example.com', email_verified: true }],
  ])('is nobody with %s', async (_, claims) => {
    expect(await userOf(bearer(await make(claims)))).toBeNull()
  })

  it.each<[string, Making]>([
    ['another secret', { secret: 'another secret of more than 32 characters' }],
    ['another issuer', { issuer: 'elsewhere' }],
    ['another audience', { audience: 'elsewhere' }],
    ['an expiry in the past', { expires: Math.floor(Date.now() / 1000) - 60 }],
  ])('is refused with %s, and does not become a guest', async (_, making) => {
    const identify = identifyWith({ ...BY_SECRET, LEYDEN_GUESTS: '1' })
    await expect(identify(bearer(await make(good, making)))).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
    })
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9.'])(
    'is refused with the token %j',
    async (token) => {
      const result = userOf(bearer(token))
      if (token === '') expect(await result).toBeNull()
      else await expect(result).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    },
  )

  it('is refused if the token never expires', async () => {
    const token = await new SignJWT(good)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('shop')
      .setAudience('leyden')
      .sign(new TextEncoder().encode(SECRET))
    await expect(userOf(bearer(token))).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  })
})

describe('a user by a key set', () => {
  let close = () => {}
  let jwksUrl = ''
  let sign: (claims: JWTPayload) => Promise<string>

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] })
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(keys),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
    close = () => server.close()
    sign = (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer('shop')
        .setAudience('leyden')
        .setExpirationTime('5m')
        .sign(privateKey)
  })
  afterAll(() => close())

  it('is found, and the public key is not accepted as a shared secret', async () => {
    const byKeys = { ...TOKENS, LEYDEN_JWKS_URL: jwksUrl }
    const userOf = identifyWith(byKeys)
    expect(await userOf(bearer(await sign(good)))).toMatchObject({ id: 'u1' })
    await expect(userOf(bearer(await make(good)))).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  })
})

describe('while the key set cannot be read', () => {
  it.each([
    ['no answer', () => {}],
    ['a failure', (response: ServerResponse) => void response.writeHead(503).end()],
    ['no JSON', (response: ServerResponse) => void response.end('<html>')],
    ['no keys', (response: ServerResponse) => void response.end('{}')],
    ['a closed connection', (response: ServerResponse) => void response.destroy()],
  ])('nobody is told to sign in: %s', async (_, answer) => {
    const server = createServer((_request, response) => answer(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A token that names an algorithm of public keys, so that the keys are read.
    const [, ...rest] = (await make(good)).split('.')
    const token = [btoa('{"alg":"ES256"}').replace(/=+$/, ''), ...rest].join('.')
    const LEYDEN_JWKS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
    const userOf = identifyWith({ ...TOKENS, LEYDEN_JWKS_URL })
    const error = await userOf(bearer(token)).catch((cause: unknown) => cause)
    server.closeAllConnections()
    server.close()
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toHaveProperty('code', 'SIGN_IN_REQUIRED')
  })
})

describe('the sender of a request', () => {
  it('is a guest only if guests are allowed', async () => {
    const identify = (guests: string) => identifyWith({ ...BY_SECRET, LEYDEN_GUESTS: guests })
    expect(await identify('0')(requestWith({}))).toBeNull()
    expect(await identify('1')(requestWith({}))).toEqual({ guest: true })
  })

  it('is the developer only if that is configured', async () => {
    const identify = identifyWith({ LEYDEN_DEV_IDENTITY: '1' })
    expect(await identify(requestWith({}))).toMatchObject({ id: 'developer' })
  })
})
