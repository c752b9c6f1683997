import type { Log } from '@leyden/core'
import { reasonOf } from '../log.js'
import type { Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { Tokens } from '../tokens/tokens.js'

export type AccessTokens = ReturnType<typeof createAccessTokens>

/**
 * Stores the ramp's tokens of returning users, encrypted, by the id that `identify` returns. Each is a separate subject
 * in the store, with one event at most. Retention deletes it like other old data.
 *
 * @param enabled the option `keepAccessTokens`. Tokens that were stored earlier can be deleted in any case.
 */
export function createAccessTokens(enabled: boolean, store: Store, tokens: Tokens, now: () => Date) {
  const placeOf = (userId: string) => sha256Hex(`access token of ${userId}`)

  return {
    /** The token for a user's next session, if one is stored. */
    async of(userId: string): Promise<string | undefined> {
      if (!enabled) return undefined
      const place = placeOf(userId)
      const sealed = (await store.read(place, 0)).at(-1)?.facts.sealed
      return (sealed && (await tokens.open(place, sealed))) || undefined
    },

    /**
     * Stores the token in a new event of a session, in place of an earlier one. Only of a signed-in user's session,
     * because an order may name another person than the one who opens it. Never rejects: without a token, the next
     * purchase only has one more step.
     */
    async keepOf(
      session: RampSubject,
      userTokens: Readonly<Record<string, unknown>>,
      log: Log,
    ): Promise<void> {
      const { id, userId, orderId } = session
      const token = Object.entries(userTokens).find(([name]) => /access_?token$/i.test(name))?.[1]
      if (!enabled || userId === undefined || orderId !== undefined) return
      if (typeof token !== 'string' || token === '') return
      try {
        const place = placeOf(userId)
        const sealed = await tokens.seal(place, token)
        await store.erase(place)
        await store.append(place, {
          key: 'access token',
          hash: sha256Hex(sealed),
          type: 'access_token.kept',
          at: now(),
          facts: { sealed },
          deliver: false,
        })
      } catch (error) {
        log.warn(
          { code: 'ACCESS_TOKEN_NOT_KEPT', session: id, reason: reasonOf(error) },
          'The access token of a returning user could not be kept',
        )
      }
    },

    /** Deletes the stored token of a user. */
    forget: (userId: string) => store.erase(placeOf(userId)),
  }
}
