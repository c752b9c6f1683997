import { type AddressValidation, type ChargeTermsRequest, LeydenError } from '@leyden/core'
import { satsToMsat } from '@leyden/core/money'
import { parseLightningAddress } from '@leyden/lightning/address'
import { missingPayerData } from '@leyden/lightning/pay-request'
import { badField } from '../http/bad-field.js'
import type { ChargeLimits } from '../limits/limits.js'

/** The checked terms of a charge. */
export interface ChargeTerms {
  /** Folded form. */
  lnaddress: string
  domain: string
  amountMsat: bigint
  description?: string | undefined
  reference?: string | undefined
}

/**
 * The terms in a message that its schema has accepted.
 *
 * @throws LeydenError `NOT_LIGHTNING_ADDRESS`.
 */
export function termsOf(
  message: Pick<ChargeTermsRequest, 'lnaddress' | 'amount' | 'description' | 'reference'>,
): ChargeTerms {
  const { lnaddress, amount, description, reference } = message
  const parsed = parseLightningAddress(lnaddress)
  if (!parsed.ok)
    throw new LeydenError('NOT_LIGHTNING_ADDRESS', `This is no Lightning Address: ${parsed.reason}.`, {
      field: 'lnaddress',
    })
  const { address, domain } = parsed
  return { lnaddress: address, domain, amountMsat: BigInt(amount), description, reference }
}

/**
 * Enforces the configured limits on the terms of a page.
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
  // Not a 400, which for a look-up would mean that this is no Lightning Address.
  throw badField('lnaddress', 'is not among those that this shop takes payments for', 403)
}

/** @throws LeydenError `AMOUNT_OUT_OF_RANGE`. */
function checkAmount(amountMsat: bigint, minMsat: bigint, maxMsat: bigint): void {
  if (amountMsat >= minMsat && amountMsat <= maxMsat) return
  throw new LeydenError(
    'AMOUNT_OUT_OF_RANGE',
    `The amount must be from ${minMsat} to ${maxMsat} millisatoshis.`,
    { field: 'amount' },
  )
}

/**
 * Checks a charge against what the recipient advertises (LUD-06, LUD-18), before an invoice is requested.
 *
 * @throws LeydenError `NOT_LIGHTNING_ADDRESS`, `AMOUNT_OUT_OF_RANGE`, `PAYER_DATA_REQUIRED`.
 */
export function checkRecipient(
  answer: AddressValidation,
  amountMsat: bigint,
  given: Readonly<Record<string, string>> = {},
): asserts answer is Extract<AddressValidation, { valid: true }> {
  if (!answer.valid)
    throw new LeydenError('NOT_LIGHTNING_ADDRESS', 'Nobody can be paid at this address.', {
      field: 'lnaddress',
    })
  const { minSendable, maxSendable, payerData } = answer.metadata
  checkAmount(amountMsat, wholeMsat(minSendable, Math.ceil), wholeMsat(maxSendable, Math.floor))
  const missing = missingPayerData(payerData, given)
  if (missing !== undefined) throw payerDataRequired(missing)
}

/** @param kind the kind of payer data that the address requires (LUD-18), as the address spells it. */
export function payerDataRequired(kind: string): LeydenError {
  const actual = kind.slice(0, 40)
  return new LeydenError(
    'PAYER_DATA_REQUIRED',
    `This address demands the payer's ${actual}, which was not given.`,
    { field: 'payer_data', actual },
  )
}

/** JSON numbers may be fractions or beyond what a double holds exactly. */
function wholeMsat(value: number, round: (value: number) => number): bigint {
  return BigInt(Math.min(Math.max(round(value), 0) || 0, Number.MAX_SAFE_INTEGER))
}
