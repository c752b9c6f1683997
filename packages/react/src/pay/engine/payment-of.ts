import type { CheckedCharge, PaymentFacts } from '../flow/pay-state.js'
import type { Payment } from '../pay-callbacks.js'

/** The payment that the callbacks of the page get. */
export function paymentOf(
  charge: CheckedCharge,
  facts: PaymentFacts,
  reference: string | undefined,
): Payment {
  const { late, duplicateOf } = facts
  // The page may change the date that it gets.
  const payment = { charge, at: new Date(facts.at), late, duplicateOf, reference }
  return facts.evidence === 'preimage'
    ? { ...payment, evidence: facts.evidence, preimage: facts.preimage }
    : { ...payment, evidence: facts.evidence, preimage: facts.preimage, isKept: facts.isKept }
}
