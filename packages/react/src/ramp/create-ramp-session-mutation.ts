import type { Client } from '@leyden/core'
import { rampSessionKey } from '../foundation/query/keys.js'
import { ownMutation } from '../foundation/query/own-mutation.js'

/**
 * Options of the mutation that makes a ramp session, for `useMutation` and `MutationObserver`. Its variables are the
 * request, and each `mutate` sends it once. The result is the session as the BFF sent it: the origin of its
 * `widget_url` is not checked yet.
 *
 * ```ts
 * const createSession = useMutation(createRampSessionMutationOptions(client))
 * createSession.mutate({ quote_currency: 'USD', base_currency: 'BTC' })
 * ```
 */
export function createRampSessionMutationOptions(client: Client) {
  return ownMutation(rampSessionKey(client.baseUrl), client.createRampSession)
}
