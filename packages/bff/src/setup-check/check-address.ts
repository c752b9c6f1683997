/** Nobody is there: the domain is reserved for examples. */
export const CHECK_ADDRESS = 'leyden-check@example.com'
