import { LeydenError } from '@leyden/core'
import type { GetProblem } from './guarded-get.js'

const BUSY_RETRY_MS = 1000

/**
 * The error for a failed request. An internal or invalid address gives the same error as a name that does not exist, so
 * that nobody can scan the internal network through the BFF.
 */
export function getError(reason: GetProblem): LeydenError {
  switch (reason) {
    case 'timeout':
      return new LeydenError('TIMEOUT', "The recipient's provider did not answer in time.")
    case 'aborted':
      return new LeydenError('ABORTED', 'The request was aborted.')
    case 'unreachable':
    case 'name_unknown':
      return new LeydenError('NETWORK', "The recipient's provider could not be reached.")
    case 'busy':
      return new LeydenError(
        'RATE_LIMITED',
        'The BFF has too many requests to this provider at the moment. Try again in a few seconds.',
        { retryAfterMs: BUSY_RETRY_MS },
      )
    case 'body_too_large':
    case 'bad_encoding':
      return new LeydenError('BAD_RESPONSE', "The reply of the recipient's provider cannot be read.", {
        reason,
      })
    default:
      return new LeydenError('NOT_LIGHTNING_ADDRESS', 'There is no Lightning Address server at this address.')
  }
}

/** The provider's server answered with an error that says nothing about the address. */
export function serverFailed(status: number): LeydenError {
  const message = "The server of the recipient's provider returned an error. Try again later."
  return new LeydenError('SERVICE_UNAVAILABLE', message, { status })
}
