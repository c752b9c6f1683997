import { decodeSegment, readAddress } from '../address/address.js'
import { isPayable, recipientOf } from '../address/recipient.js'
import { failureMessage, success } from '../reply.js'
import type { Timers } from '../timers.js'
import { lookUpFailureOf, replyWith } from './failure.js'

/** `GET /v0/ln-address/validate/{address}` (section 4.2 of the service's interface). */
export async function validate(request: Request, encoded: string, timers: Timers): Promise<Response> {
  const address = readAddress(decodeSegment(encoded))
  if (!address) return failureMessage(400, 'The identifier has to be of the form <user>@<domain>.')

  const answer = () =>
    isPayable(address)
      ? success({ valid: true, metadata: recipientOf(address).metadata })
      : success({ valid: false })
  return replyWith(lookUpFailureOf(address.user), answer, { timers, signal: request.signal })
}
