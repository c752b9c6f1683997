import type { Identity } from '@leyden/bff'
import { createJwtIdentity, type JwtSettings } from './jwt-identity.js'

export interface IdentifyOptions {
  jwt: JwtSettings | undefined
  guests: boolean
  devIdentity: boolean
}

const DEVELOPER: Identity = { id: 'developer', email: 'developer@example.com' }

/** Finds the sender of a request: a user by token, else a guest where guests are allowed. */
export function createIdentify(options: IdentifyOptions): (request: Request) => Promise<Identity | null> {
  if (options.devIdentity) return async () => DEVELOPER
  const userOf = options.jwt ? createJwtIdentity(options.jwt) : async () => null
  return async (request) => (await userOf(request)) ?? (options.guests ? { guest: true } : null)
}
