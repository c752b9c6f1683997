import { readAddress } from '../address/address.js'
import { isPayable, recipientOf } from '../address/recipient.js'
import { failureMessage, success } from '../reply.js'
import type { Timers } from '../timers.js'
import { lookUpFailureOf, replyWithFailure } from './failure.js'

/** `GET /v0/ln-address/validate/{address}` (section 4.2 of the service's interface). */
export async function validate(request: Request, encoded: string, timers: Timers): Promise<Response> {
  const address = readAddress(decodePath(encoded))
  if (!address) return failureMessage(400, 'The identifier has to be of the form <user>@<domain>.')

  const answer = () =>
    isPayable(address)
      ? success({ valid: true, metadata: recipientOf(address).metadata })
      : success({ valid: false })

  const failure = lookUpFailureOf(address.user)
  return failure ? replyWithFailure(failure, answer, { timers, signal: request.signal }) : answer()
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
