import { LeydenError } from '@leyden/core'
import type { GetProblem } from './guarded-get.js'

const BUSY_RETRY_MS = 1000

/**
 * A failed request as an error. An address that is internal or invalid gives the same error as a name that does not
 * exist, so that nobody can scan the internal network through the BFF.
 */
export function getError(reason: GetProblem): LeydenError {
  switch (reason) {
    case 'timeout':
      return new LeydenError('TIMEOUT', 'The provider of the address did not answer in time.')
    case 'aborted':
      return new LeydenError('ABORTED', 'The request was aborted.')
    case 'unreachable':
    case 'name_unknown':
      return new LeydenError('NETWORK', 'The provider of the address could not be reached.')
    case 'busy':
      return new LeydenError('RATE_LIMITED', 'Too many requests to one provider at once.', {
        retryAfterMs: BUSY_RETRY_MS,
      })
    case 'body_too_large':
    case 'bad_encoding':
      return new LeydenError('BAD_RESPONSE', 'The reply cannot be parsed.', { reason })
    default:
      return new LeydenError('NOT_LIGHTNING_ADDRESS', 'There is no Lightning Address server at this address.')
  }
}
