import type { Network, RampFieldsRequest } from '@leyden/core'
import { parseRampDestination } from '@leyden/lightning/bitcoin-address'
import type * as v from 'valibot'
import { badField } from '../http/bad-field.js'
import { check, requestObject } from '../http/schema.js'
import type { Identity, User } from '../identity/identity.js'
import { Metadata, type RampFieldLimits, RampOrderRequest, rampSessionEntries } from './ramp-messages.js'

export function isGuest(identity: Identity): identity is { guest: true } {
  return 'guest' in identity
}

/** The fields of a request to the service, all but the one that is always the BFF's. */
export type SessionFields = Omit<RampFieldsRequest, 'webhook_url' | 'order'> & { email: string }

/** What a server of the shop sets for one purchase: all that the service takes, but for the webhook address. */
export interface RampOrder {
  /** Whose account the session is for; at most 254 characters. */
  email: string
  /** Your own reference, at most 255 characters. @default made by the BFF */
  referenceId?: string | undefined
  /** A Lightning Address, an on-chain address of the BFF's network, or a `bitcoin:` URI. @default the provider's page asks */
  destination?: string | undefined
  /** The currency to pay with, such as `USD`. @default the provider's page asks */
  quoteCurrency?: string | undefined
  /** What is bought, such as `BTC`. @default the provider's page asks */
  baseCurrency?: string | undefined
  /** Any JSON object of at most 10 keys and 500 characters a value. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** The ramp's token of a returning user. It never reaches a browser. */
  accessToken?: string | undefined
}

/** Puts a session's fields together, each from its owner. */
export type ReadFields = ReturnType<typeof createReadFields>

export function createReadFields(limits: RampFieldLimits, network: Network) {
  const { email, destination, ...entries } = rampSessionEntries(limits)
  const ofGuest = requestObject({ ...entries, destination, email })
  const ofUser = requestObject({ ...entries, destination })
  // Their destination is known.
  const ofBoundUser = requestObject(entries)

  function readDestination(value: string | undefined): string | undefined {
    if (value === undefined || value === '') return undefined
    const parsed = parseRampDestination(value, { network })
    if (!parsed.ok)
      throw badField('destination', `must be a Lightning Address or an on-chain address of ${network}`)
    if (parsed.warnings.includes('burn_address'))
      throw badField('destination', 'is an address that nobody has the key to')
    return parsed.address
  }

  return {
    /**
     * From a page and the identity of its user.
     *
     * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
     */
    ofPage(body: object, identity: Identity): SessionFields {
      const user: Partial<User> = isGuest(identity) ? {} : identity
      const fields: v.InferOutput<typeof ofBoundUser> & { destination?: string | undefined; email?: string } =
        isGuest(identity)
          ? check(ofGuest, body, { email: 'INVALID_EMAIL' })
          : check(user.destination === undefined ? ofUser : ofBoundUser, body)
      const own =
        user.metadata === undefined
          ? {}
          : check(requestObject({ metadata: Metadata }), { metadata: user.metadata }).metadata
      const metadata = { ...fields.metadata, ...own }
      return {
        email: user.email ?? fields.email ?? '',
        quote_currency: fields.quote_currency,
        base_currency: fields.base_currency,
        destination: readDestination(user.destination ?? fields.destination),
        access_token: user.accessToken,
        reference_id: user.referenceId,
        metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
      }
    },

    /**
     * From a server of the shop, in the spelling of the wire.
     *
     * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
     */
    ofOrder(body: object): SessionFields {
      const { destination, ...fields } = check(RampOrderRequest, body, { email: 'INVALID_EMAIL' })
      return { ...fields, destination: readDestination(destination) }
    },
  }
}

/** An order as the wire spells it. */
export function wireOrder({
  referenceId,
  quoteCurrency,
  baseCurrency,
  accessToken,
  ...same
}: RampOrder): object {
  const fields = { reference_id: referenceId, quote_currency: quoteCurrency, base_currency: baseCurrency }
  const all = { ...same, ...fields, access_token: accessToken }
  // A field from JavaScript may be undefined, which is the same as none; an unknown one is refused by its name.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
