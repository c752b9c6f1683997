import type { Client, ClientOptions, LeydenError } from '@leyden/core'
import { sentenceOf } from '@leyden/core/internal'
import { clientFor } from './sandbox-part.js'

/** @returns a client, or the reason why there is none, which names the prop of the page. */
export function usableClient(bffUrl: unknown, extra: Omit<ClientOptions, 'baseUrl'>): Client | string {
  if (typeof bffUrl !== 'string')
    return 'bffUrl must be the URL of your BFF, such as "/api/leyden". Is an environment variable missing in this build?'
  try {
    return clientFor(bffUrl, extra)
  } catch (cause) {
    return sentenceOf(cause as LeydenError).replace('baseUrl', 'bffUrl')
  }
}
