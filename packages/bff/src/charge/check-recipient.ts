import { type AddressValidation, LeydenError } from '@leyden/core'
import { missingPayerData } from '@leyden/lightning/pay-request'
import { checkAmount } from './charge-terms.js'

/**
 * Holds a charge to what the recipient advertises (LUD-06, LUD-18), before an invoice is asked for.
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

/** @param kind the kind of payer data that the address demands (LUD-18), as the address spells it. */
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
