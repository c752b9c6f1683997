import { LeydenError } from '@leyden/core'
import { asSats } from '@leyden/core/money'
import type { AddressLookup } from './address-lookup.js'
import type { Recipient } from './recipient.js'

/** A recipient for tests. */
export const fixtureRecipient: Recipient = {
  address: 'alice@wallet.example',
  domain: 'wallet.example',
  minSats: asSats(10n),
  maxSats: asSats(150_000n),
  commentAllowed: 150,
  description: 'Tips for Alice',
}

/** A picture as an address advertises one: somebody before a blue sky. */
export const fixturePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAACVBMVEWdxOg7SozzyaWmbaX4AAAAJUlEQVR42mNgIBcwAQE6H0WEDAEMQwkCRihA48KEGBnRRAgJAAA07QB/fLjUbAAAAABJRU5ErkJggg=='

const { address, domain } = fixtureRecipient

/** One example of each status; a new status does not compile without one. */
export const lookupFixtures: { [S in AddressLookup['status']]: Extract<AddressLookup, { status: S }> } = {
  empty: { status: 'empty' },
  typing: { status: 'typing' },
  invalid: {
    status: 'invalid',
    address: 'bob@mail.example',
    problem: { reason: 'not_lightning_address', domain: 'mail.example' },
  },
  looking: { status: 'looking', address, domain, slow: false, offline: false },
  unreachable: {
    status: 'unreachable',
    address,
    domain,
    error: new LeydenError('NETWORK', 'The provider of the address could not be reached.', {
      status: 502,
      party: 'recipient',
    }),
  },
  found: { status: 'found', address, recipient: fixtureRecipient, mode: 'live' },
}

/** The look-up that found a recipient like that of the fixtures, with other fields. */
export function foundAs(fields: Partial<Recipient>): AddressLookup<'found'> {
  const recipient = { ...fixtureRecipient, ...fields }
  return { ...lookupFixtures.found, address: recipient.address, recipient }
}
