import type { Identify, Identity } from '@leyden/bff'
import type { Configuration } from '../configuration/configuration.js'
import { createJwtIdentity } from './jwt-identity.js'

const DEVELOPER: Identity = { id: 'developer', email: 'developer@example.com' }

/** Finds the sender of a request: a user by token, else a guest if guests are allowed. */
export function createIdentify({
  devIdentity,
  jwt,
  guests,
}: Pick<Configuration, 'devIdentity' | 'jwt' | 'guests'>): Identify {
  if (devIdentity) return async () => DEVELOPER
  const userOf = jwt ? createJwtIdentity(jwt) : async () => null
  return async (request) => (await userOf(request)) ?? (guests ? { guest: true } : null)
}
