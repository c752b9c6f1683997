/**
 * The error codes of a look-up that mean "this is not a Lightning Address". The service does not document the codes of a
 * look-up; any other code is an error, because it may be about the shop's account. Codes are compared in upper case,
 * with `_` between words.
 */
export const ADDRESS_CODES: readonly string[] = [
  'NOT_LIGHTNING_ADDRESS',
  'NOT_A_LIGHTNING_ADDRESS',
  'INVALID_LIGHTNING_ADDRESS',
  'LIGHTNING_ADDRESS_INVALID',
  'LIGHTNING_ADDRESS_NOT_FOUND',
  'INVALID_LN_ADDRESS',
  'INVALID_LNADDRESS',
  'LN_ADDRESS_NOT_FOUND',
  'INVALID_ADDRESS',
  'ADDRESS_INVALID',
  'ADDRESS_NOT_FOUND',
  'INVALID_IDENTIFIER',
  'IDENTIFIER_NOT_FOUND',
  'NO_SUCH_USER',
  'USER_NOT_FOUND',
  'NOT_FOUND',
]

/** A code in the spelling of {@link ADDRESS_CODES}. */
function folded(code: string): string {
  return code.toUpperCase().replace(/[\s-]+/g, '_')
}

/** Whether an error code of a look-up is about the address. */
export function isAddressCode(code: string, further: readonly string[] = []): boolean {
  return [...ADDRESS_CODES, ...further].some((known) => folded(known) === folded(code))
}
