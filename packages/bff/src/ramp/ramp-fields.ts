import type { RampSessionRequest } from '@leyden/core'
import { parseRampDestination } from '@leyden/lightning/bitcoin-address'
import type * as v from 'valibot'
import { badField } from '../http/bad-field.js'
import { check, requestObject } from '../http/schema.js'
import type { Identity, User } from '../identity/identity.js'
import { type RampFieldLimits, rampSessionEntries } from './ramp-messages.js'

export function isGuest(identity: Identity): identity is { guest: true } {
  return 'guest' in identity
}

/** A request to the service but for the two fields that are always the BFF's. */
export type RampOrder = Omit<RampSessionRequest, 'webhook_url' | 'reference_id'> & { email: string }

/**
 * Reads what a page sent, and puts a session's fields together, each from its owner.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
 */
export type ReadRampOrder = (body: object, identity: Identity) => RampOrder

export function createReadRampOrder(limits: RampFieldLimits): ReadRampOrder {
  const { email, destination, ...entries } = rampSessionEntries(limits)
  const ofGuest = requestObject({ ...entries, destination, email })
  const ofUser = requestObject({ ...entries, destination })
  // Their destination is known.
  const ofBoundUser = requestObject(entries)

  return (body, identity) => {
    const user: Partial<User> = isGuest(identity) ? {} : identity
    const fields: v.InferOutput<typeof ofBoundUser> & { destination?: string | undefined; email?: string } =
      isGuest(identity)
        ? check(ofGuest, body, { email: 'INVALID_EMAIL' })
        : check(user.destination === undefined ? ofUser : ofBoundUser, body)
    // JSON holds no undefined.
    const metadata = { ...fields.metadata, ...user.metadata } as Record<string, string>
    return {
      email: user.email ?? fields.email ?? '',
      quote_currency: fields.quote_currency,
      base_currency: fields.base_currency,
      destination: readDestination(user.destination ?? fields.destination),
      access_token: user.accessToken,
      metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    }
  }
}

function readDestination(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  const parsed = parseRampDestination(value)
  if (!parsed.ok)
    throw badField('destination', 'must be a Lightning Address or an on-chain address of mainnet')
  if (parsed.warnings.includes('burn_address'))
    throw badField('destination', 'is an address that nobody has the key to')
  return parsed.address
}
