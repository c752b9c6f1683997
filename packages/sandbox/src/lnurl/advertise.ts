import type { PayMetadata } from '@leyden/core'
import type { Address } from '../address/address.js'
import { recipientOf } from '../address/recipient.js'

/** The accepted kinds of payer data (LUD-18); the recipient says which are mandatory. */
const PAYER_DATA = ['name', 'identifier', 'email'] as const

/** The reply to the first request of a payment: the limits of an address (LUD-06, LUD-12, LUD-16, LUD-18). */
export function advertise(address: Address): PayMetadata {
  const { metadata } = recipientOf(address)
  return {
    ...metadata,
    callback: callbackOf(address),
    payerData: Object.fromEntries(
      PAYER_DATA.map((kind) => [kind, metadata.payerData?.[kind] ?? { mandatory: false }]),
    ),
  }
}

/** User names whose callback has another host than their address, as with a provider behind a custom domain. */
function callbackOf({ user, domain }: Address): string {
  switch (user) {
    case 'hosted':
      return `https://provider.example/lnurlp/${user}/callback`
    case 'insidecallback':
      return 'https://10.0.0.1/callback'
    case 'plaincallback':
      return `http://${domain}/lnurlp/${user}/callback`
    case 'movedcallback':
      return `https://${domain}/moved/${user}/callback?id=7`
    default:
      return `https://${domain}/lnurlp/${user}/callback?id=7`
  }
}
