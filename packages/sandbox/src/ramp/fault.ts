/** User names of e-mail addresses that ask for a fault in their session. */
const FAULTS = ['twice', 'late', 'reordered', 'forged', 'conflict', 'never', 'failed', 'silent'] as const

/**
 * What goes wrong between a purchase and its webhook: it comes `twice`, `late`, `reordered` (after a report of
 * an earlier stage should have come), `forged` (only one with a wrong capability in its path comes), in
 * `conflict` (the same event id with two contents), `never` although the page claims success, or the purchase
 * has `failed`. A `silent` page posts no messages and is otherwise well.
 */
export type Fault = (typeof FAULTS)[number]

export function faultOf(email: string): Fault | null {
  const user = emailUser(email)
  return FAULTS.find((fault) => fault === user) ?? null
}

/** The part before `@`, without a `+tag`, lower case: what faults and refusals go by. */
export function emailUser(email: string): string {
  return email.toLowerCase().replace(/[+@].*$/s, '')
}
