import type { PayerDataDemand } from '@leyden/core'

/** The kinds of payer data that a page can ask a person for (LUD-18); `pubkey` and `auth` need a wallet. */
export const PAYER_DATA_KINDS = ['name', 'identifier', 'email'] as const

/**
 * The kinds of payer data that an address demands (LUD-18) and that are not given, in its order.
 *
 * @param given texts by kind; an empty one is not given.
 */
export function missingPayerData(
  demands: Readonly<Record<string, PayerDataDemand | undefined>> | undefined,
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(demands ?? {}).filter((kind) => demands?.[kind]?.mandatory === true && !given[kind])
}
