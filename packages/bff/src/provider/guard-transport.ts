import type { Transport } from '@leyden/core'
import { badField } from '../http/bad-field.js'
import { createKeyEcho } from './key-echo.js'
import { readReply } from './read-reply.js'
import { TextResponse } from './text-response.js'

/** Eight random letters and digits do not occur by chance in a reply of a megabyte; four do. */
const MIN_KEY_LENGTH = 8

/**
 * Guards a transport that sends the API key: requests go only to the service's own operations, redirects are not
 * followed, the size of replies is limited, and a reply that contains the key is dropped. Of a reply's body only `text()` is
 * there, which is all that a client reads.
 *
 * @param paths what a request's address has to begin with.
 * @throws LeydenError `BAD_REQUEST` for a key that no header can hold, or that is too short to be distinguished from
 *   other text.
 */
export function guardTransport(transport: Transport, apiKey: string, paths: readonly string[]): Transport {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw badField('apiKey', 'must be of visible ASCII characters')
  if (apiKey.length < MIN_KEY_LENGTH)
    throw badField(
      'apiKey',
      `must have at least ${MIN_KEY_LENGTH} characters: a shorter one is found in ordinary replies, so it cannot be kept out of them`,
    )
  const repeatsKey = createKeyEcho(apiKey)

  return async (url, init) => {
    // An address that `URL` would rewrite (dots, backslashes, a user name) may lead elsewhere than it seems to.
    if (new URL(url).href !== url || !paths.some((path) => url.startsWith(path)))
      throw badField('url', 'is none of an operation of the service')
    const response = await transport(url, { ...init, redirect: 'manual' })
    const { status, headers } = response
    const text = await readReply(response)
    // A body that contains the key is dropped; the status is kept.
    if (repeatsKey(text)) return new TextResponse('', { status, headers })
    return response instanceof TextResponse ? response : new TextResponse(text, { status, headers })
  }
}
