import type { Transport } from '@leyden/core'
import { badField } from '../kernel/http/bad-field.js'
import { readReply, TextResponse } from '../kernel/upstream/read-reply.js'
import { createSecretEcho } from '../kernel/upstream/secret-echo.js'

/** Eight random letters and digits do not occur by chance in a reply of a megabyte, but four do. */
const MIN_KEY_LENGTH = 8

/** The headers that the client reads. The others of a reply end here. */
const READ_HEADERS = ['content-type', 'retry-after']

/**
 * Guards a transport that sends the API key: requests go only to the service's own operations, redirects are not
 * followed, the size of replies is limited, and a reply that contains the key is dropped. Replies have only the method
 * `text()` and the headers that a client reads.
 *
 * @param paths the prefixes that a request's URL may have.
 * @throws LeydenError `BAD_REQUEST` for a key that a header cannot contain, or that is too short to be distinguished
 * from other text.
 */
export function guardTransport(transport: Transport, apiKey: string, paths: readonly string[]): Transport {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw badField('apiKey', 'must have visible ASCII characters only')
  if (apiKey.length < MIN_KEY_LENGTH)
    throw badField(
      'apiKey',
      `must have at least ${MIN_KEY_LENGTH} characters: a shorter one occurs in ordinary replies by chance, so the BFF could not remove it from them`,
    )
  const repeatsKey = createSecretEcho(apiKey)

  return async (url, init) => {
    // A URL that the parser would rewrite (dots, backslashes, a user name) may lead to another place than it seems to.
    if (new URL(url).href !== url || !paths.some((path) => url.startsWith(path)))
      throw badField('url', 'is not the URL of an operation of the service')
    const response = await transport(url, { ...init, redirect: 'manual' })
    const { status } = response
    const text = await readReply(response)
    const headers = READ_HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    // Drop a reply that contains the key, and keep the status.
    if ([text, ...headers.map(([, value]) => value)].some(repeatsKey)) return new TextResponse('', { status })
    return new TextResponse(text, { status, headers })
  }
}
