import { type Client, createClient } from '@leyden/core'
import { assertBffUrl } from '../leyden/misuse.js'
import type { EmbedSettings } from '../settings/settings.js'

interface Held {
  client: Client
  credentials: RequestCredentials | undefined
  signsIn: boolean
}

const clients = new Map<string, Held>()
let ask: EmbedSettings['getToken']

/**
 * One client per BFF on a page, so that look-ups and streams are shared by its widgets. A changed `getToken`
 * is asked from then on; it makes no new client.
 *
 * @throws LeydenMisuse for a `bffUrl` that may not be used.
 */
export function clientOf({ bffUrl = '', credentials, getToken }: EmbedSettings): Client {
  ask = getToken
  const signsIn = getToken !== undefined
  const held = clients.get(bffUrl)
  if (held?.credentials === credentials && held?.signsIn === signsIn) return held.client
  assertBffUrl(bffUrl)
  const client = createClient({
    baseUrl: bffUrl,
    ...(credentials && { credentials }),
    ...(signsIn && { getToken: async () => (await ask?.()) ?? null }),
  })
  clients.set(bffUrl, { client, credentials, signsIn })
  return client
}
