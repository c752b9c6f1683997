import { parseWebhookEvent } from '@leyden/core/webhook'
import { type Log, reasonOf } from '../log.js'
import type { Store } from '../store/store.js'
import type { Sealer } from '../tokens/sealer.js'
import { sha256Hex } from '../tokens/sha256-hex.js'

/** Stores the ramp's tokens of returning users, encrypted, by the id that `identify` returns. */
export type AccessTokens = ReturnType<typeof createAccessTokens>

/** A separate subject in the store, with one event at most. Retention deletes it like other old data. */
export function createAccessTokens(store: Store, sealer: Sealer, now: () => Date) {
  const placeOf = (userId: string) => sha256Hex(`access token of ${userId}`)
  return {
    /** The token for a user's next session, if one is stored. */
    async of(userId: string): Promise<string | undefined> {
      const place = placeOf(userId)
      const sealed = (await store.read(place, 0)).at(-1)?.facts.sealed
      return (sealed && (await sealer.open(place, sealed))) || undefined
    },

    /** Stores the token of an event, in place of an earlier one. */
    async keep(userId: string, userTokens: Readonly<Record<string, unknown>>): Promise<void> {
      const token = Object.entries(userTokens).find(([name]) => /access_?token$/i.test(name))?.[1]
      if (typeof token !== 'string' || token === '') return
      const place = placeOf(userId)
      const sealed = await sealer.seal(place, token)
      await store.erase(place)
      await store.append(place, {
        key: 'access token',
        hash: sha256Hex(sealed),
        type: 'access_token.kept',
        at: now(),
        facts: { sealed },
        deliver: false,
      })
    },

    /** Deletes the stored token of a user. */
    forget: (userId: string) => store.erase(placeOf(userId)),
  }
}

/**
 * Called with each new event of a session. Never rejects: without a token, the next purchase only has one more step.
 */
export type KeepAccessToken = (sessionId: string, body: Uint8Array, log: Log) => Promise<void>

/**
 * Stores only tokens from sessions of a signed-in user, because an order may name another person than the one who opens
 * it.
 *
 * @param accessTokens undefined if tokens are not stored.
 */
export function createKeepAccessToken(store: Store, accessTokens: AccessTokens | undefined): KeepAccessToken {
  return async (sessionId, body, log) => {
    if (!accessTokens) return
    try {
      const event = parseWebhookEvent(new TextDecoder().decode(body))
      const session = event.ok && Object.keys(event.userTokens).length > 0 ? await store.get(sessionId) : null
      if (!event.ok || session?.kind !== 'ramp' || session.orderId !== undefined) return
      if (session.userId !== undefined) await accessTokens.keep(session.userId, event.userTokens)
    } catch (error) {
      log.warn(
        { session: sessionId, reason: reasonOf(error) },
        'The access token of a returning user could not be kept',
      )
    }
  }
}
