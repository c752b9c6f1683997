import type { AccessTokens } from '../ramp/access-tokens.js'

import type { Store } from '../store/store.js'
import { findSubject } from './find-subject.js'

/**
 * Deletes everything about one charge or session, or what is kept of a user. With the session of a user or an order, the
 * user's access token and the order go too.
 *
 * @param id a payment hash, the service's id of a session, or ours; or a user's id.
 * @returns whether there was such a charge or session; true for a user.
 */
export type Erase = (
  id:
    | string
    | {
        /** As `identify` gives it: deletes the access token that is kept for this user. */
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
    // Webhooks may have arrived for a session that was never stored.
    await store.erase(subject?.id ?? id)
    return subject !== null
  }
}
