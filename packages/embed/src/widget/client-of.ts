import { type Client, createClient } from '@leyden/core'
import type { EmbedSettings } from '../settings/settings.js'

/** Clients by `getToken`, which is one function for each owner and BFF, and then by BFF and credentials. */
const clients = new WeakMap<object, Map<string, Client>>()
const withoutToken = {}

/**
 * Returns one client for the same BFF, credentials and owner of the token, so that widgets share streams. Look-ups need
 * no token and are shared by all clients of a BFF.
 */
export function clientOf({ bffUrl = '', credentials, getToken }: EmbedSettings): Client {
  const owned = clients.get(getToken ?? withoutToken) ?? new Map<string, Client>()
  clients.set(getToken ?? withoutToken, owned)
  const key = `${credentials} ${bffUrl}`
  const known = owned.get(key)
  if (known) return known
  const client = createClient({ baseUrl: bffUrl, credentials, getToken })
  owned.set(key, client)
  return client
}
