import type { JwtSettings } from '../identity/jwt-identity.js'
import type { Environment } from './environment.js'

const SYMMETRIC = ['HS256', 'HS384', 'HS512']
const ASYMMETRIC = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const FIELDS = ['id', 'email', 'destination', 'accessToken', 'referenceId'] as const

/** How tokens are checked; undefined where nobody signs in. Every problem is added to the environment's. */
export function readJwt(read: Environment): JwtSettings | undefined {
  const secret = read.text('LEYDEN_JWT_SECRET')
  const jwksUrl = read.safeUrl('LEYDEN_JWKS_URL')
  if (secret === undefined && read.text('LEYDEN_JWKS_URL') === undefined) return undefined
  if (secret !== undefined && jwksUrl !== undefined)
    read.problems.push('LEYDEN_JWT_SECRET and LEYDEN_JWKS_URL are both set: one of them has to go.')
  if (secret !== undefined && secret.length < 32)
    read.problems.push('LEYDEN_JWT_SECRET must have at least 32 characters.')

  const listed = read.list('LEYDEN_JWT_ALGORITHMS')
  const algorithms = listed.length === 0 && secret !== undefined ? ['HS256'] : listed
  // A public key that is taken for a shared secret lets anybody sign.
  const known = secret !== undefined ? SYMMETRIC : ASYMMETRIC
  if (algorithms.length === 0 || !algorithms.every((algorithm) => known.includes(algorithm)))
    read.problems.push(`LEYDEN_JWT_ALGORITHMS must be of ${known.join(', ')}.`)
  return {
    key: secret !== undefined ? { secret } : { jwksUrl: jwksUrl ?? '' },
    issuer: read.required('LEYDEN_JWT_ISSUER'),
    audience: read.required('LEYDEN_JWT_AUDIENCE'),
    algorithms,
    cookie: read.text('LEYDEN_JWT_COOKIE'),
    claims: readClaims(read),
  }
}

function readClaims(read: Environment): JwtSettings['claims'] {
  const claims: JwtSettings['claims'] = { id: 'sub', email: 'email' }
  for (const pair of read.list('LEYDEN_JWT_CLAIMS')) {
    const [name, claim, ...rest] = pair.split('=')
    const field = FIELDS.find((candidate) => candidate === name)
    if (field && claim && rest.length === 0) claims[field] = claim
    else read.problems.push(`LEYDEN_JWT_CLAIMS must hold pairs such as email=mail, of ${FIELDS.join(', ')}.`)
  }
  return claims
}
