import { messageReference } from '@leyden/core/internal'

/** A mistake in the code of the page. What a person does never throws. */
export class LeydenMisuse extends TypeError {
  override readonly name = 'LeydenMisuse'
  readonly code = 'BAD_REQUEST'

  constructor(message: string) {
    super(`${message} See ${messageReference('leydenmisuse')}`)
  }
}
