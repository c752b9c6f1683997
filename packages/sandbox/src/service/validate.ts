import { decodeSegment, readAddress } from '../address/address.js'
import { NOT_IN_SANDBOX, recipientOf, refusalOf } from '../address/recipient.js'
import { failureMessage, success } from '../reply.js'
import type { Timers } from '../timers.js'
import { lookUpFailureOf, replyWith } from './failure.js'

/** `GET /v0/ln-address/validate/{address}` (section 4.2 of the service's interface). */
export async function validate(
  request: Request,
  encoded: string,
  { domains, timers }: { domains: readonly string[]; timers: Timers },
): Promise<Response> {
  const address = readAddress(decodeSegment(encoded))
  if (!address) return failureMessage(400, 'The identifier has to be of the form <user>@<domain>.')

  const refusal = refusalOf(address, domains)
  if (refusal === 'not_in_sandbox') return success({ valid: false, reason: refusal, message: NOT_IN_SANDBOX })
  const answer = () =>
    refusal ? success({ valid: false }) : success({ valid: true, metadata: recipientOf(address).metadata })
  return replyWith(lookUpFailureOf(address.user), answer, { timers, signal: request.signal })
}
