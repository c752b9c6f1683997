import type { PayMetadata } from '@leyden/core'
import type { Address } from '../address/address.js'
import { recipientOf } from '../address/recipient.js'
import { own } from '../own.js'

/** The accepted kinds of payer data (LUD-18); the recipient decides which ones are mandatory. */
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

/** The callback of an address. Some user names have one on another host, or one that no client may call. */
function callbackOf({ user, domain }: Address): string {
  const path = `lnurlp/${user}/callback`
  const others = {
    // As with a provider behind a custom domain.
    hosted: `https://provider.example/${path}`,
    insidecallback: 'https://10.0.0.1/callback',
    plaincallback: `http://${domain}/${path}`,
    movedcallback: `https://${domain}/moved/${user}/callback?id=7`,
  }
  return own(others, user) ?? `https://${domain}/${path}?id=7`
}
