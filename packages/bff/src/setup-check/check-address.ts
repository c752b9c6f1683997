/** An address that cannot exist: the domain is reserved for examples. */
export const CHECK_ADDRESS = 'leyden-check@example.com'
