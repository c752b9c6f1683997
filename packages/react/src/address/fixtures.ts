import { LeydenError } from '@leyden/core'
import { fixtureRecipient } from '../pay/flow/fixtures.js'
import type { AddressLookup } from './address-lookup.js'

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
