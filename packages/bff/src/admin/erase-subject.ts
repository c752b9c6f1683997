import type { AccessTokens } from '../ramp/access-tokens.js'

import type { Store } from '../store/store.js'
import { findSubject } from './find-subject.js'

/**
 * Deletes all data of one charge or session, or the stored data of a user. With the session of a user or an order it
 * also deletes the user's access token and the order.
 *
 * @param id a payment hash, the service's id of a session, or ours; or a user's id.
 * @returns whether the charge or session existed; true for a user.
 */
export type Erase = (
  id:
    | string
    | {
        /** The user's id, as `identify` returns it: deletes the stored access token of this user. */
        userId: string
      },
) => Promise<boolean>

export function createErase(store: Store, accessTokens: AccessTokens): Erase {
  return async (id) => {
    if (typeof id !== 'string') {
      await accessTokens.forget(id.userId)
      return true
    }
    const subject = await findSubject(store, id)
    if (subject?.kind === 'ramp') {
      if (subject.userId !== undefined) await accessTokens.forget(subject.userId)
      if (subject.orderId !== undefined) await store.erase(subject.orderId)
    }
    // There may be webhooks of a session that was never stored.
    await store.erase(subject?.id ?? id)
    return subject !== null
  }
}
