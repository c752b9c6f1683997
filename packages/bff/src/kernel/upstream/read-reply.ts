import { LeydenError } from '@leyden/core'
import { readAtMost } from '@leyden/core/internal'

/** The largest valid reply is an address with an image of 136,536 characters (LUD-06). */
export const MAX_REPLY_BYTES = 1_000_000

export function tooLong(): LeydenError {
  return new LeydenError(
    'BAD_RESPONSE',
    `The payment service's reply has more than ${MAX_REPLY_BYTES} bytes.`,
  )
}

/**
 * Reads the body of an upstream reply as text.
 *
 * @throws LeydenError `BAD_RESPONSE` for a redirect, which is never followed, and for one that is too long.
 */
export async function readReply(response: Response): Promise<string> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw new LeydenError(
      'BAD_RESPONSE',
      'The payment service answered with a redirect, which the BFF does not follow.',
    )
  }
  if (response instanceof TextResponse) return response.text()
  const reader = response.body?.getReader()
  const body = reader ? await readAtMost(reader, MAX_REPLY_BYTES) : new Uint8Array()
  if (!body) throw tooLong()
  return new TextDecoder().decode(body)
}

/**
 * A response whose body has been read, with the method `text()` only. Creating an ordinary one with a
 * stream takes more time than all other work on a reply.
 */
export class TextResponse extends Response {
  readonly #text: string

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override async text(): Promise<string> {
    return this.#text
  }
}
