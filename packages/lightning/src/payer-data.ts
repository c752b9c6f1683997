import type { PayerDataDemand } from '@leyden/core'

/** The kinds of payer data that a page can ask a person for (LUD-18); `pubkey` and `auth` need a wallet. */
export const PAYER_DATA_KINDS = ['name', 'identifier', 'email'] as const

/**
 * The required kinds of payer data (LUD-18) that are missing, in the order of the address.
 *
 * @param given texts by kind; an empty text counts as missing.
 */
export function missingPayerData(
  demands: Readonly<Record<string, PayerDataDemand | undefined>> | undefined,
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(demands ?? {}).filter((kind) => demands?.[kind]?.mandatory === true && !given[kind])
}
