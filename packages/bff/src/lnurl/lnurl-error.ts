import { LeydenError } from '@leyden/core'
import type { GetProblem } from './guarded-get.js'

const BUSY_RETRY_MS = 1000

/**
 * A failed request as an error. Where nothing was asked because the address leads nowhere, inside, or astray, it
 * reads the same as a name that does not exist, so that nobody can scan this network through us.
 */
export function getError(reason: GetProblem): LeydenError {
  switch (reason) {
    case 'timeout':
      return new LeydenError('TIMEOUT', 'The provider of the address did not answer in time.')
    case 'aborted':
      return new LeydenError('ABORTED', 'The request was given up.')
    case 'unreachable':
    case 'name_unknown':
      return new LeydenError('NETWORK', 'The provider of the address could not be reached.')
    case 'busy':
      return new LeydenError('RATE_LIMITED', 'Too many requests to one provider at once.', {
        retryAfterMs: BUSY_RETRY_MS,
      })
    case 'body_too_large':
    case 'bad_encoding':
      return new LeydenError('BAD_RESPONSE', 'The answer cannot be read.', { reason })
    default:
      return new LeydenError('NOT_LIGHTNING_ADDRESS', 'There is nothing to ask at this address.')
  }
}
