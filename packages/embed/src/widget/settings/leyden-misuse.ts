import { messageReference } from '@leyden/core/internal'

/** An error in the code of the page. Actions of a person never throw. */
export class LeydenMisuse extends TypeError {
  override readonly name = 'LeydenMisuse'
  readonly code = 'BAD_REQUEST'

  constructor(message: string, cause?: unknown) {
    super(`${message} See ${messageReference('LEYDEN_MISUSE')}`, { cause })
  }
}
