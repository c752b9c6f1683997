import { type AddressValidation, LeydenError } from '@leyden/core'
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
  const mandatory = Object.entries(payerData ?? {}).find(
    ([kind, demand]) => demand?.mandatory === true && !given[kind],
  )
  if (mandatory)
    throw new LeydenError(
      'PAYER_DATA_REQUIRED',
      `This address demands the payer's ${mandatory[0].slice(0, 40)}, which was not given.`,
      { field: 'lnaddress', actual: mandatory[0].slice(0, 40) },
    )
}

/** JSON numbers may be fractions or beyond what a double holds exactly. */
function wholeMsat(value: number, round: (value: number) => number): bigint {
  return BigInt(Math.min(Math.max(round(value), 0) || 0, Number.MAX_SAFE_INTEGER))
}
