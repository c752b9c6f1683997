import { isLeydenError } from '@leyden/core'
import type { HttpRequest } from '../http/http-request.js'
import { type Log, reasonOf } from '../log.js'

/** A signed-in user, as `identify` returns it. */
export interface User {
  /** Your own id of this user. */
  id: string
  /** Whose account the ramp session is for. */
  email: string
  /** Where bought bitcoin goes: a Lightning Address or an on-chain address. Without it the page may set it. */
  destination?: string | undefined
  /** The ramp's token of a returning user. One that the service refuses is left out, and logged. @default the one kept by `keepAccessTokens` */
  accessToken?: string | undefined
  /** Your reference for the next session. @default made by the BFF */
  referenceId?: string | undefined
  /** Any JSON object of at most 10 keys and 500 characters a value, for the service; overrides the page's metadata. */
  metadata?: Readonly<Record<string, unknown>> | undefined
}

/** The sender of a request: a signed-in user, or a guest. */
export type Identity =
  | User
  | {
      /** Somebody who is not signed in, and may use the ramp nevertheless. */
      guest: true
    }

/** Authenticates a request: a user, a guest, or nobody (null). */
export type Identify = (request: Request) => Promise<Identity | null>

/**
 * The id of the user who asks, for a request that needs none: a failing `identify` is logged, and the request goes on.
 */
export async function userIdOf(
  identify: (request: HttpRequest) => Promise<Identity | null>,
  request: HttpRequest,
  log: Log,
): Promise<string | undefined> {
  const identity = await identify(request).catch((error) => {
    const reason = isLeydenError(error) ? error.code : reasonOf(error)
    log.warn({ error: reason }, 'identify failed for a request that needs no user')
    return null
  })
  return identity && 'id' in identity ? identity.id : undefined
}
