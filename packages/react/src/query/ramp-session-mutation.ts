import type { Client, LeydenError, RampSession, RampSessionRequest } from '@leyden/core'
import { mutationOptions } from '@tanstack/react-query'
import { type Attempt, takeRequest } from './attempt.js'
import { leydenKeys } from './leyden-keys.js'
import { ownMutationDefaults } from './own-defaults.js'

/**
 * Options of the mutation that makes a ramp session, for `useMutation` and `MutationObserver`. Its variables come from
 * `newAttempt`. The result is the session as the BFF sent it: the origin of its `widget_url` is not checked yet.
 *
 * ```ts
 * const createSession = useMutation(createRampSessionMutationOptions(client))
 * createSession.mutate(newAttempt({ quote_currency: 'USD', base_currency: 'BTC' }))
 * ```
 */
export function createRampSessionMutationOptions(client: Client) {
  return mutationOptions<RampSession, LeydenError, Attempt<RampSessionRequest>>({
    ...ownMutationDefaults,
    mutationKey: leydenKeys.rampSession(client.baseUrl),
    mutationFn: async (attempt) => client.createRampSession(...takeRequest(attempt)),
  })
}
