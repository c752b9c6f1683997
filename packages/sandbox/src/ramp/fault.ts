/** User names of e-mail addresses that cause a fault in their session. */
const FAULTS = ['twice', 'late', 'reordered', 'forged', 'conflict', 'never', 'failed', 'silent'] as const

/**
 * Faults between a purchase and its webhook: it is sent `twice`, `late`, `reordered` (before the events of earlier
 * steps), `forged` (only to a URL with a wrong secret), in `conflict` (the same event id with two contents) or `never`
 * (although the page claims success), or the purchase has `failed`. A `silent` page posts no messages but otherwise
 * works.
 */
export type Fault = (typeof FAULTS)[number]

export function faultOf(email: string): Fault | null {
  const user = emailUser(email)
  return FAULTS.find((fault) => fault === user) ?? null
}

/** The part before `@`, without a `+tag`, lower case: it selects the fault or refusal. */
export function emailUser(email: string): string {
  return email.toLowerCase().replace(/[+@].*$/s, '')
}
