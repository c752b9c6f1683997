import { LeydenError } from '@leyden/core'
import { satsToMsat } from '@leyden/core/money'
import { parseLightningAddress } from '@leyden/lightning/address'
import type { ChargeLimits } from '../limits/limits.js'

/** What is to be charged, checked. */
export interface ChargeTerms {
  /** Folded form. */
  lnaddress: string
  domain: string
  amountMsat: bigint
  description?: string | undefined
  reference?: string | undefined
}

/** All bitcoin there will ever be. */
const MOST_MSAT = 2_100_000_000_000_000_000n
const MOST_DESCRIPTION_CHARACTERS = 639
const MOST_REFERENCE_CHARACTERS = 255

/**
 * Reads the terms of a charge, whoever states them.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_LIGHTNING_ADDRESS`.
 */
export function readTerms(body: {
  lnaddress?: unknown | undefined
  amount?: unknown | undefined
  description?: unknown | undefined
  reference?: unknown | undefined
}): ChargeTerms {
  if (typeof body.lnaddress !== 'string') throw badField('lnaddress', 'must be a string')
  const parsed = parseLightningAddress(body.lnaddress)
  if (!parsed.ok)
    throw new LeydenError('NOT_LIGHTNING_ADDRESS', `This is no Lightning Address: ${parsed.reason}.`, {
      field: 'lnaddress',
    })
  if (typeof body.amount !== 'string' || !/^[1-9]\d{0,18}$/.test(body.amount))
    throw badField('amount', 'must be a string of decimal digits, in millisatoshis, over 0')
  const amountMsat = BigInt(body.amount)
  if (amountMsat > MOST_MSAT) throw badField('amount', 'is more than all bitcoin there is')
  const description = readText(body.description, 'description', MOST_DESCRIPTION_CHARACTERS)
  const reference = readText(body.reference, 'reference', MOST_REFERENCE_CHARACTERS)
  return {
    lnaddress: parsed.address,
    domain: parsed.domain,
    amountMsat,
    ...(description !== undefined && { description }),
    ...(reference !== undefined && { reference }),
  }
}

/** An empty text is no text. */
function readText(value: unknown, field: string, mostCharacters: number): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw badField(field, 'must be a string')
  if (value.length > mostCharacters) throw badField(field, `may have at most ${mostCharacters} characters`)
  return value
}

export function badField(field: string, why: string): LeydenError {
  return new LeydenError('BAD_REQUEST', `${field} ${why}.`, { field })
}

/**
 * Holds what a browser asks for to the configured limits.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `AMOUNT_OUT_OF_RANGE`.
 */
export function checkTermsAllowed(terms: ChargeTerms, limits: ChargeLimits): void {
  if (limits.intentOnly) throw badField('intent', 'is required: this shop signs what is to be paid')
  checkAddressAllowed({ address: terms.lnaddress, domain: terms.domain }, limits)
  checkAmount(terms.amountMsat, satsToMsat(limits.minSats), satsToMsat(limits.maxSats))
}

export function checkAddressAllowed(
  { address, domain }: { address: string; domain: string },
  { addresses }: ChargeLimits,
): void {
  if (addresses.length === 0 || addresses.includes(address) || addresses.includes(`@${domain}`)) return
  // Not a 400, which for a look-up would say that this is no Lightning Address.
  throw new LeydenError('BAD_REQUEST', 'lnaddress is not among those that this shop takes payments for.', {
    field: 'lnaddress',
    status: 403,
  })
}

/** @throws LeydenError `AMOUNT_OUT_OF_RANGE`. */
export function checkAmount(amountMsat: bigint, minMsat: bigint, maxMsat: bigint): void {
  if (amountMsat >= minMsat && amountMsat <= maxMsat) return
  throw new LeydenError(
    'AMOUNT_OUT_OF_RANGE',
    `The amount must be from ${minMsat} to ${maxMsat} millisatoshis.`,
    { field: 'amount' },
  )
}
