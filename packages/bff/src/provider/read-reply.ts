import { LeydenError } from '@leyden/core'
import { readAtMost } from '../http/body.js'

/** The largest valid reply is an address with an image of 136,536 characters (LUD-06). */
const MAX_REPLY_BYTES = 1_000_000

/**
 * The body of an upstream reply as text.
 *
 * @throws LeydenError `BAD_RESPONSE` for a redirect, which is never followed, and for one that is too long.
 */
export async function readReply(response: Response): Promise<string> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw new LeydenError('BAD_RESPONSE', 'The service answered with a redirect, which is not followed.')
  }
  const reader = response.body?.getReader()
  const body = reader ? await readAtMost(reader, MAX_REPLY_BYTES) : new Uint8Array()
  if (!body)
    throw new LeydenError('BAD_RESPONSE', `The service's answer has more than ${MAX_REPLY_BYTES} bytes.`)
  return new TextDecoder().decode(body)
}
