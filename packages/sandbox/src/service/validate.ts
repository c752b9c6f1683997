import { readAddress } from '../address/address.js'
import { isPayable, recipientOf } from '../address/recipient.js'
import { failureMessage, success } from '../reply.js'
import type { Waiting } from '../waiting.js'
import { answerBadly, troubleOfLookUp } from './trouble.js'

/** `GET /v0/ln-address/validate/{address}` (section 4.2 of the service's interface). */
export async function validate(request: Request, encoded: string, waiting: Waiting): Promise<Response> {
  const address = readAddress(decodePath(encoded))
  if (!address) return failureMessage(400, 'The identifier has to be of the form <user>@<domain>.')

  const answer = () =>
    isPayable(address)
      ? success({ valid: true, metadata: recipientOf(address).metadata })
      : success({ valid: false })

  const trouble = troubleOfLookUp(address.user)
  return trouble ? answerBadly(trouble, answer, { waiting, signal: request.signal }) : answer()
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
